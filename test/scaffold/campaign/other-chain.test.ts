import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContractSchema, readContractSchemas } from '../../../src/schema/index.js'
import { validatorsAround } from '../../../src/schema/validators.js'
import { createSandbox } from '../../../src/sandbox/index.js'
import { alternatives, exchanged } from '../../../src/scaffold/campaign/alternatives.js'
import { doesMore, type Score } from '../../../src/scaffold/campaign/trials.js'
import { findFirstMessages } from '../../../src/scaffold/init/index.js'

const VOUCHER = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

test('the message that instantiates a contract of the other chain names its channels, validators and coins', async () => {
  const [schema] = readContractSchemas(['contracts/artifacts/schema/remote_vault.json'])
  const wasm = new Uint8Array(readFileSync('contracts/artifacts/remote_vault.wasm'))
  const { instantiate } = await findFirstMessages(wasm, schema!, [], { oneOwner: true, otherChain: true })
  expect(instantiate).toMatchObject({
    connection_id: 'connection-0',
    channels: [{ id: 'channel-0', remote: 'channel-0' }],
    validator: expect.stringMatching(/^cosmosvaloper1/) as string,
    denom: expect.stringMatching(/^(untrn|uatom|ibc\/27394F.*)$/) as string,
  })
})

test('a contract that names a connection gets the validators of the other chain', async () => {
  const sandbox = createSandbox()
  const { validators, remoteValidators } = validatorsAround(sandbox, 'neutron')
  await sandbox.close()
  const document = JSON.parse(
    readFileSync('contracts/artifacts/schema/remote_vault.json', 'utf8'),
    (key, value: unknown) => (key === 'validator' ? { enum: validators } : value),
  ) as object
  const local = readContractSchema(document, 'remote_vault.json')
  const wasm = new Uint8Array(readFileSync('contracts/artifacts/remote_vault.wasm'))
  const { instantiate } = await findFirstMessages(wasm, local, [], { oneOwner: true, otherChain: true })
  expect(instantiate).toMatchObject({ validator: remoteValidators![0] })
})

test('other coins are tried in one place after the other', () => {
  const others = alternatives({ denom: 'untrn', pairs: [{ from: 'uatom', note: 'untrn?' }] }, (text) =>
    ['untrn', 'uatom', VOUCHER].includes(text) ? [VOUCHER] : [],
  )
  expect(others).toEqual([
    { field: 'denom', instantiate: { denom: VOUCHER, pairs: [{ from: 'uatom', note: 'untrn?' }] } },
    { field: 'pairs/0/from', instantiate: { denom: 'untrn', pairs: [{ from: VOUCHER, note: 'untrn?' }] } },
  ])
})

test('two different coins are exchanged, where neither can be replaced alone', () => {
  const isCoin = (text: string): boolean => ['untrn', 'uatom', VOUCHER].includes(text)
  expect(exchanged({ old: { native: 'untrn' }, new: VOUCHER, fee: 'untrn', name: 'x' }, isCoin)).toEqual([
    { field: 'old/native, new', instantiate: { old: { native: VOUCHER }, new: 'untrn', fee: 'untrn', name: 'x' } },
    { field: 'new, fee', instantiate: { old: { native: 'untrn' }, new: 'untrn', fee: VOUCHER, name: 'x' } },
  ])
})

test('other coins are better if more messages are accepted, then if more packets succeed, then if more code runs', () => {
  const best: Score = { missing: 1, accepted: 5, answered: 2 }
  const isBetter = (more: Partial<Score>, blocks = 0): boolean => doesMore({ ...best, ...more }, best, blocks)
  expect(isBetter({ accepted: 6, answered: 0 })).toBe(true)
  expect(isBetter({ accepted: 6, missing: 2 })).toBe(false)
  expect(isBetter({ accepted: 4, answered: 3 }, 100)).toBe(false)
  expect(isBetter({ answered: 3 })).toBe(true)
  expect(isBetter({ answered: 1 }, 100)).toBe(false)
  expect(isBetter({}, 100)).toBe(true)
  expect(isBetter({ missing: 2 }, 100)).toBe(false)
  expect(isBetter({})).toBe(false)
})

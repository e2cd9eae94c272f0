import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContractSchemas } from '../../../src/fuzz/schema/index.js'
import { alternatives } from '../../../src/scaffold/campaign/alternatives.js'
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

test('other coins are put in one place after the other', () => {
  const others = alternatives({ denom: 'untrn', pairs: [{ from: 'uatom', note: 'untrn?' }] }, (text) =>
    ['untrn', 'uatom', VOUCHER].includes(text) ? [VOUCHER] : [],
  )
  expect(others).toEqual([
    { field: 'denom', instantiate: { denom: VOUCHER, pairs: [{ from: 'uatom', note: 'untrn?' }] } },
    { field: 'pairs/0/from', instantiate: { denom: 'untrn', pairs: [{ from: VOUCHER, note: 'untrn?' }] } },
  ])
})

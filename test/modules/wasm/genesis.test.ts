import { expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { GoPanic } from '../../../src/chain/gas.js'
import { classicAddress, LAST_CONTRACT_ID_KEY } from '../../../src/modules/wasm/index.js'
import { adminAddress } from '../../../src/modules/wasm/keeper.js'
import { refusal } from '../ibc/echo-pair.js'
import { CREATOR, ProbeChain } from './chain.js'

interface Sequence {
  readonly id_key: string
  readonly value: string
}

const moduleOf = (chain: ProbeChain) => chain.app.modules.find(({ name }) => name === 'wasm')!
const genesisOf = (chain: ProbeChain) => moduleOf(chain).exportGenesis!(chain.context()) as Record<string, Json>

test('a genesis has the params by their names', () => {
  const params = {
    code_upload_access: { permission: 'Everybody', addresses: [] },
    instantiate_default_permission: 'Everybody',
  }
  const chain = new ProbeChain()
  expect(genesisOf(chain)['params']).toEqual(params)
  expect(moduleOf(chain).params!.get(chain.context())).toEqual(params)
  expect(moduleOf(chain).defaultGenesis!()).toMatchObject({ params })
})

/** Source: wasmd v0.61.14 x/wasm/keeper/genesis.go `InitGenesis`. */
test('the next ids of a genesis are unused', () => {
  const chain = new ProbeChain()
  const exported = genesisOf(chain)
  const [code, instance] = exported['sequences'] as unknown as readonly [Sequence, Sequence]
  expect([code.value, instance.value]).toEqual(['2', '3'])
  const init = (change: object) => {
    const ctx = new ProbeChain().context()
    const rows = ctx.rawStore('wasm').iterator()
    const keys = []
    for (; rows.valid; rows.next()) keys.push(rows.key)
    for (const key of keys) ctx.rawStore('wasm').delete(key)
    return refusal(() => moduleOf(chain).initGenesis!(ctx, { ...exported, ...change }))
  }
  const sequences = (codeId: string, instanceId: string) => ({
    sequences: [
      { ...code, value: codeId },
      { ...instance, value: instanceId },
    ],
  })
  expect(init({})).toBe('nothing was refused')
  expect(init(sequences('1', '3'))).toMatch(/^wasm\/14 seq .* with value: 1 must be greater than: 1 : invalid$/s)
  const taken = (exported['contracts'] as { contract_address: string }[]).map((row) => ({
    ...row,
    contract_address: chain.text(classicAddress(3n, 3n)),
  }))
  expect(init({ contracts: taken.slice(0, 1) })).toBe(
    `wasm/14 value: 3 for seq ${LAST_CONTRACT_ID_KEY} was used already: invalid`,
  )
})

test('an admin that is no address makes the chain panic', () => {
  const chain = new ProbeChain()
  const ctx = chain.context()
  const info = chain.app.keepers.wasm.contractInfo(ctx, chain.first)!
  expect(adminAddress(ctx, info)).toEqual(CREATOR)
  expect(adminAddress(ctx, { ...info, admin: '' })).toBeUndefined()
  expect(() => adminAddress(ctx, { ...info, admin: 'nobody' })).toThrow(GoPanic)
})

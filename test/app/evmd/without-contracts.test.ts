import { expect, test } from 'vitest'
import { NotSupportedError } from '../../../src/base/errors.js'
import { EvmdApp } from '../../../src/app/evmd/app.js'

test('a chain without contracts says so, and knows no messages of them', () => {
  const metadata = {
    base: 'atest',
    display: 'test',
    denom_units: [{ denom: 'atest' }, { denom: 'test', exponent: 18 }],
  }
  const app = new EvmdApp({
    name: 'evmd',
    prefix: 'cosmos',
    denom: 'atest',
    vm: '',
    wasmd: 'stock',
    txContracts: false,
    txIndex: true,
    chainId: 'cosmos_262144-1',
    genesisTime: 0n,
    params: {},
    genesis: { bank: { denom_metadata: [metadata] } },
  })
  expect(app.height).toBe(1)
  for (const read of [() => app.wasm, () => app.vm, () => app.doubles]) expect(read).toThrow(NotSupportedError)
  expect(() => app.wasm).toThrow('evmd runs no CosmWasm contracts')
  expect(app.baseApp.router.typeUrls.filter((url) => url.startsWith('/cosmwasm'))).toEqual([])
  // One unit of power is a whole coin of 18 places.
  expect(app.balances('cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh')).toEqual([
    { denom: 'atest', amount: 100n * 10n ** 18n },
  ])
})

import { createEvmdNode, type EvmdNode, type EvmdNodeOptions } from '../../../../src/app/evmd/rpc/index.js'
import { EvmdApp } from '../../../../src/app/evmd/app.js'
import { addressText } from '../../../../src/chain/address.js'
import { addressOfKey } from '../../../../src/evm/crypto/address.js'
import { unhex, type Hex } from '../../../../src/evm/hex.js'

/** The chain of the tests, with the precompile of the bank, and accounts with coins. */
export interface World {
  readonly app: EvmdApp
  readonly node: EvmdNode
  /** Private keys. */
  readonly keys: readonly Hex[]
  readonly accounts: readonly Hex[]
}

export const BANK: Hex = '0x0000000000000000000000000000000000000804'
export const COIN = 10n ** 18n

const METADATA = {
  base: 'atest',
  display: 'test',
  denom_units: [{ denom: 'atest' }, { denom: 'test', exponent: 18 }],
}

function newApp(): EvmdApp {
  return new EvmdApp({
    name: 'evmd',
    prefix: 'cosmos',
    denom: 'atest',
    vm: '',
    wasmd: 'stock',
    txContracts: false,
    txIndex: true,
    chainId: 'cosmos_262144-1',
    genesisTime: 1_700_000_000_000_000_000n,
    params: {},
    genesis: { bank: { denom_metadata: [METADATA] } },
  })
}

export async function newWorld(options: Partial<EvmdNodeOptions> = {}): Promise<World> {
  const app = newApp()
  app.setParams('evm', { active_static_precompiles: [BANK] })
  const keys = [1, 2, 3].map((n): Hex => `0x${String(n).padStart(64, '0')}`)
  const accounts = keys.map((key) => addressOfKey(unhex(key)))
  app.runInBlock((ctx) => {
    for (const account of accounts) app.mint(ctx, unhex(account), [{ denom: 'atest', amount: 100n * COIN }])
  })
  const node = await createEvmdNode({
    app,
    deliver: (bytes) => void app.baseApp.deliver(bytes),
    keys: () => new Map(accounts.map((account, i) => [account, unhex(keys[i]!)])),
    namespaces: ['eth', 'net', 'web3', 'debug', 'txpool', 'personal'],
    ...options,
  })
  return { app, node, keys, accounts }
}

/** The address of an account as the bank writes it. */
export const bech32 = (address: Hex): string => addressText('cosmos', unhex(address))

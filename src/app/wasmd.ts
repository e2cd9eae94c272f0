import { CircuitKeeper, circuitModule } from '../modules/circuit/index.js'
import { MintKeeper, mintModule } from '../modules/mint/index.js'
import { POOL_ESCROW, PoolKeeper, poolModule } from '../modules/protocolpool/index.js'
import type { InterchainAccounts } from './accounts.js'
import { ChainApp } from './chain-app.js'
import { FILE_DESCRIPTORS, type ChainKind } from './chain-parts.js'
import type { ChainOptions } from './chain-options.js'
import { commonParts } from './common-parts.js'
import { authorityOf, type PlainIbc } from './ibc.js'
import type { Kind } from './kind.js'
import { MODULE_VERSIONS } from './releases/module-versions.js'
import { PLAIN_ACCOUNTS, plainParts } from './plain.js'
import { VM_OF_WASMVM } from '../vm/internal.js'

/** Source: wasmd app/app.go `maccPerms`. */
const ACCOUNTS = {
  ...PLAIN_ACCOUNTS,
  mint: ['minter'],
  nft: [],
  protocolpool: [],
  [POOL_ESCROW]: [],
} as const

/** Modules that wasmd lacks come last. Source: wasmd app/app.go. */
const ORDER = {
  genesis: [
    'auth',
    'bank',
    'distribution',
    'staking',
    'slashing',
    'gov',
    'mint',
    'evidence',
    'authz',
    'feegrant',
    'upgrade',
    'circuit',
    'protocolpool',
    'transfer',
    'ibc',
    'interchainaccounts',
    'wasm',
  ],
  beginBlock: ['mint', 'distribution', 'protocolpool', 'slashing', 'evidence', 'staking', 'authz', 'transfer', 'ibc'],
  endBlock: ['gov', 'staking', 'feegrant', 'protocolpool'],
} as const

/** The app of stock wasmd, as far as docs/differences.md does not say otherwise. Source: wasmd v0.61.14 app/app.go, app/ante.go. */
export class WasmdApp extends ChainApp {
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  /** @param further rules that other chains of this kind have */
  constructor(options: ChainOptions, further: Pick<ChainKind, 'unordered'> = {}) {
    const own = {
      moduleAccounts: ACCOUNTS,
      unblocked: ['gov'],
      communityPool: POOL_ESCROW,
      contractIbc: () => ibc.contractIbc,
    }
    const common = commonParts(options, { ...own, ...further })
    const { ibc, accounts, modules } = plainParts(common.keepers, options, MODULE_VERSIONS.wasmd)
    const authority = authorityOf(options.prefix)
    const circuit = new CircuitKeeper(authority)
    const mint = new MintKeeper({ ...common.keepers, authority })
    const pool = new PoolKeeper({ ...common.keepers, authority })
    super(common, {
      modules: [...modules, circuitModule(circuit), mintModule(mint, options.denom), poolModule(pool, options.denom)],
      order: ORDER,
      afterSetUp: [circuit.anteStep],
      guard: circuit.assertAllowed,
      nodeServices: [FILE_DESCRIPTORS],
    })
    this.ibc = ibc
    this.accounts = accounts
  }
}

export const wasmd: Kind = {
  about: 'the app of wasmd v0.61',
  // Source: wasmd v0.61.14 go.mod.
  defaults: {
    name: 'wasmd',
    prefix: 'wasm',
    denom: 'stake',
    vm: VM_OF_WASMVM['3.0.7'],
    wasmd: 'stock',
    txContracts: true,
  },
  takes: ['layers'],
  hasEvm: false,
  programs: ['wasmd'],
  build: (options) => new WasmdApp(options),
}

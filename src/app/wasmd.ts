import type { Module } from '../chain/index.js'
import { CircuitKeeper, circuitModule } from '../modules/circuit/index.js'
import { MintKeeper, mintModule } from '../modules/mint/index.js'
import { POOL_ESCROW, PoolKeeper, poolModule } from '../modules/protocolpool/index.js'
import { upgradeModule } from '../modules/upgrade/index.js'
import type { InterchainAccounts } from './accounts.js'
import { ChainApp } from './chain-app.js'
import { FILE_DESCRIPTORS, type ChainKind, type Keepers, type LaterRelease } from './chain-parts.js'
import type { ChainOptions } from './chain-options.js'
import { commonParts } from './common/contracts.js'
import { authorityOf, type PlainIbc } from './ibc.js'
import type { Kind } from './kind.js'
import { WASMD_0_61 } from './releases/wasmd-0.61.js'
import { WASMD_0_70 } from './releases/wasmd-0.70.js'
import type { WasmdRelease } from './releases/wasmd.js'
import { VM_OF_WASMVM } from '../vm/internal.js'
import { PLAIN_ACCOUNTS, plainParts } from './plain.js'

/** Source: wasmd app/app.go `maccPerms`. */
const ACCOUNTS = {
  ...PLAIN_ACCOUNTS,
  mint: ['minter'],
  protocolpool: [],
  [POOL_ESCROW]: [],
} as const

/** Source: wasmd x/wasm/types/wasm_engine.go `DefaultMaxCallDepth`. */
const MAX_CALL_DEPTH = 100

/** All releases by the names that options give them, the default first. */
const RELEASES: Readonly<Record<string, WasmdRelease>> = { '0.61': WASMD_0_61, '0.70': WASMD_0_70 }
const NAMES = Object.keys(RELEASES)

/** The app of stock wasmd, as far as docs/differences.md does not say otherwise. Source: wasmd app/app.go, app/ante.go. */
export class WasmdApp extends ChainApp {
  declare readonly keepers: Keepers
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  /** @param further rules that other chains of this kind have */
  constructor(options: ChainOptions, further: Pick<ChainKind, 'unordered'> = {}) {
    const name = options.release ?? NAMES[0]!
    const release = RELEASES[name]!
    const own = {
      moduleAccounts: { ...ACCOUNTS, ...release.accounts },
      maxCallDepth: MAX_CALL_DEPTH,
      unblocked: ['gov'],
      communityPool: POOL_ESCROW,
      contractIbc: () => ibc.contractIbc,
      release: release.rules,
      types: release.types,
    }
    const common = commonParts(options, { ...own, ...further })
    const { ibc, accounts, modules } = plainParts(common.keepers, options)
    const authority = authorityOf(options.prefix)
    const circuit = new CircuitKeeper(authority)
    const mint = new MintKeeper({ ...common.keepers, authority })
    const pool = new PoolKeeper({ ...common.keepers, authority })
    const modulesOf = ({ rules, versions, handlers, modules: own }: WasmdRelease): readonly Module[] => [
      ...modules,
      upgradeModule(authority, versions, handlers),
      ...(own.includes('circuit') ? [circuitModule(circuit)] : []),
      mintModule(mint, options.denom, rules),
      poolModule(pool, options.denom),
    ]
    const later = release.leadsTo.map((next): [string, LaterRelease] => {
      const { rules, types, order, handlers } = RELEASES[next]!
      return [next, { rules, types, order, modules: modulesOf(RELEASES[next]!), plans: handlers.names }]
    })
    super(common, {
      release: name,
      modules: modulesOf(release),
      order: release.order,
      later: Object.fromEntries(later),
      ...(release.modules.includes('circuit') && {
        afterSetUp: [circuit.anteStep],
        guard: circuit.assertAllowed,
      }),
      nodeServices: [FILE_DESCRIPTORS],
    })
    this.ibc = ibc
    this.accounts = accounts
  }
}

export const wasmd: Kind = {
  about: 'the app of wasmd v0.61, or of v0.70',
  defaults: {
    name: 'wasmd',
    prefix: 'wasm',
    denom: 'stake',
    // Of all releases.
    vm: VM_OF_WASMVM['3.0.7'],
    wasmd: 'stock',
    txContracts: true,
  },
  releases: NAMES,
  takes: ['layers', 'release'],
  hasEvm: false,
  programs: ['wasmd'],
  build: (options) => new WasmdApp(options),
}

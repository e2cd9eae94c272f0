import { paramsModule } from '../modules/params/index.js'
import { upgradeModule } from '../modules/upgrade/index.js'
import type { InterchainAccounts } from './accounts.js'
import { ChainApp } from './chain-app.js'
import type { ChainOptions } from './chain-options.js'
import { FILE_DESCRIPTORS, type Keepers } from './chain-parts.js'
import { commonParts } from './common/contracts.js'
import { authorityOf, type PlainIbc } from './ibc.js'
import type { Kind } from './kind.js'
import { LEGACY_SUBSPACES } from './releases/legacy-params.js'
import { MODULE_VERSIONS } from './releases/module-versions.js'
import { PLAIN_ACCOUNTS, plainParts } from './plain.js'
import { VM_OF_WASMVM } from '../vm/internal.js'

/** Source: gaia app/modules.go. */
const ORDER = {
  beginBlock: ['distribution', 'slashing', 'evidence', 'staking', 'authz'],
  endBlock: ['gov', 'staking', 'feegrant'],
} as const

/** A counterparty chain: accounts, coins, staking, governance and contracts, and none of Neutron's own modules. */
export class HubApp extends ChainApp {
  declare readonly keepers: Keepers
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  constructor(options: ChainOptions) {
    const common = commonParts(options, {
      moduleAccounts: PLAIN_ACCOUNTS,
      contractIbc: () => ibc.contractIbc,
    })
    const { ibc, accounts, modules } = plainParts(common.keepers, options)
    super(common, {
      modules: [
        ...modules,
        upgradeModule(authorityOf(options.prefix), MODULE_VERSIONS.hub),
        paramsModule(LEGACY_SUBSPACES.hub),
      ],
      order: ORDER,
      signModes: new Set(['textual']),
      nodeServices: [FILE_DESCRIPTORS],
    })
    this.ibc = ibc
    this.accounts = accounts
  }
}

export const hub: Kind = {
  about: "what a Cosmos SDK chain has, with contracts, and none of Neutron's modules",
  // Source: gaia c3c08fed go.mod.
  defaults: {
    name: 'hub',
    prefix: 'cosmos',
    denom: 'uatom',
    vm: VM_OF_WASMVM['2.3.4'],
    wasmd: 'stock',
    txContracts: false,
  },
  takes: ['layers'],
  hasEvm: false,
  programs: ['gaiad'],
  build: (options) => new HubApp(options),
}

import { ibcModule } from '../modules/ibc/index.js'
import { icaModule } from '../modules/ica/index.js'
import { slashingModule } from '../modules/slashing/index.js'
import { transferModule } from '../modules/transfer/index.js'
import { upgradeModule } from '../modules/upgrade/index.js'
import { plainAccounts, type InterchainAccounts } from './accounts.js'
import { ChainApp } from './chain-app.js'
import type { ChainOptions } from './chain-options.js'
import { commonParts } from './common-parts.js'
import { plainIbc, type PlainIbc } from './ibc.js'

/** A counterparty chain: accounts, coins, staking, governance and contracts, and none of Neutron's own modules. */
export class HubApp extends ChainApp {
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  constructor(options: ChainOptions) {
    const common = commonParts(options, {
      moduleAccounts: { transfer: ['minter', 'burner'], interchainaccounts: [], wasm: ['burner'] },
    })
    const { keepers } = common
    const ibc = plainIbc(keepers)
    const accounts = plainAccounts(keepers, ibc)
    super(common, {
      modules: [
        ibcModule(ibc.core),
        transferModule(ibc.transfer),
        icaModule(accounts.controller, accounts.host, keepers.chain.queries),
        slashingModule,
        upgradeModule,
      ],
      signModes: new Set(['textual']),
    })
    this.ibc = ibc
    this.accounts = accounts
  }
}

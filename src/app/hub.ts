import { ibcModule } from '../modules/ibc/index.js'
import { slashingModule } from '../modules/slashing/index.js'
import { transferModule } from '../modules/transfer/index.js'
import { upgradeModule } from '../modules/upgrade/index.js'
import { ChainApp } from './chain-app.js'
import type { ChainOptions } from './chain-options.js'
import { icaModule } from '../modules/ica/index.js'
import { plainAccounts, type InterchainAccounts } from './accounts.js'
import { plainIbc, type PlainIbc } from './ibc.js'

/** A chain on the other side of connections: accounts, coins, staking, votes and contracts, nothing of Neutron's own. */
export class HubApp extends ChainApp {
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  constructor(options: ChainOptions) {
    let ibc: PlainIbc | undefined
    let accounts: InterchainAccounts | undefined
    super(options, {
      moduleAccounts: { transfer: ['minter', 'burner'], interchainaccounts: [], wasm: ['burner'] },
      modules: (keepers) => {
        ibc = plainIbc(keepers)
        accounts = plainAccounts(keepers, ibc)
        const { controller, host } = accounts
        return [
          ibcModule(ibc.core),
          transferModule(ibc.transfer),
          icaModule(controller, host, keepers.chain.queries),
          slashingModule,
          upgradeModule,
        ]
      },
    })
    this.ibc = ibc!
    this.accounts = accounts!
  }
}

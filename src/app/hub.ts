import { ibcModule } from '../modules/ibc/index.js'
import { transferModule } from '../modules/transfer/index.js'
import { ChainApp, type ChainOptions } from './chain-app.js'
import { plainIbc, type PlainIbc } from './ibc.js'

/** A chain on the other side of connections: accounts, coins, staking, votes and contracts, nothing of Neutron's own. */
export class HubApp extends ChainApp {
  readonly ibc: PlainIbc

  constructor(options: ChainOptions) {
    let ibc: PlainIbc | undefined
    super(options, {
      moduleAccounts: { transfer: ['minter', 'burner'], wasm: ['burner'] },
      modules: (keepers) => {
        ibc = plainIbc(keepers)
        return [ibcModule(ibc.ibc), transferModule(ibc.transfer)]
      },
    })
    this.ibc = ibc!
  }
}

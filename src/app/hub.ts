import { ChainApp, type ChainOptions } from './chain-app.js'

/** A chain on the other side of connections: accounts, coins, staking, votes and contracts, nothing of Neutron's own. */
export class HubApp extends ChainApp {
  constructor(options: ChainOptions) {
    super(options, { moduleAccounts: { wasm: ['burner'] }, modules: () => [] })
  }
}

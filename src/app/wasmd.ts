import { CircuitKeeper, circuitModule } from '../modules/circuit/index.js'
import type { InterchainAccounts } from './accounts.js'
import { ChainApp } from './chain-app.js'
import type { ChainOptions } from './chain-options.js'
import { commonParts } from './common-parts.js'
import { authorityOf, type PlainIbc } from './ibc.js'
import { PLAIN_ACCOUNTS, plainParts } from './plain.js'

/** The app of stock wasmd, as far as docs/differences.md does not say otherwise. Source: wasmd v0.61.14 app/app.go, app/ante.go. */
export class WasmdApp extends ChainApp {
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts

  constructor(options: ChainOptions) {
    const common = commonParts(options, { moduleAccounts: PLAIN_ACCOUNTS, unblocked: ['gov'] })
    const { ibc, accounts, modules } = plainParts(common.keepers)
    const circuit = new CircuitKeeper(authorityOf(options.prefix))
    super(common, {
      modules: [...modules, circuitModule(circuit)],
      afterSetUp: [circuit.anteStep],
      guard: circuit.assertAllowed,
      signModes: new Set(['textual']),
    })
    this.ibc = ibc
    this.accounts = accounts
  }
}

import { addressText } from '../chain/address.js'
import { moduleAddress, type Permission } from '../modules/auth/index.js'
import {
  ContractManagerKeeper,
  contractManagerModule,
  failuresBinding,
  resubmitBinding,
} from '../modules/contractmanager/index.js'
import { checkFeeMarket, feemarketModule, settleFeeMarket } from '../modules/feemarket/index.js'
import { checkGlobalFee, globalfeeModule } from '../modules/globalfee/index.js'
import { Bindings, NEUTRON_BINDINGS, NEUTRON_QUERIES } from '../modules/wasm/index.js'
import { ChainApp, type ChainOptions } from './chain-app.js'

/** Source: neutron app/app.go `maccPerms` (06e81b9f). */
const MODULE_ACCOUNTS: Readonly<Record<string, readonly Permission[]>> = {
  transfer: ['minter', 'burner'],
  interchainaccounts: [],
  wasm: ['burner'],
  interchainqueries: [],
  feerefunder: [],
  tokenfactory: ['minter', 'burner'],
  coinfactory: ['minter', 'burner'],
  mint: ['minter'],
}

/** A chain as Neutron is: contracts with the chain's own messages, and the contract manager. */
export class NeutronApp extends ChainApp {
  readonly contractManager: ContractManagerKeeper

  constructor(options: ChainOptions) {
    const bindings = new Bindings(NEUTRON_BINDINGS)
    let contractManager: ContractManagerKeeper | undefined
    super(options, {
      // Source: neutron app/app.go.
      capabilities: ['neutron', 'cosmwasm_3_0'],
      bindings,
      allowedQueries: NEUTRON_QUERIES,
      moduleAccounts: MODULE_ACCOUNTS,
      modules: ({ wasm }) => {
        contractManager = new ContractManagerKeeper({
          wasm,
          authority: addressText(options.prefix, moduleAddress('gov')),
        })
        bindings.addMessage(resubmitBinding(contractManager)).addQuery(failuresBinding)
        return [contractManagerModule(contractManager), feemarketModule(), globalfeeModule()]
      },
      beforeFee: [checkFeeMarket, checkGlobalFee],
      post: [settleFeeMarket],
    })
    this.contractManager = contractManager!
  }
}

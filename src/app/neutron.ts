import { addressText } from '../chain/address.js'
import { moduleAddress } from '../modules/auth/index.js'
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
      moduleAccounts: {},
      modules: ({ wasm }) => {
        contractManager = new ContractManagerKeeper({
          wasm,
          authority: addressText(options.prefix, moduleAddress('gov')),
        })
        bindings.addMessage(resubmitBinding(contractManager)).addQuery(failuresBinding)
        return [contractManagerModule(contractManager), feemarketModule(), globalfeeModule()]
      },
      beforeFee: [checkGlobalFee, checkFeeMarket],
      post: [settleFeeMarket],
    })
    this.contractManager = contractManager!
  }
}

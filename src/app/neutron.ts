import { addressText } from '../chain/address.js'
import { moduleAddress, type Permission } from '../modules/auth/index.js'
import {
  ContractManagerKeeper,
  contractManagerModule,
  failuresBinding,
  resubmitBinding,
} from '../modules/contractmanager/index.js'
import { checkFeeMarket, feemarketModule, settleFeeMarket } from '../modules/feemarket/index.js'
import { getMetadata, setMetadata, validateMetadata } from '../modules/bank/index.js'
import { checkGlobalFee, globalfeeModule } from '../modules/globalfee/index.js'
import { feeRefunderModule, minIbcFeeBinding } from '../modules/feerefunder/index.js'
import { ibcModule } from '../modules/ibc/index.js'
import { ibcTransferBinding, neutronTransferModule } from '../modules/transfer/index.js'
import {
  TokenFactoryKeeper,
  tokenFactoryBindings,
  tokenFactoryModule,
  tokenFactoryQueriesOf,
} from '../modules/tokenfactory/index.js'
import { Bindings, NEUTRON_BINDINGS, NEUTRON_QUERIES } from '../modules/wasm/index.js'
import { ChainApp, type ChainOptions, type Keepers } from './chain-app.js'
import { STAKING_ACCOUNTS } from './staking.js'
import { neutronIbc, type NeutronIbc } from './ibc.js'

/** Source: neutron app/app.go `maccPerms` (06e81b9f). */
const MODULE_ACCOUNTS: Readonly<Record<string, readonly Permission[]>> = {
  transfer: ['minter', 'burner'],
  interchainaccounts: [],
  wasm: ['burner'],
  interchainqueries: [],
  feerefunder: [],
  tokenfactory: ['minter', 'burner'],
  coinfactory: ['minter', 'burner'],
  cron: [],
  dex: ['minter', 'burner'],
  oracle: [],
  marketmap: [],
  'feemarket-fee-collector': [],
  mint: ['minter'],
}

/** The names of all of them. */
const KNOWN_MODULES = ['fee_collector', ...Object.keys(STAKING_ACCOUNTS), ...Object.keys(MODULE_ACCOUNTS)]

/** The token factory with its custom JSON for contracts. */
function tokenFactoryOf(
  options: ChainOptions,
  { accounts, bank, wasm }: Keepers,
  bindings: Bindings,
): TokenFactoryKeeper {
  const keeper = new TokenFactoryKeeper({
    accounts,
    bank,
    wasm,
    settings: { getMetadata, setMetadata, validateMetadata },
    authority: addressText(options.prefix, moduleAddress('gov')),
    knownModules: KNOWN_MODULES,
  })
  const messages = tokenFactoryBindings(keeper)
  const queries = tokenFactoryQueriesOf(keeper)
  bindings
    .addMessage(messages.createDenom)
    .addMessage(messages.mint)
    .addMessage(messages.setHook)
    .addMessage(messages.changeAdmin)
    .addMessage(messages.burn)
    .addMessage(messages.forceTransfer)
    .addMessage(messages.setMetadata)
    .addQuery(queries.fullDenom)
    .addQuery(queries.denomAdmin)
    .addQuery(queries.beforeSendHook)
  return keeper
}

/** A chain as Neutron is: contracts with the chain's own messages, and the contract manager. */
export class NeutronApp extends ChainApp {
  readonly contractManager: ContractManagerKeeper
  readonly tokenFactory: TokenFactoryKeeper
  readonly ibc: NeutronIbc

  constructor(options: ChainOptions) {
    const bindings = new Bindings(NEUTRON_BINDINGS)
    let contractManager: ContractManagerKeeper | undefined
    let tokenFactory: TokenFactoryKeeper | undefined
    let ibc: NeutronIbc | undefined
    super(options, {
      // Source: neutron app/app.go.
      capabilities: ['neutron', 'cosmwasm_3_0'],
      bindings,
      allowedQueries: NEUTRON_QUERIES,
      moduleAccounts: MODULE_ACCOUNTS,
      modules: (keepers) => {
        contractManager = new ContractManagerKeeper({
          wasm: keepers.wasm,
          authority: addressText(options.prefix, moduleAddress('gov')),
        })
        ibc = neutronIbc(keepers, contractManager)
        tokenFactory = tokenFactoryOf(options, keepers, bindings)
        bindings
          .addMessage(resubmitBinding(contractManager))
          .addMessage(ibcTransferBinding(ibc.transfers))
          .addQuery(failuresBinding)
          .addQuery(minIbcFeeBinding(ibc.fees))
        return [
          contractManagerModule(contractManager),
          tokenFactoryModule(tokenFactory),
          feemarketModule(),
          globalfeeModule(),
          ibcModule(ibc.ibc),
          feeRefunderModule(ibc.fees),
          neutronTransferModule(ibc.transfers),
        ]
      },
      beforeFee: [checkFeeMarket, checkGlobalFee],
      post: [settleFeeMarket],
    })
    this.contractManager = contractManager!
    this.tokenFactory = tokenFactory!
    this.ibc = ibc!
  }
}

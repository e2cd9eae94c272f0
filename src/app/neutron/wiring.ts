import { NO_BYTES } from '../../base/index.js'
import type { Context } from '../../chain/index.js'
import type { DecCoins } from '../../codec/index.js'
import {
  contractManagerModule,
  failuresBinding,
  resubmitBinding,
  type ContractManagerKeeper,
} from '../../modules/contractmanager/index.js'
import { cronModule, removeScheduleBinding } from '../../modules/cron/index.js'
import { dynamicFees, dynamicFeesModule } from '../../modules/dynamicfees/index.js'
import { escrowFee, FeeMarketKeeper, feemarketModule, settleFee } from '../../modules/feemarket/index.js'
import { feeRefunderModule, minIbcFeeBinding } from '../../modules/feerefunder/index.js'
import { checkGlobalFee, getGlobalFeeParams, globalfeeModule } from '../../modules/globalfee/index.js'
import { ibcModule } from '../../modules/ibc/index.js'
import { icaModule } from '../../modules/ica/index.js'
import { interchainQueriesModule, type InterchainQueriesKeeper } from '../../modules/interchainqueries/index.js'
import {
  accountAddressBinding,
  interchainTxsModule,
  registerAccountBinding,
  submitTxBinding,
} from '../../modules/interchaintxs/index.js'
import { paramsModule } from '../../modules/params/index.js'
import { factoryModule } from '../../modules/tokenfactory/index.js'
import { ibcTransferBinding, neutronTransferModule } from '../../modules/transfer/index.js'
import { upgradeModule } from '../../modules/upgrade/index.js'
import { stateVerifierModule } from '../../modules/stateverifier/index.js'
import type { OracleKeeper } from '../../modules/oracle/index.js'
import type { Bindings } from '../../modules/wasm/index.js'
import type { ChainOptions } from '../chain-options.js'
import type { ChainParts, Keepers } from '../chain-parts.js'
import { authorityOf } from '../ibc.js'
import { LEGACY_SUBSPACES } from '../releases/legacy-params.js'
import { MODULE_VERSIONS } from '../releases/module-versions.js'
import { neutronAccounts, type NeutronAccounts } from './accounts.js'
import { contractManagerOf } from './contract-manager.js'
import { cronOf } from './cron.js'
import { neutronMint } from './mint.js'
import { neutronOracle } from './oracle.js'
import { neutronIbc, type NeutronIbc } from './ibc.js'
import { neutronInterchainQueries } from './interchain-queries.js'
import { factoriesOf, type Factories } from './token-factory.js'

/** What Neutron has besides the common modules. */
interface NeutronParts extends ChainParts {
  readonly contractManager: ContractManagerKeeper
  readonly factories: Factories
  readonly oracle: OracleKeeper
  readonly interchainQueries: InterchainQueriesKeeper
  readonly ibc: NeutronIbc
  readonly accounts: NeutronAccounts
  readonly minimumGasPrices: (ctx: Context) => DecCoins
}

/** Source: neutron app/app.go. */
const ORDER = {
  beginBlock: ['mint', 'distribution', 'slashing', 'evidence', 'staking', 'authz', 'cron', 'oracle', 'state-verifier'],
  endBlock: ['feegrant', 'gov', 'staking', 'interchainqueries', 'cron', 'feemarket'],
} as const

/** The minimum gas prices: those of the fee market while it is on. */
const minimumGasPricesOf =
  (feeMarket: FeeMarketKeeper) =>
  (ctx: Context): DecCoins =>
    feeMarket.params(ctx)?.enabled ? feeMarket.gasPrices(ctx) : getGlobalFeeParams(ctx).minimumGasPrices

/**
 * Neutron's keepers on top of the common ones, and its modules in their order. Adds the custom messages and queries to the bindings.
 * Source: neutron app/app.go.
 */
export function neutronParts(options: ChainOptions, keepers: Keepers, bindings: Bindings): NeutronParts {
  const contractManager = contractManagerOf(keepers)
  const factories = factoriesOf(options, keepers, bindings)
  const { tokenFactory, coinFactory } = factories
  const ibc = neutronIbc(keepers, contractManager, [tokenFactory, coinFactory])
  const cron = cronOf(keepers)
  const accounts = neutronAccounts(keepers, ibc, contractManager)
  const interchainQueries = neutronInterchainQueries(options, keepers, ibc, contractManager, bindings)
  const authority = authorityOf(options.prefix)
  const { oracle, modules: oracleModules } = neutronOracle(authority, bindings)
  const feeMarket = new FeeMarketKeeper({
    accounts: keepers.accounts,
    bank: keepers.bank,
    allowances: keepers.feegrant,
    resolver: dynamicFees,
    authority,
    proposer: ({ block }) => block.proposer ?? NO_BYTES,
  })
  bindings
    .addMessage(removeScheduleBinding(cron))
    .addMessage(resubmitBinding(contractManager))
    .addMessage(ibcTransferBinding(ibc.feeTransfers))
    .addMessage(registerAccountBinding(accounts.txs))
    .addMessage(submitTxBinding(accounts.txs))
    .addQuery(failuresBinding)
    .addQuery(accountAddressBinding(accounts.txs))
    .addQuery(minIbcFeeBinding(ibc.fees))
  return {
    contractManager,
    factories,
    oracle,
    interchainQueries,
    ibc,
    accounts,
    modules: [
      contractManagerModule(contractManager),
      factoryModule(tokenFactory),
      factoryModule(coinFactory),
      dynamicFeesModule(authority),
      feemarketModule(feeMarket),
      globalfeeModule(authority),
      ibcModule(ibc.core),
      feeRefunderModule(ibc.fees),
      neutronTransferModule(ibc.feeTransfers),
      ...ibc.modules,
      interchainQueriesModule(interchainQueries),
      icaModule(accounts.controller, accounts.host, keepers.chain.queries),
      interchainTxsModule(accounts.txs),
      cronModule(cron),
      ...oracleModules,
      neutronMint(keepers, authority, options.denom),
      stateVerifierModule,
      upgradeModule(authority, MODULE_VERSIONS.neutron),
      paramsModule(LEGACY_SUBSPACES.neutron),
    ],
    order: ORDER,
    minimumGasPrices: minimumGasPricesOf(feeMarket),
    fee: (deduct) => escrowFee(feeMarket, [checkGlobalFee, deduct]),
    post: [settleFee(feeMarket)],
    signModes: new Set(['eip191']),
  }
}

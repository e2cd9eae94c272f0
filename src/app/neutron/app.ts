import type { Context } from '../../chain/index.js'
import type { DecCoins } from '../../codec/index.js'
import type { ContractManagerKeeper } from '../../modules/contractmanager/index.js'
import type { FeeRefunderKeeper } from '../../modules/feerefunder/index.js'
import type { InterchainQueriesKeeper } from '../../modules/interchainqueries/index.js'
import type { FactoryKeeper } from '../../modules/tokenfactory/index.js'
import type { OracleKeeper } from '../../modules/oracle/index.js'
import { Bindings } from '../../modules/wasm/index.js'
import { ChainApp } from '../chain-app.js'
import type { ChainOptions } from '../chain-options.js'
import type { Keepers } from '../chain-parts.js'
import { commonParts } from '../common/contracts.js'
import type { Kind } from '../kind.js'
import type { NeutronAccounts } from './accounts.js'
import { NEUTRON_QUERIES } from './allowed-queries.js'
import { NEUTRON_BINDINGS } from './bindings.js'
import type { NeutronIbc } from './ibc.js'
import { MODULE_ACCOUNTS } from './module-accounts.js'
import { neutronParts } from './wiring.js'
import { VM_OF_WASMVM } from '../../vm/internal.js'

/** A Neutron chain: contracts with custom messages, the contract manager, and interchain queries. */
export class NeutronApp extends ChainApp {
  declare readonly keepers: Keepers
  /** The custom messages and queries of its contracts. */
  readonly bindings: Bindings
  override readonly contractManager: ContractManagerKeeper
  readonly tokenFactory: FactoryKeeper
  readonly coinFactory: FactoryKeeper
  override readonly oracle: OracleKeeper
  override readonly interchainQueries: InterchainQueriesKeeper
  readonly ibc: NeutronIbc
  override readonly relayerFees: FeeRefunderKeeper
  override readonly minimumGasPrices: (ctx: Context) => DecCoins
  readonly accounts: NeutronAccounts

  constructor(options: ChainOptions) {
    const bindings = new Bindings(NEUTRON_BINDINGS)
    const common = commonParts(options, {
      // Source: neutron app/app.go.
      capabilities: ['neutron', 'cosmwasm_3_0'],
      maxWasmSize: 1_677_722,
      bindings,
      allowedQueries: NEUTRON_QUERIES,
      sendHooks: () => parts.factories.hooks,
      contractIbc: () => parts.ibc.contractIbc,
      moduleAccounts: MODULE_ACCOUNTS,
      // Its own step for signatures knows none. Source: neutron app/sigverify.go.
      unordered: 'refusedLate',
    })
    const parts = neutronParts(options, common.keepers, bindings)
    super(common, parts)
    this.bindings = bindings
    this.contractManager = parts.contractManager
    this.tokenFactory = parts.factories.tokenFactory
    this.coinFactory = parts.factories.coinFactory
    this.oracle = parts.oracle
    this.interchainQueries = parts.interchainQueries
    this.ibc = parts.ibc
    this.relayerFees = parts.ibc.fees
    this.minimumGasPrices = parts.minimumGasPrices
    this.accounts = parts.accounts
  }
}

export const neutron: Kind = {
  about: "with Neutron's modules and an EVM",
  // Source: neutron 06e81b9f go.mod.
  defaults: {
    name: 'neutron',
    prefix: 'neutron',
    denom: 'untrn',
    vm: VM_OF_WASMVM['3.0.5'],
    wasmd: 'stock',
    txContracts: false,
  },
  takes: ['bank'],
  hasEvm: true,
  programs: ['neutrond'],
  build: (options) => new NeutronApp(options),
}

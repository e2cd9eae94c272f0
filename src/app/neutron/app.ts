import { addressText } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import { InfiniteGasMeter } from '../../chain/gas.js'
import { moduleAddress, type Permission } from '../../modules/auth/index.js'
import {
  ContractManagerKeeper,
  contractManagerModule,
  failuresBinding,
  resubmitBinding,
  type SudoOutcome,
} from '../../modules/contractmanager/index.js'
import { checkFeeMarket, feemarketModule, settleFeeMarket } from '../../modules/feemarket/index.js'
import { getMetadata, setMetadata, validateMetadata } from '../../modules/bank/index.js'
import { checkGlobalFee, getGlobalFeeParams, globalfeeModule, type GasPrice } from '../../modules/globalfee/index.js'
import { feeRefunderModule, minIbcFeeBinding, type FeeRefunderKeeper } from '../../modules/feerefunder/index.js'
import { ibcModule } from '../../modules/ibc/index.js'
import { interchainQueriesModule, type InterchainQueriesKeeper } from '../../modules/interchainqueries/index.js'
import { icaModule } from '../../modules/ica/index.js'
import {
  accountAddressBinding,
  interchainTxsModule,
  registerAccountBinding,
  submitTxBinding,
} from '../../modules/interchaintxs/index.js'
import { ibcTransferBinding, neutronTransferModule } from '../../modules/transfer/index.js'
import {
  sendHooks,
  TokenFactoryKeeper,
  tokenFactoryBindings,
  tokenFactoryModule,
  tokenFactoryQueriesOf,
} from '../../modules/tokenfactory/index.js'
import { Bindings, FAULTS, NEUTRON_BINDINGS, NEUTRON_QUERIES, OBSERVER } from '../../modules/wasm/index.js'
import { ChainApp } from '../chain-app.js'
import type { ChainOptions } from '../chain-options.js'
import type { Keepers } from '../chain-parts.js'
import { STAKING_ACCOUNTS } from '../staking.js'
import { neutronAccounts } from '../accounts.js'
import { neutronIbc, type NeutronIbc } from '../ibc.js'
import { neutronInterchainQueries } from './interchain-queries.js'

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
  // The SDK's own bank has no hooks, and no recording was made with them.
  if (options.wasmd === 'neutron') bank.hooks = sendHooks(keeper)
  return keeper
}

/** Tells whoever observes the transaction of a call under the sudo limit; its record is read without a charge. */
function reportLimited(
  manager: ContractManagerKeeper,
  ctx: Context,
  contract: Uint8Array,
  { gasUsed, gasLimit, failureId, error }: SudoOutcome,
): void {
  const observer = ctx.value(OBSERVER)
  if (observer?.limited === undefined) return
  const free = ctx.withGasMeter(new InfiniteGasMeter())
  observer.limited({
    contract: addressText(ctx.prefix, contract),
    gasUsed: BigInt(gasUsed),
    gasLimit,
    failure:
      failureId === undefined || error === undefined
        ? undefined
        : { id: failureId, error: manager.failure(free, contract, failureId).error, details: error.log },
  })
}

/** A chain as Neutron is: contracts with the chain's own messages, the contract manager, and interchain queries. */
export class NeutronApp extends ChainApp {
  /** The custom JSON of its contracts. */
  readonly bindings: Bindings
  override readonly contractManager: ContractManagerKeeper
  readonly tokenFactory: TokenFactoryKeeper
  override readonly interchainQueries: InterchainQueriesKeeper
  readonly ibc: NeutronIbc
  override readonly relayerFees: FeeRefunderKeeper
  override readonly minimumGasPrices = (ctx: Context): readonly GasPrice[] => getGlobalFeeParams(ctx).minimumGasPrices
  readonly accounts: ReturnType<typeof neutronAccounts>

  constructor(options: ChainOptions) {
    const bindings = new Bindings(NEUTRON_BINDINGS)
    let contractManager: ContractManagerKeeper | undefined
    let tokenFactory: TokenFactoryKeeper | undefined
    let ibc: NeutronIbc | undefined
    let interchainQueries: InterchainQueriesKeeper | undefined
    let accounts: ReturnType<typeof neutronAccounts> | undefined
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
          report: (ctx, contract, outcome) => reportLimited(contractManager!, ctx, contract, outcome),
          limitOf: (ctx, contract) => ctx.value(FAULTS)?.sudoLimit(addressText(options.prefix, contract)),
        })
        tokenFactory = tokenFactoryOf(options, keepers, bindings)
        ibc = neutronIbc(keepers, contractManager, tokenFactory)
        accounts = neutronAccounts(keepers, ibc, contractManager)
        interchainQueries = neutronInterchainQueries(options, keepers, ibc, contractManager, bindings)
        bindings
          .addMessage(resubmitBinding(contractManager))
          .addMessage(ibcTransferBinding(ibc.feeTransfers))
          .addMessage(registerAccountBinding(accounts.txs))
          .addMessage(submitTxBinding(accounts.txs))
          .addQuery(failuresBinding)
          .addQuery(accountAddressBinding(accounts.txs))
          .addQuery(minIbcFeeBinding(ibc.fees))
        return [
          contractManagerModule(contractManager),
          tokenFactoryModule(tokenFactory),
          feemarketModule(),
          globalfeeModule(),
          ibcModule(ibc.core),
          feeRefunderModule(ibc.fees),
          neutronTransferModule(ibc.feeTransfers),
          interchainQueriesModule(interchainQueries),
          icaModule(accounts.controller, accounts.host, keepers.chain.queries),
          interchainTxsModule(accounts.txs),
        ]
      },
      beforeFee: [checkFeeMarket, checkGlobalFee],
      post: [settleFeeMarket],
    })
    this.bindings = bindings
    this.contractManager = contractManager!
    this.tokenFactory = tokenFactory!
    this.interchainQueries = interchainQueries!
    this.ibc = ibc!
    this.relayerFees = ibc!.fees
    this.accounts = accounts!
  }
}

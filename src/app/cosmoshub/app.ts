import { NO_BYTES, NotSupportedError } from '../../base/index.js'
import { plainError, SDK_0_53, type Context, type Module, type Release } from '../../chain/index.js'
import type { DecCoins } from '../../codec/index.js'
import { moduleAddress, vestingCoins } from '../../modules/auth/index.js'
import { getMetadata, setMetadata, validateMetadata } from '../../modules/bank/index.js'
import { escrowFee, FeeMarketKeeper, feemarketModule, settleFee } from '../../modules/feemarket/index.js'
import { getChannel, ibcModule, type IbcKeeper } from '../../modules/ibc/index.js'
import { icaModule } from '../../modules/ica/index.js'
import { LiquidKeeper, liquidModule } from '../../modules/liquid/index.js'
import { MintKeeper, mintModule } from '../../modules/mint/index.js'
import { paramsModule } from '../../modules/params/index.js'
import { RateLimitKeeper, rateLimitingModule } from '../../modules/ratelimiting/index.js'
import {
  Bonded,
  findDelegation,
  findValidator,
  getDelegation,
  getParams as stakingParams,
  getValidator,
  isReceiving,
  sharesOfTokens,
  tokensOfShares,
} from '../../modules/staking/index.js'
import { CosmosFactoryKeeper, cosmosFactoryModule } from '../../modules/tokenfactory/index.js'
import { transferModule } from '../../modules/transfer/index.js'
import { upgradeModule } from '../../modules/upgrade/index.js'
import { allowedQuery } from '../../modules/wasm/index.js'
import { VM_OF_WASMVM } from '../../vm/internal.js'
import { plainAccounts, type InterchainAccounts } from '../accounts.js'
import { ChainApp } from '../chain-app.js'
import type { ChainOptions } from '../chain-options.js'
import { FILE_DESCRIPTORS, type Keepers } from '../chain-parts.js'
import { commonParts } from '../common/contracts.js'
import { STACKS } from '../ibc-stacks.js'
import { authorityOf, plainIbc, type PlainIbc } from '../ibc.js'
import type { Kind } from '../kind.js'
import { LEGACY_SUBSPACES } from '../releases/legacy-params.js'
import { MODULE_VERSIONS } from '../releases/module-versions.js'
import { feeMarketParams, whileMarketIsOff } from './fees.js'
import { contractsHaveStake, gaiaGuard, votesHaveStake } from './votes.js'

/** Module accounts besides those that every chain has. Source: gaia v28.0.0 app/modules.go `maccPerms`. */
const ACCOUNTS = {
  interchainaccounts: [],
  mint: ['minter'],
  transfer: ['minter', 'burner'],
  wasm: ['burner'],
  feemarket: [],
  'feemarket-fee-collector': [],
  tokenfactory: ['minter', 'burner'],
} as const

/** Nobody may send to the accounts of modules but gov's, and to that of a module that is gone. Source: gaia v28.0.0 app/app.go `BlockedModuleAccountAddrs`. */
const GONE = 'consumer_rewards_pool'

/** Source: gaia v28.0.0 app/modules.go. */
const ORDER = {
  genesis: [
    'auth',
    'bank',
    'distribution',
    'gov',
    'staking',
    'slashing',
    'mint',
    'transfer',
    'ibc',
    'interchainaccounts',
    'evidence',
    'authz',
    'feegrant',
    'packetfowardmiddleware',
    'ratelimit',
    'params',
    'upgrade',
    'vesting',
    'feemarket',
    'consensus',
    'wasm',
    'liquid',
    'tokenfactory',
  ],
  beginBlock: [
    'mint',
    'distribution',
    'slashing',
    'evidence',
    'staking',
    'ibc',
    'transfer',
    'packetfowardmiddleware',
    'ratelimit',
    'authz',
    'liquid',
  ],
  endBlock: ['gov', 'staking', 'feegrant', 'feemarket'],
} as const

/** Stores without rows: of contracts as light clients, and of a module that is gone. Source: gaia v28.0.0 app/keepers/keys.go. */
const EMPTY: readonly Module[] = ['08-wasm', 'provider'].map((name) => ({ name, stores: [name] }))

/** What contracts may query, by `grpc` alone. Source: gaia v28.0.0 app/keepers/keepers.go. */
const QUERIES = new Map([
  allowedQuery('/cosmos.staking.v1beta1.Query/Validator'),
  allowedQuery('/cosmos.gov.v1.Query/Proposal'),
])

/** cosmos-sdk v0.53.4, ibc-go v10.7.0, wasmd v0.60.8. Source: gaia v28.0.0 go.mod. */
const RULES: Release = {
  ...SDK_0_53,
  tellsTxHash: false,
  hasClientPorts: false,
  types: {
    ...SDK_0_53.types,
    extensions: new Set(['/gaia.metaprotocols.ExtensionData', '/cosmos.authz.v1beta1.MsgRevoke']),
  },
}

/** The Cosmos Hub. Source: gaia v28.0.0 app. */
class CosmosHubApp extends ChainApp {
  declare readonly keepers: Keepers
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts
  override readonly minimumGasPrices: (ctx: Context) => DecCoins
  override readonly demandsFees = true

  constructor(options: ChainOptions) {
    const common = commonParts(options, {
      moduleAccounts: ACCOUNTS,
      unblocked: ['gov'],
      blocked: [moduleAddress(GONE)],
      release: RULES,
      lacks: ['ibc2'],
      maxWasmSize: 1_677_722,
      maxMetadata: 10_200,
      allowedGrpc: QUERIES,
      beforeMessage: (ctx, contract, message) => {
        if (message.custom !== undefined) throw noCustom(options.name)
        contractsHaveStake(ctx, contract, message)
      },
      stakingHooks: {
        afterValidatorCreated: (...of) => liquid.hooks.afterValidatorCreated(...of),
        afterValidatorRemoved: (...of) => liquid.hooks.afterValidatorRemoved(...of),
        beforeValidatorSlashed: (...of) => liquid.hooks.beforeValidatorSlashed(...of),
      },
      contractIbc: () => ibc.contractIbc,
    })
    const { keepers } = common
    const authority = authorityOf(options.prefix)
    const liquid = liquidKeeper(keepers, authority)
    const market = new FeeMarketKeeper({
      accounts: keepers.accounts,
      bank: keepers.bank,
      allowances: keepers.feegrant,
      resolver: {
        convert: (_, coin, denom) => {
          if (coin.denom === denom) return coin
          throw plainError('error resolving denom')
        },
        extraDenoms: () => [],
      },
      authority,
      proposer: ({ block }) => block.proposer ?? NO_BYTES,
      tipsTo: 'proposer',
    })
    const { callbackGas, transfer } = STACKS.cosmoshub
    const limitsOf = (core: IbcKeeper) => (limits ??= limitKeeper(keepers, core, authority))
    let limits: RateLimitKeeper | undefined
    const ibc = plainIbc(keepers, transfer, { callbackGas, limits: limitsOf })
    const accounts = plainAccounts(keepers, ibc, callbackGas)
    const factory = new CosmosFactoryKeeper({
      bank: keepers.bank,
      settings: { getMetadata, setMetadata, validateMetadata },
      pool: keepers.distribution,
      authority,
      capabilities: new Set(['metadata']),
    })
    super(common, {
      modules: [
        ibcModule(ibc.core),
        transferModule(ibc.transfer),
        ...ibc.modules,
        rateLimitingModule(limitsOf(ibc.core)),
        icaModule(accounts.controller, accounts.host, keepers.chain.queries),
        mintModule(new MintKeeper({ ...keepers, authority }), options.denom, RULES),
        feemarketModule(market, feeMarketParams(options.denom)),
        liquidModule(liquid),
        cosmosFactoryModule(factory, {
          denomCreationFee: [{ denom: options.denom, amount: 10_000_000n }],
          denomCreationGasConsume: 2_000_000n,
          feeCollectorAddress: '',
          whitelistedHooks: [],
        }),
        ...EMPTY,
        upgradeModule(authority, MODULE_VERSIONS.cosmoshub),
        paramsModule(LEGACY_SUBSPACES.hub),
      ],
      order: ORDER,
      guard: gaiaGuard,
      afterSize: [votesHaveStake],
      feeLast: true,
      fee: () => escrowFee(market, [whileMarketIsOff(keepers, market)]),
      post: [settleFee(market)],
      signModes: new Set(['textual']),
      nodeServices: [FILE_DESCRIPTORS],
    })
    this.ibc = ibc
    this.accounts = accounts
    this.minimumGasPrices = (ctx) => {
      const params = market.params(ctx)
      if (params === undefined) return []
      return params.enabled
        ? market.gasPrices(ctx)
        : [{ denom: params.feeDenom, amount: params.minBaseGasPrice }].filter(({ amount }) => amount > 0n)
    }
  }
}

const noCustom = (chain: string) =>
  new NotSupportedError(`${chain} has no custom messages of contracts`, {
    details: ['those of the token factory are missing here; its messages can be sent as `any`'],
  })

const liquidKeeper = ({ accounts, bank, staking, distribution }: Keepers, authority: string) =>
  new LiquidKeeper<ReturnType<typeof getValidator>>({
    accounts: {
      vesting: (ctx, address) => {
        const vesting = accounts.get(ctx, address)?.vesting
        return (
          vesting && {
            vesting: vestingCoins(vesting, ctx.block.time),
            delegatedVesting: vesting.delegatedVesting,
            delegatedFree: vesting.delegatedFree,
          }
        )
      },
    },
    bank,
    staking: {
      validator: getValidator,
      findValidator,
      findDelegation,
      delegation: getDelegation,
      isBonded: ({ status }) => status === Bonded,
      tokensOfShares,
      sharesOfTokens,
      isReceiving,
      unbondingTime: (ctx) => stakingParams(ctx).unbondingTime,
      bondDenom: (ctx) => staking.bondDenom(ctx),
      totalBonded: (ctx) => staking.totalBonded(ctx),
      sharesToUnbond: (...of) => staking.sharesToUnbond(...of),
      unbond: (...of) => staking.unbond(...of),
      delegate: (ctx, delegator, amount, validator) =>
        void staking.delegate(ctx, delegator, amount, 'account', validator),
      toNotBonded: (ctx, amount) => staking.toNotBonded(ctx, amount),
    },
    distribution,
    authority,
  })

const limitKeeper = ({ bank }: Keepers, core: IbcKeeper, authority: string): RateLimitKeeper =>
  new RateLimitKeeper({
    bank,
    channels: {
      hasChannel: (ctx, portId, channelId) => getChannel(ctx, portId, channelId) !== undefined,
      hasClient: (ctx, clientId) => core.clients.status(ctx, clientId) !== 'Unauthorized',
    },
    authority,
  })

export const cosmoshub: Kind = {
  about: 'the app of gaia v28: the Cosmos Hub with its fee market, liquid staking, token factory and rate limits',
  // Source: gaia v28.0.0 go.mod.
  defaults: {
    name: 'cosmoshub',
    prefix: 'cosmos',
    denom: 'uatom',
    vm: VM_OF_WASMVM['2.3.4'],
    wasmd: 'stock',
    txContracts: false,
  },
  takes: [],
  hasEvm: false,
  programs: [],
  build: (options) => new CosmosHubApp(options),
}

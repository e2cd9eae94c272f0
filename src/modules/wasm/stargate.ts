import { ChainError } from '../../base/errors.js'
import { toUtf8 } from '../../base/bytes.js'
import { ErrNotSupported } from '../../chain/sdk-errors.js'
import { unsupportedRequest } from '../../codec/wasm/index.js'
import type { Queries } from './expected.js'
import type { Querier } from './queriers.js'

/** Writes the protobuf response of a path as the chain's JSON. */
export type ResponseJson = (path: string, response: Uint8Array) => string | undefined

const service = (name: string, ...methods: readonly string[]): string[] =>
  methods.map((method) => `/${name}.Query/${method}`)

const FACTORY = ['Params', 'DenomAuthorityMetadata', 'DenomsFromCreator', 'BeforeSendHookAddress', 'FullDenom']

/** The gRPC queries that contracts of the live chain may make. Source: neutron wasmbinding/stargate_allowlist.go. */
export const NEUTRON_QUERIES: ReadonlySet<string> = new Set([
  ...service('ibc.core.client.v1', 'ClientState', 'ConsensusState'),
  ...service('ibc.core.connection.v1', 'Connection'),
  ...service('ibc.core.channel.v1', 'ChannelClientState'),
  ...service('osmosis.tokenfactory.v1beta1', ...FACTORY),
  ...service('neutron.coinfactory.v1beta1', ...FACTORY),
  ...service('ibc.applications.interchain_accounts.controller.v1', 'InterchainAccount'),
  ...service('ibc.applications.transfer.v1', 'Denom', 'EscrowAddress'),
  ...service('cosmos.auth.v1beta1', 'Account', 'Params'),
  ...service('cosmos.bank.v1beta1', 'Balance', 'DenomMetadata', 'Params', 'SupplyOf'),
  ...service('neutron.interchaintxs.v1', 'Params', 'InterchainAccountAddress'),
  ...service('neutron.cron', 'Params'),
  ...service(
    'neutron.interchainqueries',
    'Params',
    'RegisteredQueries',
    'RegisteredQuery',
    'QueryResult',
    'LastRemoteHeight',
  ),
  ...service(
    'neutron.dex',
    'Params',
    'LimitOrderTrancheUser',
    'LimitOrderTrancheUserAll',
    'LimitOrderTrancheUserAllByAddress',
    'LimitOrderTranche',
    'LimitOrderTrancheAll',
    'UserDepositsAll',
    'TickLiquidityAll',
    'InactiveLimitOrderTranche',
    'InactiveLimitOrderTrancheAll',
    'PoolReservesAll',
    'PoolReserves',
    'EstimateMultiHopSwap',
    'EstimatePlaceLimitOrder',
    'Pool',
    'PoolByID',
    'PoolMetadata',
    'PoolMetadataAll',
    'SimulateDeposit',
    'SimulateWithdrawal',
    'SimulateWithdrawalWithShares',
    'SimulatePlaceLimitOrder',
    'SimulateWithdrawFilledLimitOrder',
    'SimulateCancelLimitOrder',
    'SimulateMultiHopSwap',
  ),
  ...service('slinky.oracle.v1', 'GetAllCurrencyPairs', 'GetPrice', 'GetPrices'),
  ...service('slinky.marketmap.v1', 'Markets', 'LastUpdated', 'Params', 'Market'),
  ...service('feemarket.feemarket.v1', 'Params', 'State', 'GasPrice', 'GasPrices'),
  ...service('neutron.dynamicfees.v1', 'Params'),
  ...service('gaia.globalfee.v1beta1', 'Params'),
  ...service(
    'cosmos.distribution.v1beta1',
    'Params',
    'ValidatorDistributionInfo',
    'ValidatorOutstandingRewards',
    'ValidatorCommission',
    'ValidatorSlashes',
    'DelegationRewards',
    'DelegationTotalRewards',
    'DelegatorValidators',
    'DelegatorWithdrawAddress',
    'CommunityPool',
  ),
  ...service(
    'cosmos.gov.v1beta1',
    'Proposal',
    'Proposals',
    'Vote',
    'Votes',
    'Params',
    'Deposit',
    'Deposits',
    'TallyResult',
  ),
  ...service('cosmos.mint.v1beta1', 'Params', 'Inflation', 'AnnualProvisions'),
  ...service(
    'cosmos.staking.v1beta1',
    'Delegation',
    'UnbondingDelegation',
    'Validator',
    'DelegatorDelegations',
    'DelegatorUnbondingDelegations',
  ),
  ...service('neutron.state_verifier.v1', 'VerifyStateValues'),
])

/** The bytes of the module's response. @throws SystemFault for a path that is not allowed or that no module answers */
function routed(
  allowed: ReadonlySet<string>,
  queries: () => Queries,
  ...[ctx, _contract, { path, data }]: Parameters<Querier<'grpc'>>
): Uint8Array {
  if (!allowed.has(path)) throw unsupportedRequest(`'${path}' path is not allowed from the contract`)
  const handler = queries().handler(path)
  if (handler === undefined) throw unsupportedRequest(`No route to query '${path}'`)
  return handler(ctx, data ?? new Uint8Array(0))
}

/** `grpc` queries: the response stays protobuf. Source: wasmd `AcceptListGrpcQuerier`. */
export const grpcQuerier =
  (allowed: ReadonlySet<string>, queries: () => Queries): Querier<'grpc'> =>
  (...query) =>
    routed(allowed, queries, ...query)

/**
 * `stargate` queries: the response as JSON. A path whose response nobody can write yet is refused with a chain error.
 * Source: wasmd `AcceptListStargateQuerier`.
 */
export const stargateQuerier =
  (allowed: ReadonlySet<string>, queries: () => Queries, responseJson: ResponseJson): Querier<'stargate'> =>
  (...query) => {
    const { path } = query[2]
    const text = responseJson(path, routed(allowed, queries, ...query))
    if (text === undefined) throw notWritten(path)
    return toUtf8(text)
  }

const notWritten = (path: string): ChainError => ErrNotSupported.error(`JSON response of ${path}`)

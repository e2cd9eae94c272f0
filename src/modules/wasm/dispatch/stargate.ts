import { NotSupportedError, type SudoboxError } from '../../../base/errors.js'
import { toUtf8 } from '../../../base/bytes.js'
import { plainError, wrapError } from '../../../chain/errors.js'
import { ProtoError } from '../../../codec/proto.js'
import { methodTypes, protoJson, SchemaError } from '../../../codec/proto-json/index.js'
import { unsupportedRequest } from '../../../codec/wasm/index.js'
import type { Queries } from '../expected.js'
import type { Querier } from './queriers.js'

/** Writes the protobuf response of a query as the chain's JSON. @throws ProtoError for invalid bytes */
export type ResponseJson = (response: Uint8Array) => string

/** The gRPC paths that contracts may query, by `grpc` and `stargate`. Source: wasmd `AcceptedQueries`. */
export type AllowedQueries = ReadonlyMap<string, ResponseJson>

/** A path whose response is of the type that its service declares, or of another one that the chain takes it for. */
const allowedQuery = (path: string, responseType?: string): readonly [path: string, json: ResponseJson] => [
  path,
  (response) => {
    const type = responseType ?? methodTypes(path)?.response
    if (type === undefined) throw new NotSupportedError(`the JSON of ${path} is not known here`)
    return protoJson(type, response)
  },
]

const service = (name: string, ...methods: readonly string[]) =>
  methods.map((method) => allowedQuery(`/${name}.Query/${method}`))

const FACTORY = ['Params', 'DenomAuthorityMetadata', 'DenomsFromCreator', 'BeforeSendHookAddress', 'FullDenom']

/** The gRPC queries that contracts of the live chain may make. Source: neutron wasmbinding/stargate_allowlist.go. */
export const NEUTRON_QUERIES: AllowedQueries = new Map([
  ...service('ibc.core.client.v1', 'ClientState', 'ConsensusState'),
  ...service('ibc.core.connection.v1', 'Connection'),
  ...service('ibc.core.channel.v1', 'ChannelClientState'),
  ...service('osmosis.tokenfactory.v1beta1', ...FACTORY),
  ...service('neutron.coinfactory.v1beta1', ...FACTORY),
  ...service('ibc.applications.interchain_accounts.controller.v1', 'InterchainAccount'),
  ...service('ibc.applications.transfer.v1', 'Denom', 'EscrowAddress'),
  ...service('cosmos.auth.v1beta1', 'Account', 'Params'),
  ...service('cosmos.bank.v1beta1', 'Balance', 'Params', 'SupplyOf'),
  // The chain takes the one description for a page of them, and prints it as a list.
  allowedQuery('/cosmos.bank.v1beta1.Query/DenomMetadata', 'cosmos.bank.v1beta1.QueryDenomsMetadataResponse'),
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
  allowed: AllowedQueries,
  queries: () => Queries,
  ...[ctx, _contract, { path, data }]: Parameters<Querier<'grpc'>>
): { readonly response: Uint8Array; readonly json: ResponseJson } {
  const json = allowed.get(path)
  if (json === undefined) throw unsupportedRequest(`'${path}' path is not allowed from the contract`)
  const handler = queries().handler(path)
  if (handler === undefined) throw unsupportedRequest(`No route to query '${path}'`)
  return { response: handler(ctx, data ?? new Uint8Array(0)), json }
}

/** `grpc` queries: the response stays protobuf. Source: wasmd `AcceptListGrpcQuerier`. */
export const grpcQuerier =
  (allowed: AllowedQueries, queries: () => Queries): Querier<'grpc'> =>
  (...query) =>
    routed(allowed, queries, ...query).response

/** `stargate` queries: the response as JSON. Source: wasmd `AcceptListStargateQuerier`, `ConvertProtoToJSONMarshal`. */
export const stargateQuerier =
  (allowed: AllowedQueries, queries: () => Queries): Querier<'stargate'> =>
  (...query) => {
    const { response, json } = routed(allowed, queries, ...query)
    try {
      return toUtf8(json(response))
    } catch (error) {
      if (error instanceof ProtoError) throw notWritten('to proto', error)
      if (error instanceof SchemaError) throw notWritten('to json', error)
      throw error
    }
  }

const notWritten = (step: string, cause: SudoboxError) => wrapError(plainError(cause.shortMessage, cause), step)

import { toBase64, toUtf8 } from '../../base/index.js'
import {
  bool,
  bytes,
  pointer,
  rawMessage,
  string,
  struct,
  uint16,
  uint32,
  uint64,
  wellFormed,
  type ValueOf,
} from '../go-json/index.js'
import { systemErrorJson, type SystemError } from './system-error.js'

/** Contract queries, decoded as wasmvm does. Source: wasmvm v3 types/queries.go. */

const empty = struct('', {}, 'struct {}')

const PageRequest = struct('PageRequest', { key: bytes, limit: uint32, reverse: bool })

const BankQuery = struct('BankQuery', {
  supply: pointer(struct('SupplyQuery', { denom: string })),
  balance: pointer(struct('BalanceQuery', { address: string, denom: string })),
  all_balances: pointer(struct('AllBalancesQuery', { address: string })),
  denom_metadata: pointer(struct('DenomMetadataQuery', { denom: string })),
  all_denom_metadata: pointer(struct('AllDenomMetadataQuery', { pagination: pointer(PageRequest) })),
})

const IbcQuery = struct('IBCQuery', {
  port_id: pointer(struct('PortIDQuery', {})),
  list_channels: pointer(struct('ListChannelsQuery', { port_id: string })),
  channel: pointer(struct('ChannelQuery', { port_id: string, channel_id: string })),
})

const StakingQuery = struct('StakingQuery', {
  all_validators: pointer(struct('AllValidatorsQuery', {})),
  validator: pointer(struct('ValidatorQuery', { address: string })),
  all_delegations: pointer(struct('AllDelegationsQuery', { delegator: string })),
  delegation: pointer(struct('DelegationQuery', { delegator: string, validator: string })),
  bonded_denom: pointer(empty),
})

const DistributionQuery = struct('DistributionQuery', {
  delegator_withdraw_address: pointer(struct('DelegatorWithdrawAddressQuery', { delegator_address: string })),
  delegation_rewards: pointer(
    struct('DelegationRewardsQuery', { delegator_address: string, validator_address: string }),
  ),
  delegation_total_rewards: pointer(struct('DelegationTotalRewardsQuery', { delegator_address: string })),
  delegator_validators: pointer(struct('DelegatorValidatorsQuery', { delegator_address: string })),
})

const StargateQuery = struct('StargateQuery', { data: bytes, path: string })
const GrpcQuery = struct('GrpcQuery', { data: bytes, path: string })

const WasmQuery = struct('WasmQuery', {
  smart: pointer(struct('SmartQuery', { contract_addr: string, msg: bytes })),
  raw: pointer(struct('RawQuery', { contract_addr: string, key: bytes })),
  contract_info: pointer(struct('ContractInfoQuery', { contract_addr: string })),
  code_info: pointer(struct('CodeInfoQuery', { code_id: uint64 })),
  raw_range: pointer(
    struct('RawRangeQuery', { contract_addr: string, start: bytes, end: bytes, limit: uint16, order: string }),
  ),
})

export const QueryRequest = struct('QueryRequest', {
  bank: pointer(BankQuery),
  custom: rawMessage,
  ibc: pointer(IbcQuery),
  staking: pointer(StakingQuery),
  distribution: pointer(DistributionQuery),
  stargate: pointer(StargateQuery),
  grpc: pointer(GrpcQuery),
  wasm: pointer(WasmQuery),
})

export type PageRequest = ValueOf<typeof PageRequest>
export type QueryRequest = ValueOf<typeof QueryRequest>
export type BankQuery = ValueOf<typeof BankQuery>
type IbcQuery = ValueOf<typeof IbcQuery>
export type StakingQuery = ValueOf<typeof StakingQuery>
export type DistributionQuery = ValueOf<typeof DistributionQuery>
export type WasmQuery = ValueOf<typeof WasmQuery>

/** The result of a query: bytes, an error text for the contract, or a system error. */
export type QuerierResult = { readonly ok: Uint8Array } | { readonly error: string } | { readonly system: SystemError }

/**
 * The bytes that the VM writes for the contract: `SystemResult<ContractResult<Binary>>` by serde. An empty error text counts as an empty answer,
 * since Go leaves it out.
 */
export function encodeQuerierResult(result: QuerierResult): Uint8Array {
  if ('system' in result) return toUtf8(`{"error":${systemErrorJson(result.system)}}`)
  if ('error' in result && result.error !== '')
    return toUtf8(`{"ok":${JSON.stringify({ error: wellFormed(result.error) })}}`)
  return toUtf8(`{"ok":{"ok":"${'ok' in result ? toBase64(result.ok) : ''}"}}`)
}

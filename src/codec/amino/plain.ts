import { toBase64 } from '../../base/bytes.js'
import { fromUtf8 } from '../../base/bytes.js'
import { decodeAny, type Any } from '../any.js'
import { fieldsOf, type Field } from '../proto-json/schema.js'
import { readProto, type ProtoField } from '../proto.js'
import { decodeTime, rfc3339Nano } from '../time.js'

/** Amino names of messages and of what is packed in them; all others use their type URL. Source: `(amino.name)` in the protobuf files. */
const NAMES: Readonly<Record<string, string>> = {
  '/cosmos.authz.v1beta1.MsgGrant': 'cosmos-sdk/MsgGrant',
  '/cosmos.authz.v1beta1.MsgExec': 'cosmos-sdk/MsgExec',
  '/cosmos.authz.v1beta1.MsgRevoke': 'cosmos-sdk/MsgRevoke',
  '/cosmos.authz.v1beta1.GenericAuthorization': 'cosmos-sdk/GenericAuthorization',
  '/cosmos.bank.v1beta1.SendAuthorization': 'cosmos-sdk/SendAuthorization',
  '/cosmos.staking.v1beta1.StakeAuthorization': 'cosmos-sdk/StakeAuthorization',
  '/cosmwasm.wasm.v1.StoreCodeAuthorization': 'wasm/StoreCodeAuthorization',
  '/cosmwasm.wasm.v1.ContractExecutionAuthorization': 'wasm/ContractExecutionAuthorization',
  '/cosmwasm.wasm.v1.ContractMigrationAuthorization': 'wasm/ContractMigrationAuthorization',
  '/cosmwasm.wasm.v1.MaxCallsLimit': 'wasm/MaxCallsLimit',
  '/cosmwasm.wasm.v1.MaxFundsLimit': 'wasm/MaxFundsLimit',
  '/cosmwasm.wasm.v1.CombinedLimit': 'wasm/CombinedLimit',
  '/cosmwasm.wasm.v1.AllowAllMessagesFilter': 'wasm/AllowAllMessagesFilter',
  '/cosmwasm.wasm.v1.AcceptedMessageKeysFilter': 'wasm/AcceptedMessageKeysFilter',
  '/cosmwasm.wasm.v1.AcceptedMessagesFilter': 'wasm/AcceptedMessagesFilter',
  '/cosmos.feegrant.v1beta1.MsgGrantAllowance': 'cosmos-sdk/MsgGrantAllowance',
  '/cosmos.feegrant.v1beta1.MsgRevokeAllowance': 'cosmos-sdk/MsgRevokeAllowance',
  '/cosmos.feegrant.v1beta1.BasicAllowance': 'cosmos-sdk/BasicAllowance',
  '/cosmos.feegrant.v1beta1.PeriodicAllowance': 'cosmos-sdk/PeriodicAllowance',
  '/cosmos.feegrant.v1beta1.AllowedMsgAllowance': 'cosmos-sdk/AllowedMsgAllowance',
  '/cosmos.vesting.v1beta1.MsgCreateVestingAccount': 'cosmos-sdk/MsgCreateVestingAccount',
  '/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount': 'cosmos-sdk/MsgCreatePermLockedAccount',
  '/cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount': 'cosmos-sdk/MsgCreatePeriodVestAccount',
  '/cosmos.gov.v1.MsgSubmitProposal': 'cosmos-sdk/v1/MsgSubmitProposal',
  '/cosmos.gov.v1.MsgVote': 'cosmos-sdk/v1/MsgVote',
  '/cosmos.gov.v1.MsgVoteWeighted': 'cosmos-sdk/v1/MsgVoteWeighted',
  '/cosmos.gov.v1.MsgDeposit': 'cosmos-sdk/v1/MsgDeposit',
  '/cosmos.gov.v1.MsgCancelProposal': 'cosmos-sdk/v1/MsgCancelProposal',
  '/osmosis.tokenfactory.v1beta1.MsgCreateDenom': 'osmosis/tokenfactory/create-denom',
  '/osmosis.tokenfactory.v1beta1.MsgMint': 'osmosis/tokenfactory/mint',
  '/osmosis.tokenfactory.v1beta1.MsgBurn': 'osmosis/tokenfactory/burn',
  '/osmosis.tokenfactory.v1beta1.MsgChangeAdmin': 'osmosis/tokenfactory/change-admin',
  '/osmosis.tokenfactory.v1beta1.MsgSetBeforeSendHook': 'osmosis/tokenfactory/set-beforesend-hook',
  '/osmosis.tokenfactory.v1beta1.MsgForceTransfer': 'osmosis/tokenfactory/force-transfer',
  '/osmosis.tokenfactory.v1beta1.MsgUpdateParams': 'osmosis/tokenfactory/MsgUpdateParams',
  '/neutron.coinfactory.v1beta1.MsgCreateDenom': 'neutron/coinfactory/create-denom',
  '/neutron.coinfactory.v1beta1.MsgMint': 'neutron/coinfactory/mint',
  '/neutron.coinfactory.v1beta1.MsgBurn': 'neutron/coinfactory/burn',
  '/neutron.coinfactory.v1beta1.MsgChangeAdmin': 'neutron/coinfactory/change-admin',
  '/neutron.coinfactory.v1beta1.MsgSetBeforeSendHook': 'neutron/coinfactory/set-beforesend-hook',
  '/neutron.coinfactory.v1beta1.MsgForceTransfer': 'neutron/coinfactory/force-transfer',
  '/neutron.coinfactory.v1beta1.MsgUpdateParams': 'neutron/coinfactory/MsgUpdateParams',
  '/slinky.marketmap.v1.MsgCreateMarkets': 'slinky/x/marketmap/MsgCreateMarkets',
  '/slinky.marketmap.v1.MsgUpdateMarkets': 'slinky/x/marketmap/MsgUpdateMarkets',
  '/slinky.marketmap.v1.MsgUpsertMarkets': 'slinky/x/marketmap/MsgUpsertMarkets',
  '/slinky.oracle.v1.MsgAddCurrencyPairs': 'slinky/x/oracle/MsgAddCurrencyPairs',
  '/slinky.oracle.v1.MsgRemoveCurrencyPairs': 'slinky/x/oracle/MsgSetCurrencyPairs',
  '/gaia.globalfee.v1beta1.MsgUpdateParams': 'globalfee/MsgUpdateParams',
  '/neutron.contractmanager.MsgResubmitFailure': 'contractmanager/MsgResubmitFailure',
  '/neutron.contractmanager.MsgUpdateParams': 'contractmanager/MsgUpdateParams',
  '/neutron.cron.MsgAddSchedule': 'cron/MsgAddSchedule',
  '/neutron.cron.MsgRemoveSchedule': 'cron/MsgRemoveSchedule',
  '/neutron.cron.MsgUpdateParams': 'cron/MsgUpdateParams',
  '/neutron.dynamicfees.v1.MsgUpdateParams': 'dynamicfees/MsgUpdateParams',
  '/neutron.feerefunder.MsgUpdateParams': 'feerefunder/MsgUpdateParams',
  '/neutron.ibcratelimit.v1beta1.MsgUpdateParams': 'neutron/ibc-rate-limit/MsgUpdateParams',
  '/neutron.interchainqueries.MsgUpdateParams': 'interchainqueries/MsgUpdateParams',
  '/neutron.interchaintxs.v1.MsgUpdateParams': 'interchaintxs/MsgUpdateParams',
  '/nolus.contractmanager.MsgUpdateParams': 'contractmanager/MsgUpdateParams',
  '/nolus.feerefunder.MsgUpdateParams': 'feerefunder/MsgUpdateParams',
  '/nolus.interchaintxs.v1.MsgUpdateParams': 'interchaintxs/MsgUpdateParams',
  '/nolus.vestings.v1beta1.MsgCreateVestingAccount': 'nolus-core/x/vestings/CreateVestingAccount',
}

/** Fields that are printed even when empty. Source: `(amino.dont_omitempty)` in the protobuf files. */
const ALWAYS: ReadonlySet<string> = new Set([
  'cosmos.authz.v1beta1.MsgGrant.grant',
  'cosmos.bank.v1beta1.SendAuthorization.spend_limit',
  'cosmwasm.wasm.v1.MaxFundsLimit.amounts',
  'cosmwasm.wasm.v1.CombinedLimit.amounts',
  'cosmos.feegrant.v1beta1.BasicAllowance.spend_limit',
  'cosmos.feegrant.v1beta1.PeriodicAllowance.basic',
  'cosmos.feegrant.v1beta1.PeriodicAllowance.period',
  'cosmos.feegrant.v1beta1.PeriodicAllowance.period_spend_limit',
  'cosmos.feegrant.v1beta1.PeriodicAllowance.period_can_spend',
  'cosmos.feegrant.v1beta1.PeriodicAllowance.period_reset',
  'cosmos.vesting.v1beta1.MsgCreateVestingAccount.amount',
  'cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount.amount',
  'cosmos.vesting.v1beta1.Period.amount',
  'cosmos.gov.v1.MsgSubmitProposal.initial_deposit',
  'cosmos.gov.v1.MsgVote.proposal_id',
  'cosmos.gov.v1.MsgVoteWeighted.proposal_id',
  'cosmos.gov.v1.MsgDeposit.proposal_id',
  'osmosis.tokenfactory.v1beta1.MsgUpdateParams.params',
  'neutron.coinfactory.v1beta1.MsgUpdateParams.params',
  'gaia.globalfee.v1beta1.MsgUpdateParams.params',
  'neutron.contractmanager.MsgUpdateParams.params',
  'neutron.cron.MsgUpdateParams.params',
  'neutron.dynamicfees.v1.MsgUpdateParams.params',
  'neutron.feerefunder.MsgUpdateParams.params',
  'neutron.ibcratelimit.v1beta1.MsgUpdateParams.params',
  'neutron.interchainqueries.MsgUpdateParams.params',
  'neutron.interchaintxs.v1.MsgUpdateParams.params',
  'nolus.contractmanager.MsgUpdateParams.params',
  'nolus.feerefunder.MsgUpdateParams.params',
  'nolus.interchaintxs.v1.MsgUpdateParams.params',
])

/** Lists that are printed even when empty, as `null`: those without `(amino.encoding) = "legacy_coins"`. */
const NULL_IF_EMPTY: ReadonlySet<string> = new Set([
  'cosmwasm.wasm.v1.StoreCodeAuthorization.grants',
  'cosmwasm.wasm.v1.ContractExecutionAuthorization.grants',
  'cosmwasm.wasm.v1.ContractMigrationAuthorization.grants',
  'cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount.vesting_periods',
  'cosmos.gov.v1.MsgDeposit.amount',
])

/** The names under which the members of a `oneof` are wrapped. Source: `(amino.oneof_name)` in the protobuf files. */
const ONE_OF: Readonly<Record<string, { readonly name: string; readonly types: Readonly<Record<string, string>> }>> = {
  'cosmos.staking.v1beta1.StakeAuthorization': {
    name: 'Validators',
    types: {
      allow_list: 'cosmos-sdk/StakeAuthorization/AllowList',
      deny_list: 'cosmos-sdk/StakeAuthorization/DenyList',
    },
  },
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Writes a message that is packed in another one. */
type Packed = (message: Any) => { readonly type: string; readonly value: Json }

/**
 * A message by the amino encoder's general rules: fields that are set, 64-bit numbers as strings, enums as numbers.
 * @param packed for the messages in it
 * @throws SchemaError for a type in no table, ProtoError
 * Source: cosmossdk.io/x/tx signing/aminojson/json_marshal.go, time.go.
 */
export function plainMessage(
  { typeUrl, value }: Any,
  packed: Packed,
): { readonly type: string; readonly value: Record<string, Json> } {
  return { type: NAMES[typeUrl] ?? typeUrl, value: members(typeUrl.slice(1), value, packed) }
}

function members(type: string, bytes: Uint8Array, packed: Packed): Record<string, Json> {
  const found = readProto(bytes)
  const object: Record<string, Json> = {}
  const oneOf = ONE_OF[type]
  if (oneOf !== undefined) object[oneOf.name] = null
  for (const field of fieldsOf(type)) {
    const entries = found.filter(({ field: number }) => number === field.number)
    const isMissing = entries.length === 0
    const name = `${type}.${field.name}`
    if (isMissing && NULL_IF_EMPTY.has(name)) object[field.name] = null
    if (isMissing && !ALWAYS.has(name)) continue
    const value = field.repeated
      ? entries.map((entry) => valueOf(field, entry, packed))
      : valueOf(field, entries.at(-1) ?? ABSENT, packed)
    const wrapper = oneOf?.types[field.name]
    if (wrapper === undefined) object[field.name] = value
    else object[oneOf!.name] = { type: wrapper, value: { [field.name]: value } }
  }
  return object
}

const ABSENT: ProtoField = { field: 0, wire: 0, number: 0n, bytes: new Uint8Array(0) }

function valueOf({ type, kind }: Field, { number, bytes }: ProtoField, packed: Packed): Json {
  if (kind === 'message') {
    if (type === 'google.protobuf.Any') return packed(decodeAny(bytes))
    if (type === 'google.protobuf.Timestamp') return rfc3339Nano(decodeTime(bytes))
    if (type === 'google.protobuf.Duration') return String(decodeTime(bytes))
    return members(type, bytes, packed)
  }
  if (kind === 'enum') return Number(BigInt.asIntN(32, number))
  switch (type) {
    case 'string':
      return fromUtf8(bytes)
    case 'bytes':
      return toBase64(bytes)
    case 'bool':
      return number !== 0n
    case 'uint32':
      return Number(number)
    case 'int32':
      return Number(BigInt.asIntN(32, number))
    case 'int64':
      return String(BigInt.asIntN(64, number))
    default:
      return String(number)
  }
}

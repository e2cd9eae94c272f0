import { DECIMALS } from '../proto-json/index.js'
import { own } from '../../base/index.js'

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

/** How a field is written. */
export interface FieldRule {
  /** Its name, if it has another one. Source: `(amino.field_name)` */
  readonly as?: string
  /** Written even when empty: a list as this. Source: `(amino.dont_omitempty)`, `(amino.encoding) = "legacy_coins"` */
  readonly always?: 'null' | '[]'
  /** Bytes that are JSON, and written as it. Source: `(amino.encoding) = "inline_json"` */
  readonly inline?: true
  /** A text or bytes that are a number. Source: `(cosmos_proto.scalar)` */
  readonly number?: 'int' | 'dec'
  /** The member in which an alternative of a `oneof` is wrapped, and under which type; without the type it cannot be written. */
  readonly oneof?: { readonly name: string; readonly type: string | undefined }
}

/** How the messages of one type are written. */
export interface AminoRules {
  readonly name?: string
  readonly fields: Readonly<Record<string, FieldRule>>
}

const added = new Map<string, AminoRules>()

/** Adds types that are not part of the chains, by their full names. */
export function addAminoRules(rules: Readonly<Record<string, AminoRules>>): void {
  for (const [type, rule] of Object.entries(rules)) added.set(type, rule)
}

/** The amino name of a message; its type URL if it has none. */
export const aminoName = (typeUrl: string): string =>
  added.get(typeUrl.slice(1))?.name ?? own(NAMES, typeUrl) ?? typeUrl

const PLAIN: FieldRule = {}

export function ruleOf(type: string, field: string): FieldRule {
  const known = added.get(type)
  if (known !== undefined) return own(known.fields, field) ?? PLAIN
  const name = `${type}.${field}`
  const always = NULL_IF_EMPTY.has(name) ? 'null' : ALWAYS.has(name) ? '[]' : undefined
  const oneof = own(ONE_OF, type)
  return {
    ...(always !== undefined && { always }),
    ...(DECIMALS.has(name) && { number: 'dec' as const }),
    ...(oneof !== undefined &&
      Object.hasOwn(oneof.types, field) && { oneof: { name: oneof.name, type: oneof.types[field] } }),
  }
}

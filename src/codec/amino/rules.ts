import { DECIMALS } from '../proto-json/index.js'
import { own } from '../../base/index.js'

/** Amino names of messages and of what is packed in them; all others use their type URL. Source: `(amino.name)` in the protobuf files. */
const NAMES: Readonly<Record<string, string>> = {
  '/cosmos.auth.v1beta1.ModuleCredential': 'cosmos-sdk/GroupAccountCredential',
  '/cosmos.auth.v1beta1.MsgUpdateParams': 'cosmos-sdk/x/auth/MsgUpdateParams',
  '/cosmos.auth.v1beta1.Params': 'cosmos-sdk/x/auth/Params',
  '/cosmos.bank.v1beta1.MsgMultiSend': 'cosmos-sdk/MsgMultiSend',
  '/cosmos.bank.v1beta1.MsgSend': 'cosmos-sdk/MsgSend',
  '/cosmos.bank.v1beta1.MsgSetSendEnabled': 'cosmos-sdk/MsgSetSendEnabled',
  '/cosmos.bank.v1beta1.MsgUpdateParams': 'cosmos-sdk/x/bank/MsgUpdateParams',
  '/cosmos.bank.v1beta1.Params': 'cosmos-sdk/x/bank/Params',
  '/cosmos.consensus.v1.MsgUpdateParams': 'cosmos-sdk/x/consensus/MsgUpdateParams',
  '/cosmos.distribution.v1beta1.MsgCommunityPoolSpend': 'cosmos-sdk/distr/MsgCommunityPoolSpend',
  '/cosmos.distribution.v1beta1.MsgDepositValidatorRewardsPool': 'cosmos-sdk/distr/MsgDepositValRewards',
  '/cosmos.distribution.v1beta1.MsgFundCommunityPool': 'cosmos-sdk/MsgFundCommunityPool',
  '/cosmos.distribution.v1beta1.MsgSetWithdrawAddress': 'cosmos-sdk/MsgModifyWithdrawAddress',
  '/cosmos.distribution.v1beta1.MsgUpdateParams': 'cosmos-sdk/distribution/MsgUpdateParams',
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': 'cosmos-sdk/MsgWithdrawDelegationReward',
  '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission': 'cosmos-sdk/MsgWithdrawValCommission',
  '/cosmos.distribution.v1beta1.Params': 'cosmos-sdk/x/distribution/Params',
  '/cosmos.evidence.v1beta1.MsgSubmitEvidence': 'cosmos-sdk/MsgSubmitEvidence',
  '/cosmos.evm.erc20.v1.MsgConvertCoin': 'cosmos/evm/x/erc20/MsgConvertCoin',
  '/cosmos.evm.erc20.v1.MsgConvertERC20': 'cosmos/evm/MsgConvertERC20',
  '/cosmos.evm.erc20.v1.MsgRegisterERC20': 'cosmos/evm/x/erc20/MsgRegisterERC20',
  '/cosmos.evm.erc20.v1.MsgToggleConversion': 'cosmos/evm/x/erc20/MsgToggleConversion',
  '/cosmos.evm.erc20.v1.MsgUpdateParams': 'cosmos/evm/x/erc20/MsgUpdateParams',
  '/cosmos.evm.feemarket.v1.MsgUpdateParams': 'cosmos/evm/x/feemarket/MsgUpdateParams',
  '/cosmos.evm.feemarket.v1.Params': 'cosmos/evm/x/feemarket/Params',
  '/cosmos.evm.vm.v1.MsgEthereumTx': 'cosmos/evm/MsgEthereumTx',
  '/cosmos.evm.vm.v1.MsgRegisterPreinstalls': 'cosmos/evm/x/vm/MsgRegisterPreinstalls',
  '/cosmos.evm.vm.v1.MsgUpdateParams': 'cosmos/evm/x/vm/MsgUpdateParams',
  '/cosmos.evm.vm.v1.Params': 'cosmos/evm/x/vm/Params',
  '/cosmos.gov.v1.MsgExecLegacyContent': 'cosmos-sdk/v1/MsgExecLegacyContent',
  '/cosmos.gov.v1.MsgUpdateParams': 'cosmos-sdk/x/gov/v1/MsgUpdateParams',
  '/cosmos.gov.v1beta1.MsgDeposit': 'cosmos-sdk/MsgDeposit',
  '/cosmos.gov.v1beta1.MsgSubmitProposal': 'cosmos-sdk/MsgSubmitProposal',
  '/cosmos.gov.v1beta1.MsgVote': 'cosmos-sdk/MsgVote',
  '/cosmos.gov.v1beta1.MsgVoteWeighted': 'cosmos-sdk/MsgVoteWeighted',
  '/cosmos.gov.v1beta1.TextProposal': 'cosmos-sdk/TextProposal',
  '/cosmos.mint.v1beta1.MsgUpdateParams': 'cosmos-sdk/x/mint/MsgUpdateParams',
  '/cosmos.mint.v1beta1.Params': 'cosmos-sdk/x/mint/Params',
  '/cosmos.slashing.v1beta1.MsgUnjail': 'cosmos-sdk/MsgUnjail',
  '/cosmos.slashing.v1beta1.MsgUpdateParams': 'cosmos-sdk/x/slashing/MsgUpdateParams',
  '/cosmos.slashing.v1beta1.Params': 'cosmos-sdk/x/slashing/Params',
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': 'cosmos-sdk/MsgBeginRedelegate',
  '/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation': 'cosmos-sdk/MsgCancelUnbondingDelegation',
  '/cosmos.staking.v1beta1.MsgCreateValidator': 'cosmos-sdk/MsgCreateValidator',
  '/cosmos.staking.v1beta1.MsgDelegate': 'cosmos-sdk/MsgDelegate',
  '/cosmos.staking.v1beta1.MsgEditValidator': 'cosmos-sdk/MsgEditValidator',
  '/cosmos.staking.v1beta1.MsgUndelegate': 'cosmos-sdk/MsgUndelegate',
  '/cosmos.staking.v1beta1.MsgUpdateParams': 'cosmos-sdk/x/staking/MsgUpdateParams',
  '/cosmos.staking.v1beta1.Params': 'cosmos-sdk/x/staking/Params',
  '/cosmos.upgrade.v1beta1.CancelSoftwareUpgradeProposal': 'cosmos-sdk/CancelSoftwareUpgradeProposal',
  '/cosmos.upgrade.v1beta1.MsgCancelUpgrade': 'cosmos-sdk/MsgCancelUpgrade',
  '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade': 'cosmos-sdk/MsgSoftwareUpgrade',
  '/cosmos.upgrade.v1beta1.Plan': 'cosmos-sdk/Plan',
  '/cosmos.upgrade.v1beta1.SoftwareUpgradeProposal': 'cosmos-sdk/SoftwareUpgradeProposal',
  '/ibc.applications.transfer.v1.MsgTransfer': 'cosmos-sdk/MsgTransfer',
  '/ibc.core.client.v1.MsgRecoverClient': 'cosmos-sdk/MsgRecoverClient',
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
  'cosmos.auth.v1beta1.MsgUpdateParams.params',
  'cosmos.bank.v1beta1.Input.coins',
  'cosmos.bank.v1beta1.MsgSend.amount',
  'cosmos.bank.v1beta1.MsgUpdateParams.params',
  'cosmos.bank.v1beta1.Output.coins',
  'cosmos.base.v1beta1.Coin.amount',
  'cosmos.distribution.v1beta1.CommunityPoolSpendProposal.amount',
  'cosmos.distribution.v1beta1.MsgCommunityPoolSpend.amount',
  'cosmos.distribution.v1beta1.MsgDepositValidatorRewardsPool.amount',
  'cosmos.distribution.v1beta1.MsgFundCommunityPool.amount',
  'cosmos.distribution.v1beta1.MsgUpdateParams.params',
  'cosmos.distribution.v1beta1.Params.base_proposer_reward',
  'cosmos.distribution.v1beta1.Params.bonus_proposer_reward',
  'cosmos.distribution.v1beta1.Params.community_tax',
  'cosmos.evm.erc20.v1.MsgConvertERC20.amount',
  'cosmos.evm.erc20.v1.MsgUpdateParams.params',
  'cosmos.evm.feemarket.v1.MsgUpdateParams.params',
  'cosmos.evm.feemarket.v1.Params.base_fee',
  'cosmos.evm.feemarket.v1.Params.min_gas_multiplier',
  'cosmos.evm.feemarket.v1.Params.min_gas_price',
  'cosmos.evm.vm.v1.MsgUpdateParams.params',
  'cosmos.gov.v1.MsgUpdateParams.params',
  'cosmos.gov.v1beta1.MsgDeposit.amount',
  'cosmos.gov.v1beta1.MsgDeposit.proposal_id',
  'cosmos.gov.v1beta1.MsgSubmitProposal.initial_deposit',
  'cosmos.gov.v1beta1.MsgVoteWeighted.proposal_id',
  'cosmos.gov.v1beta1.WeightedVoteOption.weight',
  'cosmos.mint.v1beta1.MsgUpdateParams.params',
  'cosmos.mint.v1beta1.Params.goal_bonded',
  'cosmos.mint.v1beta1.Params.inflation_max',
  'cosmos.mint.v1beta1.Params.inflation_min',
  'cosmos.mint.v1beta1.Params.inflation_rate_change',
  'cosmos.mint.v1beta1.Params.max_supply',
  'cosmos.slashing.v1beta1.MsgUnjail.validator_addr',
  'cosmos.slashing.v1beta1.MsgUpdateParams.params',
  'cosmos.slashing.v1beta1.Params.downtime_jail_duration',
  'cosmos.slashing.v1beta1.Params.min_signed_per_window',
  'cosmos.slashing.v1beta1.Params.slash_fraction_double_sign',
  'cosmos.slashing.v1beta1.Params.slash_fraction_downtime',
  'cosmos.staking.v1beta1.CommissionRates.max_change_rate',
  'cosmos.staking.v1beta1.CommissionRates.max_rate',
  'cosmos.staking.v1beta1.CommissionRates.rate',
  'cosmos.staking.v1beta1.MsgBeginRedelegate.amount',
  'cosmos.staking.v1beta1.MsgCancelUnbondingDelegation.amount',
  'cosmos.staking.v1beta1.MsgCreateValidator.commission',
  'cosmos.staking.v1beta1.MsgCreateValidator.description',
  'cosmos.staking.v1beta1.MsgCreateValidator.min_self_delegation',
  'cosmos.staking.v1beta1.MsgCreateValidator.value',
  'cosmos.staking.v1beta1.MsgDelegate.amount',
  'cosmos.staking.v1beta1.MsgEditValidator.description',
  'cosmos.staking.v1beta1.MsgUndelegate.amount',
  'cosmos.staking.v1beta1.MsgUpdateParams.params',
  'cosmos.staking.v1beta1.Params.min_commission_rate',
  'cosmos.staking.v1beta1.Params.unbonding_time',
  'cosmos.upgrade.v1beta1.MsgSoftwareUpgrade.plan',
  'cosmos.upgrade.v1beta1.Plan.time',
  'cosmos.upgrade.v1beta1.SoftwareUpgradeProposal.plan',
  'ibc.applications.transfer.v1.MsgTransfer.timeout_height',
  'ibc.applications.transfer.v1.MsgTransfer.token',
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
  'cosmos.bank.v1beta1.MsgMultiSend.inputs',
  'cosmos.bank.v1beta1.MsgMultiSend.outputs',
  'cosmos.gov.v1.Params.min_deposit',
  'cosmos.gov.v1.Params.expedited_min_deposit',
  'cosmos.gov.v1beta1.MsgVoteWeighted.options',
  'cosmos.evm.vm.v1.MsgRegisterPreinstalls.preinstalls',
  'cosmwasm.wasm.v1.StoreCodeAuthorization.grants',
  'cosmwasm.wasm.v1.ContractExecutionAuthorization.grants',
  'cosmwasm.wasm.v1.ContractMigrationAuthorization.grants',
  'cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount.vesting_periods',
  'cosmos.gov.v1.MsgDeposit.amount',
])

/** Whole numbers that are printed even when empty. Source: `(cosmos_proto.scalar) = "cosmos.Int"` in the protobuf files. */
const INTEGERS: ReadonlySet<string> = new Set([
  'cosmos.base.v1beta1.Coin.amount',
  'cosmos.evm.erc20.v1.MsgConvertERC20.amount',
  'cosmos.mint.v1beta1.Params.max_supply',
  'cosmos.staking.v1beta1.MsgCreateValidator.min_self_delegation',
])

/** Decimals that are written as on the wire: they have no `(cosmos_proto.scalar)` in the protobuf files. */
const PLAIN_DECIMALS: ReadonlySet<string> = new Set([
  'cosmos.evm.feemarket.v1.Params.base_fee',
  'cosmos.evm.feemarket.v1.Params.min_gas_price',
  'cosmos.evm.feemarket.v1.Params.min_gas_multiplier',
])

/** Fields with another name. Source: `(amino.field_name)` in the protobuf files. */
const RENAMED: Readonly<Record<string, string>> = { 'cosmos.slashing.v1beta1.MsgUnjail.validator_addr': 'address' }

/** Keys, of which only the bytes are written. Source: `(amino.message_encoding) = "key_field"` in the protobuf files. */
export const PUBLIC_KEYS: Readonly<Record<string, string>> = {
  '/cosmos.crypto.ed25519.PubKey': 'tendermint/PubKeyEd25519',
  '/cosmos.crypto.secp256k1.PubKey': 'tendermint/PubKeySecp256k1',
}

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
    ...(Object.hasOwn(RENAMED, name) && { as: RENAMED[name]! }),
    ...(DECIMALS.has(name) && !PLAIN_DECIMALS.has(name) && { number: 'dec' as const }),
    ...(INTEGERS.has(name) && { number: 'int' as const }),
    ...(oneof !== undefined &&
      Object.hasOwn(oneof.types, field) && { oneof: { name: oneof.name, type: oneof.types[field] } }),
  }
}

/** Where the JSON of a field follows its Go type and not its protobuf type. By full name of the field. */

/** Decimals, whole numbers of 10^-18 on the wire. Source: `(gogoproto.customtype) = "cosmossdk.io/math.LegacyDec"` */
const decimals = new Set([
  'cosmos.base.v1beta1.DecCoin.amount',
  'cosmos.base.v1beta1.DecProto.dec',
  'cosmos.distribution.v1beta1.Params.base_proposer_reward',
  'cosmos.distribution.v1beta1.Params.bonus_proposer_reward',
  'cosmos.distribution.v1beta1.Params.community_tax',
  'cosmos.distribution.v1beta1.ValidatorSlashEvent.fraction',
  'cosmos.distribution.v1beta1.DelegatorStartingInfo.stake',
  'cosmos.evm.ante.v1.ExtensionOptionDynamicFeeTx.max_priority_price',
  'cosmos.evm.feemarket.v1.Params.base_fee',
  'cosmos.evm.feemarket.v1.Params.min_gas_price',
  'cosmos.evm.feemarket.v1.Params.min_gas_multiplier',
  'cosmos.evm.feemarket.v1.QueryBaseFeeResponse.base_fee',
  'cosmos.gov.v1beta1.TallyParams.quorum',
  'cosmos.gov.v1beta1.TallyParams.threshold',
  'cosmos.gov.v1beta1.TallyParams.veto_threshold',
  'cosmos.gov.v1beta1.WeightedVoteOption.weight',
  'cosmos.mint.v1beta1.Params.goal_bonded',
  'cosmos.mint.v1beta1.Params.inflation_max',
  'cosmos.mint.v1beta1.Params.inflation_min',
  'cosmos.mint.v1beta1.Params.inflation_rate_change',
  'cosmos.mint.v1beta1.QueryAnnualProvisionsResponse.annual_provisions',
  'cosmos.mint.v1beta1.QueryInflationResponse.inflation',
  'cosmos.protocolpool.v1.ContinuousFund.percentage',
  'cosmos.protocolpool.v1.MsgCreateContinuousFund.percentage',
  'cosmos.slashing.v1beta1.Params.min_signed_per_window',
  'cosmos.slashing.v1beta1.Params.slash_fraction_double_sign',
  'cosmos.slashing.v1beta1.Params.slash_fraction_downtime',
  'cosmos.staking.v1beta1.CommissionRates.rate',
  'cosmos.staking.v1beta1.CommissionRates.max_rate',
  'cosmos.staking.v1beta1.CommissionRates.max_change_rate',
  'cosmos.staking.v1beta1.Validator.delegator_shares',
  'cosmos.staking.v1beta1.Delegation.shares',
  'cosmos.staking.v1beta1.RedelegationEntry.shares_dst',
  'cosmos.staking.v1beta1.Params.min_commission_rate',
  'cosmos.staking.v1beta1.MsgEditValidator.commission_rate',
  'feemarket.feemarket.v1.Params.alpha',
  'feemarket.feemarket.v1.Params.beta',
  'feemarket.feemarket.v1.Params.gamma',
  'feemarket.feemarket.v1.Params.delta',
  'feemarket.feemarket.v1.Params.min_base_gas_price',
  'feemarket.feemarket.v1.Params.min_learning_rate',
  'feemarket.feemarket.v1.Params.max_learning_rate',
  'feemarket.feemarket.v1.State.base_gas_price',
  'feemarket.feemarket.v1.State.learning_rate',
  'gaia.liquid.v1beta1.LiquidValidator.liquid_shares',
  'gaia.liquid.v1beta1.Params.global_liquid_staking_cap',
  'gaia.liquid.v1beta1.Params.validator_liquid_staking_cap',
  'nolus.mint.v1beta1.Minter.norm_time_passed',
  'nolus.mint.v1beta1.QueryMintStateResponse.norm_time_passed',
])

/** When the forks of an Ethereum chain begin, by the names of `cosmos.evm.vm.v1.ChainConfig`. */
const forks =
  'homestead_block dao_fork_block eip150_block eip155_block eip158_block byzantium_block constantinople_block petersburg_block istanbul_block muir_glacier_block berlin_block london_block arrow_glacier_block gray_glacier_block merge_netsplit_block shanghai_time cancun_time prague_time verkle_time osaka_time'
    .split(' ')
    .map((name) => `cosmos.evm.vm.v1.ChainConfig.${name}`)

/** Strings, or bytes, that hold a number. Source: `(gogoproto.customtype)` of `cosmossdk.io/math.Int` and `Uint` */
const numbers = new Set([
  'cosmos.base.v1beta1.Coin.amount',
  'cosmos.evm.erc20.v1.Allowance.value',
  'cosmos.evm.erc20.v1.MsgConvertERC20.amount',
  'cosmos.evm.vm.v1.QueryBaseFeeResponse.base_fee',
  'cosmos.evm.vm.v1.QueryGlobalMinGasPriceResponse.min_gas_price',
  ...forks,
  'cosmos.mint.v1beta1.Params.max_supply',
  'gaia.liquid.v1beta1.GenesisState.total_liquid_staked_tokens',
  'nolus.mint.v1beta1.Minter.annual_inflation',
  'nolus.mint.v1beta1.Minter.prev_block_timestamp',
  'nolus.mint.v1beta1.Minter.total_minted',
  'nolus.mint.v1beta1.Params.max_mintable_nanoseconds',
  'nolus.mint.v1beta1.QueryAnnualInflationResponse.annual_inflation',
  'nolus.mint.v1beta1.QueryMintStateResponse.total_minted',
  'ratelimit.v1.Flow.channel_value',
  'ratelimit.v1.Flow.inflow',
  'ratelimit.v1.Flow.outflow',
  'ratelimit.v1.MsgAddRateLimit.max_percent_recv',
  'ratelimit.v1.MsgAddRateLimit.max_percent_send',
  'ratelimit.v1.MsgUpdateRateLimit.max_percent_recv',
  'ratelimit.v1.MsgUpdateRateLimit.max_percent_send',
  'ratelimit.v1.Quota.max_percent_recv',
  'ratelimit.v1.Quota.max_percent_send',
  'slinky.oracle.v1.QuotePrice.price',
])

/** Decimals and numbers that can be absent: Go holds a pointer to them. Source: those types without `(gogoproto.nullable) = false` */
const pointers = new Set([
  'cosmos.evm.feemarket.v1.QueryBaseFeeResponse.base_fee',
  'cosmos.evm.vm.v1.QueryBaseFeeResponse.base_fee',
  ...forks,
])

/** Bytes that are already JSON and are printed as they are. Source: wasmd x/wasm/types `RawContractMessage` */
const rawJson = new Set([
  'cosmwasm.wasm.v1.ContractCodeHistoryEntry.msg',
  'cosmwasm.wasm.v1.MsgInstantiateContract.msg',
  'cosmwasm.wasm.v1.MsgInstantiateContract2.msg',
  'cosmwasm.wasm.v1.MsgExecuteContract.msg',
  'cosmwasm.wasm.v1.MsgMigrateContract.msg',
  'cosmwasm.wasm.v1.MsgSudoContract.msg',
  'cosmwasm.wasm.v1.MsgStoreAndInstantiateContract.msg',
  'cosmwasm.wasm.v1.MsgStoreAndMigrateContract.msg',
  'cosmwasm.wasm.v1.QuerySmartContractStateRequest.query_data',
  'cosmwasm.wasm.v1.QuerySmartContractStateResponse.data',
])

/** Bytes in upper-case hex. Source: `cometbft/libs/bytes.HexBytes` */
const hex = new Set([
  'cosmos.base.tendermint.v1beta1.DefaultNodeInfo.channels',
  'cosmwasm.wasm.v1.CodeInfoResponse.data_hash',
  'cosmwasm.wasm.v1.QueryCodeInfoResponse.checksum',
  'cosmwasm.wasm.v1.Model.key',
])

/** Enums whose Go type has names of its own; other numbers and other names are the first. Source: wasmd x/wasm/types/params.go `AccessType` */
const ENUMS: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  [
    'cosmwasm.wasm.v1.AccessType',
    new Map([
      [0, 'Unspecified'],
      [1, 'Nobody'],
      [3, 'Everybody'],
      [4, 'AnyOfAddresses'],
    ]),
  ],
])
export const goEnum = (type: string): ReadonlyMap<number, string> | undefined => ENUMS.get(type)

export const DECIMALS: ReadonlySet<string> = decimals
export const NUMBERS: ReadonlySet<string> = numbers
export const POINTERS: ReadonlySet<string> = pointers
export const RAW_JSON: ReadonlySet<string> = rawJson
export const HEX: ReadonlySet<string> = hex

/** Go types of fields, by full name of the field. */
export interface FieldForms {
  readonly decimals: readonly string[]
  readonly numbers: readonly string[]
  readonly pointers: readonly string[]
  readonly rawJson: readonly string[]
  readonly hex: readonly string[]
}

/** Adds the fields of types that are not part of the chains. */
export function addForms(forms: FieldForms): void {
  for (const field of forms.decimals) decimals.add(field)
  for (const field of forms.numbers) numbers.add(field)
  for (const field of forms.pointers) pointers.add(field)
  for (const field of forms.rawJson) rawJson.add(field)
  for (const field of forms.hex) hex.add(field)
}

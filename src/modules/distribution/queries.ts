import * as types from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  addressText,
  below,
  filteredPaginate,
  GrpcError,
  parseAddress,
  parseOperator,
  rethrowing,
  writtenQuery,
  type Context,
  type Module,
} from '../../chain/index.js'
import { addDecCoins, ProtoWriter, writeDecCoins, type DecCoins } from '../../codec/index.js'
import type { Key } from '../../store/index.js'
import type { DistributionKeeper } from './keeper.js'
import { assertOwnPool } from './messages.js'
import { currentKey, DISTRIBUTION_STORE, historicalKey, slashesOf, startingInfoKey } from './keys.js'
import { CurrentRewardsRequest, HistoricalRewardsRequest, StartingInfoRequest } from './requests.js'
import {
  decodeSlash,
  encodeCoinSet,
  encodeParams,
  getCommission,
  getOutstanding,
  getParams,
  getPool,
} from './records.js'
import { delegationRewards, endPeriod } from './rewards.js'

const SERVICE = '/cosmos.distribution.v1beta1.Query'

const coins = (set: DecCoins): ProtoWriter => writeDecCoins(new ProtoWriter(), 1, set)

/** @throws GrpcError InvalidArgument when it is empty, ChainError when it is not an address */
function address(ctx: Context, text: string, what: 'validator' | 'delegator'): Uint8Array {
  if (text === '') throw new GrpcError('InvalidArgument', `empty ${what} address`)
  return what === 'validator' ? parseOperator(ctx, text) : parseAddress(ctx, text)
}

/** The rewards of one delegation; ends a period, so call it on a branch. @throws GrpcError InvalidArgument, ChainError */
export function rewardsOf(keeper: DistributionKeeper, ctx: Context, delegator: string, validator: string): DecCoins {
  const { staking } = keeper
  if (delegator === '') throw new GrpcError('InvalidArgument', 'empty delegator address')
  const operator = address(ctx, validator, 'validator')
  const found = staking.validator(ctx, operator)
  const delegation = staking.delegation(ctx, parseAddress(ctx, delegator), operator)
  return delegationRewards(ctx, staking, found, delegation, endPeriod(ctx, found))
}

/** The rewards of all delegations of an account; ends periods, so call it on a branch. */
export function totalRewards(keeper: DistributionKeeper, ctx: Context, delegator: Uint8Array) {
  const { staking } = keeper
  let total: DecCoins = []
  const rewards: { readonly validatorAddress: string; readonly reward: DecCoins }[] = []
  for (const delegation of staking.delegations(ctx, delegator)) {
    const validator = staking.validator(ctx, parseOperator(ctx, delegation.validatorAddress))
    const reward = delegationRewards(ctx, staking, validator, delegation, endPeriod(ctx, validator))
    rewards.push({ validatorAddress: delegation.validatorAddress, reward })
    total = addDecCoins(total, reward)
  }
  return { rewards, total }
}

/** A record as it is stored; one that is not there is empty. */
const row = (ctx: Context, key: Key): ProtoWriter =>
  new ProtoWriter().message(1, ctx.store(DISTRIBUTION_STORE).get(key) ?? NO_BYTES)

/** Source: cosmos-sdk x/distribution/keeper/grpc_query.go. */
export const distributionQueries = (keeper: DistributionKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Params`]: writtenQuery(types.QueryParamsRequest, (ctx) =>
    new ProtoWriter().message(1, encodeParams(getParams(ctx))),
  ),
  [`${SERVICE}/ValidatorDistributionInfo`]: writtenQuery(
    types.QueryValidatorDistributionInfoRequest,
    (ctx, request) => {
      const operator = address(ctx, request.validatorAddress, 'validator')
      const rewards = keeper.delegationRewards(ctx, operator, operator)
      const writer = new ProtoWriter().string(1, addressText(ctx.prefix, operator))
      writeDecCoins(writer, 2, rewards)
      return writeDecCoins(writer, 3, getCommission(ctx, operator))
    },
  ),
  [`${SERVICE}/ValidatorOutstandingRewards`]: writtenQuery(
    types.QueryValidatorOutstandingRewardsRequest,
    (ctx, request) => {
      const operator = address(ctx, request.validatorAddress, 'validator')
      keeper.staking.validator(ctx, operator)
      return new ProtoWriter().message(1, encodeCoinSet(getOutstanding(ctx, operator)))
    },
  ),
  [`${SERVICE}/ValidatorCommission`]: writtenQuery(types.QueryValidatorCommissionRequest, (ctx, request) => {
    const operator = address(ctx, request.validatorAddress, 'validator')
    keeper.staking.validator(ctx, operator)
    return new ProtoWriter().message(1, encodeCoinSet(getCommission(ctx, operator)))
  }),
  [`${SERVICE}/ValidatorSlashes`]: writtenQuery(types.QueryValidatorSlashesRequest, (ctx, request) => {
    const { validatorAddress, startingHeight, endingHeight, pagination } = request
    if (validatorAddress === '') throw new GrpcError('InvalidArgument', 'empty validator address')
    if (endingHeight < startingHeight)
      throw new GrpcError(
        'InvalidArgument',
        `starting height greater than ending height (${startingHeight} > ${endingHeight})`,
      )
    const writer = new ProtoWriter()
    const slashes = below(ctx.store(DISTRIBUTION_STORE), slashesOf(slashedOperator(ctx, validatorAddress)))
    const page = filteredPaginate(slashes, pagination, (_, value, accumulate) => {
      const { validatorPeriod } = decodeSlash(value)
      if (validatorPeriod < startingHeight || validatorPeriod > endingHeight) return false
      if (accumulate) writer.message(1, value)
      return true
    })
    return writer.message(2, PageResponse.encode(page).finish())
  }),
  [`${SERVICE}/DelegationRewards`]: writtenQuery(types.QueryDelegationRewardsRequest, (ctx, request) =>
    coins(rewardsOf(keeper, ctx, request.delegatorAddress, request.validatorAddress)),
  ),
  [`${SERVICE}/DelegationTotalRewards`]: writtenQuery(types.QueryDelegationTotalRewardsRequest, (ctx, request) => {
    const delegator = address(ctx, request.delegatorAddress, 'delegator')
    const { rewards, total } = totalRewards(keeper, ctx, delegator)
    const writer = new ProtoWriter()
    for (const { validatorAddress, reward } of rewards)
      writer.message(1, writeDecCoins(new ProtoWriter().string(1, validatorAddress), 2, reward).finish())
    return writeDecCoins(writer, 2, total)
  }),
  [`${SERVICE}/DelegatorValidators`]: writtenQuery(types.QueryDelegatorValidatorsRequest, (ctx, request) => {
    const writer = new ProtoWriter()
    const delegator = address(ctx, request.delegatorAddress, 'delegator')
    for (const { validatorAddress } of keeper.staking.delegations(ctx, delegator))
      writer.message(1, toUtf8(validatorAddress))
    return writer
  }),
  [`${SERVICE}/DelegatorWithdrawAddress`]: writtenQuery(types.QueryDelegatorWithdrawAddressRequest, (ctx, request) => {
    const delegator = address(ctx, request.delegatorAddress, 'delegator')
    return new ProtoWriter().string(1, addressText(ctx.prefix, keeper.withdrawAddress(ctx, delegator)))
  }),
  // From cosmos-sdk v0.54 on.
  [`${SERVICE}/ValidatorHistoricalRewards`]: writtenQuery(
    HistoricalRewardsRequest,
    (ctx, { validatorAddress, period }) => {
      const operator = address(ctx, validatorAddress, 'validator')
      return row(ctx, historicalKey(operator, period))
    },
  ),
  [`${SERVICE}/ValidatorCurrentRewards`]: writtenQuery(CurrentRewardsRequest, (ctx, { validatorAddress }) => {
    const operator = address(ctx, validatorAddress, 'validator')
    keeper.staking.validator(ctx, operator)
    return row(ctx, currentKey(operator))
  }),
  [`${SERVICE}/DelegatorStartingInfo`]: writtenQuery(
    StartingInfoRequest,
    (ctx, { delegatorAddress, validatorAddress }) => {
      if (delegatorAddress === '') throw new GrpcError('InvalidArgument', 'empty delegator address')
      if (validatorAddress === '') throw new GrpcError('InvalidArgument', 'empty validator address')
      const delegator = address(ctx, delegatorAddress, 'delegator')
      const operator = address(ctx, validatorAddress, 'validator')
      keeper.staking.validator(ctx, operator)
      keeper.staking.delegation(ctx, delegator, operator)
      return row(ctx, startingInfoKey(operator, delegator))
    },
  ),
  [`${SERVICE}/CommunityPool`]: writtenQuery(types.QueryCommunityPoolRequest, (ctx) => {
    assertOwnPool(keeper, 'use the CommunityPool query')
    return coins(getPool(ctx))
  }),
})

function slashedOperator(ctx: Context, text: string): Uint8Array {
  return rethrowing(
    () => new GrpcError('InvalidArgument', 'invalid validator address'),
    () => parseOperator(ctx, text),
  )
}

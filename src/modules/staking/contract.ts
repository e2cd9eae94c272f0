import { toUtf8 } from '../../base/index.js'
import {
  addressText,
  ErrInvalidAddress,
  operatorText,
  parseAccAddress,
  parseValAddress,
  rethrowing,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { decimalText, decimalTruncate } from '../../codec/index.js'
import { goArray, goObject, goString } from '../../codec/go-json/index.js'
import { coinJson, coinsJson, unsupportedRequest, type StakingQuery } from '../../codec/wasm/index.js'
import { delegationsBy, findDelegation, isReceiving } from './delegations.js'
import type { DistributionKeeper } from './expected.js'
import type { Delegation, Validator } from './records.js'
import { tokensOfShares } from './validator.js'
import { bondedByPower, findValidator, getParams, getValidator } from './validators.js'

/** Contract queries about staking. Source: wasmd x/wasm/keeper/query_plugins.go `StakingQuerier`. */
export const stakingQuerier =
  (distribution: DistributionKeeper) =>
  (ctx: Context, _contract: Uint8Array, request: StakingQuery): Uint8Array => {
    if (request.bonded_denom !== undefined) return json({ denom: goString(getParams(ctx).bondDenom) })
    if (request.all_validators !== undefined)
      return json({ validators: goArray(bondedByPower(ctx).map(validatorJson)) })
    if (request.validator !== undefined) {
      const validator = findValidator(ctx, parseValAddress(ctx.prefix, request.validator.address))
      return json({ validator: validator === undefined ? 'null' : validatorJson(validator) })
    }
    if (request.all_delegations !== undefined) {
      const delegator = address(ctx, request.all_delegations.delegator, parseAccAddress)
      const found = [...delegationsBy(ctx, delegator)]
      const { bondDenom } = getParams(ctx)
      return json({ delegations: goArray(found.map((delegation) => delegationJson(ctx, delegation, bondDenom))) })
    }
    if (request.delegation !== undefined) {
      const delegator = address(ctx, request.delegation.delegator, parseAccAddress)
      const validator = address(ctx, request.delegation.validator, parseValAddress)
      const found = findDelegation(ctx, delegator, validator)
      return json(found === undefined ? {} : { delegation: fullJson(ctx, found, delegator, validator, distribution) })
    }
    throw unsupportedRequest('unknown Staking variant')
  }

const json = (members: Readonly<Record<string, string>>): Uint8Array => toUtf8(goObject(members))

/** @throws ChainError sdk/7 with only the text */
function address(ctx: Context, text: string, parse: typeof parseAccAddress): Uint8Array {
  return rethrowing(
    () => ErrInvalidAddress.error(text),
    () => parse(ctx.prefix, text),
  )
}

const validatorJson = ({ operatorAddress, commission }: Validator): string =>
  goObject({
    address: goString(operatorAddress),
    commission: goString(decimalText(commission.rate)),
    max_commission: goString(decimalText(commission.maxRate)),
    max_change_rate: goString(decimalText(commission.maxChangeRate)),
  })

/** The validator of a delegation. @throws ChainError staking/3 */
function validatorOf(ctx: Context, operator: Uint8Array): Validator {
  return wrapping("can't load validator for delegation", () => getValidator(ctx, operator))
}

const amountJson = (validator: Validator, shares: bigint, denom: string): string =>
  coinJson({ denom, amount: String(decimalTruncate(tokensOfShares(validator, shares))) })

function delegationJson(ctx: Context, delegation: Delegation, denom: string): string {
  const delegator = parseAccAddress(ctx.prefix, delegation.delegatorAddress)
  const operator = parseValAddress(ctx.prefix, delegation.validatorAddress)
  return goObject({
    delegator: goString(addressText(ctx.prefix, delegator)),
    validator: goString(operatorText(ctx.prefix, operator)),
    amount: amountJson(validatorOf(ctx, operator), delegation.shares, denom),
  })
}

/** All tokens can be redelegated, or none while a redelegation to this validator is in progress. */
function fullJson(
  ctx: Context,
  delegation: Delegation,
  delegator: Uint8Array,
  operator: Uint8Array,
  distribution: DistributionKeeper,
): string {
  const validator = validatorOf(ctx, operator)
  const { bondDenom } = getParams(ctx)
  const amount = amountJson(validator, delegation.shares, bondDenom)
  const receiving = isReceiving(ctx, delegator, operator)
  const rewards = rewardsOf(ctx, delegator, operator, distribution)
  return goObject({
    delegator: goString(delegation.delegatorAddress),
    validator: goString(delegation.validatorAddress),
    amount,
    accumulated_rewards: coinsJson(rewards),
    can_redelegate: receiving ? coinJson({ denom: bondDenom, amount: '0' }) : amount,
  })
}

/** Computing rewards writes to the state, so it runs on a branch that is dropped. */
function rewardsOf(ctx: Context, delegator: Uint8Array, operator: Uint8Array, distribution: DistributionKeeper) {
  const branch = ctx.branch()
  try {
    return distribution
      .delegationRewards(branch.ctx, delegator, operator)
      .map(({ denom, amount }) => ({ denom, amount: String(decimalTruncate(amount)) }))
  } finally {
    branch.discard()
  }
}

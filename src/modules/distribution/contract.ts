import { toUtf8 } from '../../base/index.js'
import { addressText, GrpcError, parseAddress, type Context } from '../../chain/index.js'
import { decimalText, type DecCoins } from '../../codec/index.js'
import { goArray, goObject, goString } from '../../codec/go-json/index.js'
import { unsupportedRequest, type DistributionQuery } from '../../codec/wasm/index.js'
import type { DistributionKeeper } from './keeper.js'
import { rewardsOf, totalRewards } from './queries.js'

/** Contract queries about distribution. Source: wasmd x/wasm/keeper/query_plugins.go `DistributionQuerier`. */
export const distributionQuerier =
  (keeper: DistributionKeeper) =>
  (ctx: Context, _contract: Uint8Array, request: DistributionQuery): Uint8Array => {
    if (request.delegator_withdraw_address !== undefined) {
      const delegator = account(ctx, request.delegator_withdraw_address.delegator_address)
      return json({ withdraw_address: goString(addressText(ctx.prefix, keeper.withdrawAddress(ctx, delegator))) })
    }
    if (request.delegation_rewards !== undefined) {
      const { delegator_address: delegator, validator_address: validator } = request.delegation_rewards
      return json({ rewards: decCoinsJson(rewardsOf(keeper, ctx, delegator, validator)) })
    }
    if (request.delegation_total_rewards !== undefined) {
      const delegator = account(ctx, request.delegation_total_rewards.delegator_address)
      const { rewards, total } = totalRewards(keeper, ctx, delegator)
      return json({
        rewards: goArray(
          rewards.map(({ validatorAddress, reward }) =>
            goObject({ reward: decCoinsJson(reward), validator_address: goString(validatorAddress) }),
          ),
        ),
        total: decCoinsJson(total),
      })
    }
    if (request.delegator_validators !== undefined) {
      const delegator = account(ctx, request.delegator_validators.delegator_address)
      const validators = [...keeper.staking.delegations(ctx, delegator)].map(({ validatorAddress }) => validatorAddress)
      return json({ validators: validators.length === 0 ? 'null' : goArray(validators.map(goString)) })
    }
    throw unsupportedRequest('unknown distribution query')
  }

const json = (members: Readonly<Record<string, string>>): Uint8Array => toUtf8(goObject(members))

const decCoinsJson = (coins: DecCoins): string =>
  goArray(coins.map(({ denom, amount }) => goObject({ amount: goString(decimalText(amount)), denom: goString(denom) })))

/** @throws GrpcError InvalidArgument, ChainError */
function account(ctx: Context, text: string): Uint8Array {
  if (text === '') throw new GrpcError('InvalidArgument', 'empty delegator address')
  return parseAddress(ctx, text)
}

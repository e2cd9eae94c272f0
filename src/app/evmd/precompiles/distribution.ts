import {
  MsgDepositValidatorRewardsPool,
  MsgFundCommunityPool,
  MsgSetWithdrawAddress,
  MsgWithdrawDelegatorReward,
  MsgWithdrawValidatorCommission,
} from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { addressText, parseOperator, parseValAddress, plainError, type Context } from '../../../chain/index.js'
import {
  addCoins,
  amountOf,
  decodeBech32,
  encodeCoin,
  protoMessages,
  protoString,
  readProto,
  type Coin,
} from '../../../codec/index.js'
import { abiEvent } from '../../../codec/abi/index.js'
import { isEthAddress, parseEthAddress } from '../../../crypto/index.js'
import type { DistributionKeeper } from '../../../modules/distribution/index.js'
import { delegationsBy, getParams, getValidator } from '../../../modules/staking/index.js'
import { assertCaller, nativeContract, transaction, type NativeContract, type NativeMethod } from './contract.js'
import { distributionQuestions } from './distribution-questions.js'
import type { Handlers } from './handlers.js'
import { assertSomebody, COINS, coinsOf, coinValues, validatorText, type CoinValues } from './values.js'

const SET_ADDRESS = abiEvent('SetWithdrawerAddress(address indexed caller, string withdrawerAddress)')
const REWARD = abiEvent(
  'WithdrawDelegatorReward(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount)',
)
const COMMISSION = abiEvent('WithdrawValidatorCommission(string indexed validatorAddress, uint256 commission)')
const CLAIM = abiEvent('ClaimRewards(address indexed delegatorAddress, uint256 amount)')
const FUND = abiEvent('FundCommunityPool(address indexed depositor, string denom, uint256 amount)')
const DEPOSIT = abiEvent(
  'DepositValidatorRewardsPool(address indexed depositor, address indexed validatorAddress, string denom, uint256 amount)',
)

export interface DistributionParts {
  readonly handlers: Handlers
  readonly distribution: DistributionKeeper
}

/** Rewards and the community pool. Source: cosmos/evm v0.7.3 precompiles/distribution. */
export const distributionContract = (parts: DistributionParts): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: true,
    methods: [claim(parts), ...withdrawals(parts), ...gifts(parts), ...distributionQuestions(parts.handlers)],
  })

/** Withdraws the rewards of an account from several validators. */
const claim = ({ distribution }: DistributionParts): NativeMethod =>
  transaction<readonly [Uint8Array, bigint]>(
    'claimRewards(address delegatorAddress, uint32 maxRetrieve) returns (bool)',
    (call, [delegator, most]) => {
      const { ctx } = call
      assertSomebody(delegator, 'invalid delegator address')
      const { maxValidators } = getParams(ctx)
      if (most > BigInt(maxValidators))
        throw plainError(`maxRetrieve (${most}) parameter exceeds the maximum number of validators (${maxValidators})`)
      assertCaller(call, delegator)
      const operators = operatorsOf(ctx, delegator, Number(most))
      const paid = operators.map((operator) => distribution.withdrawRewards(ctx, delegator, operator))
      call.log(CLAIM, [delegator, amountOf(addCoins(...paid), getParams(ctx).bondDenom)])
      return [true]
    },
  )

/** Source: cosmos-sdk v0.54.3 x/staking/keeper/query_utils.go `GetDelegatorValidators`. */
function operatorsOf(ctx: Context, delegator: Uint8Array, most: number): readonly Uint8Array[] {
  const operators: Uint8Array[] = []
  for (const { validatorAddress } of delegationsBy(ctx, delegator)) {
    if (operators.length >= most) break
    const operator = parseOperator(ctx, validatorAddress)
    getValidator(ctx, operator)
    operators.push(operator)
  }
  return operators
}

const withdrawals = ({ handlers }: DistributionParts): readonly NativeMethod[] => [
  transaction<readonly [Uint8Array, string]>(
    'setWithdrawAddress(address delegatorAddress, string withdrawerAddress) returns (bool)',
    (call, [delegator, given]) => {
      assertSomebody(delegator, 'invalid delegator address')
      assertCaller(call, delegator)
      const { prefix } = call.ctx
      const withdrawAddress = isEthAddress(given) ? addressText(prefix, parseEthAddress(given)) : given
      const value = MsgSetWithdrawAddress.encode({ delegatorAddress: addressText(prefix, delegator), withdrawAddress })
      handlers.run(call.ctx, { typeUrl: MsgSetWithdrawAddress.typeUrl, value: value.finish() })
      call.log(SET_ADDRESS, [delegator, withdrawAddress])
      return [true]
    },
  ),
  transaction<readonly [Uint8Array, string]>(
    `withdrawDelegatorRewards(address delegatorAddress, string validatorAddress) returns (${COINS})`,
    (call, [delegator, validator]) => {
      assertSomebody(delegator, 'invalid delegator address')
      assertCaller(call, delegator)
      const value = MsgWithdrawDelegatorReward.encode({
        delegatorAddress: addressText(call.ctx.prefix, delegator),
        validatorAddress: validatorText(validator, true),
      })
      const coins = paidBy(
        handlers.run(call.ctx, { typeUrl: MsgWithdrawDelegatorReward.typeUrl, value: value.finish() }),
      )
      call.log(REWARD, [delegator, parseValAddress(call.ctx.prefix, validator), coins[0]!.amount])
      return [coinValues(coins)]
    },
  ),
  transaction<readonly [string]>(
    `withdrawValidatorCommission(string validatorAddress) returns (${COINS})`,
    (call, [validator]) => {
      assertCaller(call, accountOf(call.ctx.prefix, validator))
      const value = MsgWithdrawValidatorCommission.encode({ validatorAddress: validator }).finish()
      const coins = paidBy(handlers.run(call.ctx, { typeUrl: MsgWithdrawValidatorCommission.typeUrl, value }))
      call.log(COMMISSION, [validator, coins[0]!.amount])
      return [coinValues(coins)]
    },
  ),
]

const gifts = ({ handlers }: DistributionParts): readonly NativeMethod[] => [
  transaction<readonly [Uint8Array, CoinValues]>(
    `fundCommunityPool(address depositor, ${COINS} amount) returns (bool)`,
    (call, [depositor, amount]) => {
      assertSomebody(depositor, 'invalid hex address address')
      const coins = coinsOf(amount, 'invalid amount amount arg')
      assertCaller(call, depositor)
      const value = MsgFundCommunityPool.encode({
        depositor: addressText(call.ctx.prefix, depositor),
        amount: coins.map(encodeCoin),
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgFundCommunityPool.typeUrl, value })
      for (const coin of coins) call.log(FUND, [depositor, coin.denom, coin.amount])
      return [true]
    },
  ),
  transaction<readonly [Uint8Array, string, CoinValues]>(
    `depositValidatorRewardsPool(address depositor, string validatorAddress, ${COINS} amount) returns (bool)`,
    (call, [depositor, validator, amount]) => {
      assertSomebody(depositor, 'invalid hex address address')
      const coins = coinsOf(amount, 'invalid amount: invalid coins')
      assertCaller(call, depositor)
      const value = MsgDepositValidatorRewardsPool.encode({
        depositor: addressText(call.ctx.prefix, depositor),
        validatorAddress: validator,
        amount: coins.map(encodeCoin),
      }).finish()
      handlers.run(call.ctx, { typeUrl: MsgDepositValidatorRewardsPool.typeUrl, value })
      const operator = parseValAddress(call.ctx.prefix, validator)
      for (const coin of coins) call.log(DEPOSIT, [depositor, operator, coin.denom, coin.amount])
      return [true]
    },
  ),
]

/** The coins in the first field of a response. */
const paidBy = (response: Uint8Array): readonly Coin[] =>
  protoMessages(readProto(response), 1).map((bytes) => {
    const fields = readProto(bytes)
    return { denom: protoString(fields, 1), amount: BigInt(protoString(fields, 2)) }
  })

/** The account of an address of any kind. @throws ChainError. Source: cosmos/evm v0.7.3 utils/utils.go `HexAddressFromBech32String` */
function accountOf(prefix: string, text: string): Uint8Array {
  const decoded = decodeBech32(text)
  if (![prefix, `${prefix}valoper`, `${prefix}valcons`].includes(decoded.prefix))
    throw plainError(`invalid Bech32 prefix; expected ${prefix}valcons, got ${decoded.prefix}`)
  return decoded.bytes
}

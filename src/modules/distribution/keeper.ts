import { NO_BYTES } from '../../base/index.js'
import {
  addressText,
  ErrUnauthorized,
  event,
  parseAddress,
  parseOperator,
  type Context,
  type Vote,
} from '../../chain/index.js'
import {
  addDecCoins,
  coinsText,
  decCoinsOf,
  decCoinsText,
  DECIMAL_ONE,
  decimalOf,
  divideTruncating,
  hasNegative,
  intersectDecCoins,
  multiplyCoins,
  multiplyCoinsTruncating,
  ProtoWriter,
  remember,
  subtractDecCoins,
  truncateDecCoins,
  type Coin,
  type DecCoins,
} from '../../codec/index.js'
import { prefixEnd, type Key } from '../../store/index.js'
import {
  ErrBadDistribution,
  ErrEmptyDelegationDistInfo,
  ErrNoValidatorCommission,
  ErrSetWithdrawAddrDisabled,
} from './errors.js'
import type { AccountKeeper, BankKeeper, Delegation, StakingKeeper, Validator } from './expected.js'
import {
  commissionKey,
  currentKey,
  DISTRIBUTION_STORE,
  historicalOf,
  outstandingKey,
  PROPOSER_KEY,
  slashesOf,
  startingInfoKey,
  withdrawAddressKey,
} from './keys.js'
import {
  getCommission,
  getCurrent,
  getHistorical,
  getOutstanding,
  getParams,
  getPool,
  getStartingInfo,
  setCommission,
  setCurrent,
  setOutstanding,
  setPool,
} from './records.js'
import {
  delegationRewards,
  endPeriod,
  initializeDelegation,
  initializeValidator,
  recordSlash,
  release,
  subtract,
} from './rewards.js'

export const MODULE = 'distribution'
/** Module account that collects fees. */
const FEE_COLLECTOR = 'fee_collector'

export interface DistributionOptions {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper
  /** Bech32 address that may spend from the pool: the gov module's. */
  readonly authority: string
  /** Name of the module account that takes over the whole coins of the community pool, if there is one. Source: `WithExternalCommunityPool`. */
  readonly externalPool?: string | undefined
  /** Denom of the zero coin in the event of an empty withdrawal. Source: cosmos-sdk types `DefaultBondDenom`. */
  readonly baseDenom?: string
}

/** Fees and rewards: their division among validators and delegators, and the community pool. Source: cosmos-sdk v0.53.6 x/distribution/keeper. */
export class DistributionKeeper {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper
  readonly authority: string
  readonly externalPool: string | undefined
  readonly #baseDenom: string

  constructor(options: DistributionOptions) {
    this.accounts = options.accounts
    this.bank = options.bank
    this.staking = options.staking
    this.authority = options.authority
    this.externalPool = options.externalPool
    this.#baseDenom = options.baseDenom ?? 'stake'
  }

  /** Staking hooks. Source: x/distribution/keeper/hooks.go. */
  readonly hooks = {
    afterValidatorCreated: (ctx: Context, operator: Uint8Array): void => {
      this.staking.validator(ctx, operator)
      initializeValidator(ctx, operator)
    },
    afterValidatorRemoved: (ctx: Context, _consensus: Uint8Array, operator: Uint8Array): void =>
      this.#forget(ctx, operator),
    beforeValidatorSlashed: (ctx: Context, operator: Uint8Array, fraction: bigint): void =>
      recordSlash(ctx, this.staking.validator(ctx, operator), operator, fraction),
    beforeDelegationCreated: (ctx: Context, _delegator: Uint8Array, operator: Uint8Array): void => {
      endPeriod(ctx, this.staking.validator(ctx, operator))
    },
    beforeDelegationSharesModified: (ctx: Context, delegator: Uint8Array, operator: Uint8Array): void => {
      const validator = this.staking.validator(ctx, operator)
      this.#withdraw(ctx, validator, this.staking.delegation(ctx, delegator, operator))
    },
    afterDelegationModified: (ctx: Context, delegator: Uint8Array, operator: Uint8Array): void =>
      initializeDelegation(ctx, this.staking, operator, delegator),
  }

  /** The current rewards of a delegation; ends the validator's period, so call it on a branch. Decimals. @throws ChainError staking/3, staking/19 */
  delegationRewards(ctx: Context, delegator: Uint8Array, operator: Uint8Array): DecCoins {
    const validator = this.staking.validator(ctx, operator)
    const delegation = this.staking.delegation(ctx, delegator, operator)
    return delegationRewards(ctx, this.staking, validator, delegation, endPeriod(ctx, validator))
  }

  /** Pays the rewards of a delegation. @returns the coins. @throws ChainError staking/3, staking/19, distribution/5 */
  withdrawRewards(ctx: Context, delegator: Uint8Array, operator: Uint8Array): readonly Coin[] {
    const validator = this.staking.validator(ctx, operator)
    const delegation = this.staking.delegation(ctx, delegator, operator)
    const rewards = this.#withdraw(ctx, validator, delegation)
    initializeDelegation(ctx, this.staking, operator, delegator)
    return rewards
  }

  /** Source: `withdrawDelegationRewards`. */
  #withdraw(ctx: Context, validator: Validator, delegation: Delegation): readonly Coin[] {
    const delegator = parseAddress(ctx, delegation.delegatorAddress)
    const operator = parseOperator(ctx, delegation.validatorAddress)
    const store = ctx.store(DISTRIBUTION_STORE)
    const infoKey = startingInfoKey(operator, delegator)
    if (!store.has(infoKey)) throw ErrEmptyDelegationDistInfo.error()
    const endingPeriod = endPeriod(ctx, validator)
    const calculated = delegationRewards(ctx, this.staking, validator, delegation, endingPeriod)
    const outstanding = getOutstanding(ctx, operator)
    const rewards = intersectDecCoins(calculated, outstanding)
    const { whole, change } = truncateDecCoins(rewards)
    if (whole.length > 0) this.bank.sendFromModule(ctx, MODULE, this.withdrawAddress(ctx, delegator), whole)
    setOutstanding(ctx, operator, subtract(outstanding, rewards))
    setPool(ctx, addDecCoins(getPool(ctx), change))
    release(ctx, operator, getStartingInfo(ctx, operator, delegator).previousPeriod)
    store.delete(infoKey)
    const paid = whole.length > 0 ? whole : [{ denom: this.#baseDenom, amount: 0n }]
    ctx.events.emit(
      event(
        'withdraw_rewards',
        ['amount', coinsText(paid)],
        ['validator', validator.operatorAddress],
        ['delegator', delegation.delegatorAddress],
      ),
    )
    return paid
  }

  /** @throws ChainError distribution/7. Source: `WithdrawValidatorCommission`. */
  withdrawCommission(ctx: Context, operator: Uint8Array): readonly Coin[] {
    const accumulated = getCommission(ctx, operator)
    if (accumulated.length === 0) throw ErrNoValidatorCommission.error()
    const { whole, change } = truncateDecCoins(accumulated)
    setCommission(ctx, operator, change)
    setOutstanding(ctx, operator, subtract(getOutstanding(ctx, operator), decCoinsOf(whole)))
    if (whole.length > 0) this.bank.sendFromModule(ctx, MODULE, this.withdrawAddress(ctx, operator), whole)
    ctx.events.emit(event('withdraw_commission', ['amount', coinsText(whole)]))
    return whole
  }

  /** Where rewards go: the delegator unless it set another address. */
  withdrawAddress(ctx: Context, delegator: Uint8Array): Uint8Array {
    return ctx.store(DISTRIBUTION_STORE).get(withdrawAddressKey(delegator)) ?? delegator
  }

  /** @throws ChainError sdk/4 for a blocked address, distribution/8 */
  setWithdrawAddress(ctx: Context, delegator: Uint8Array, address: Uint8Array): void {
    const text = addressText(ctx.prefix, address)
    if (this.bank.isBlocked(address)) throw ErrUnauthorized.error(`${text} is not allowed to receive external funds`)
    if (!getParams(ctx).withdrawAddrEnabled) throw ErrSetWithdrawAddrDisabled.error()
    ctx.events.emit(event('set_withdraw_address', ['withdraw_address', text]))
    ctx.store(DISTRIBUTION_STORE).set(withdrawAddressKey(delegator), address)
  }

  /** @throws ChainError from bank */
  fundPool(ctx: Context, amount: readonly Coin[], sender: Uint8Array): void {
    this.bank.sendToModule(ctx, sender, MODULE, amount)
    setPool(ctx, addDecCoins(getPool(ctx), decCoinsOf(amount)))
  }

  /** @throws ChainError distribution/9. Source: `DistributeFromFeePool`. */
  spendPool(ctx: Context, amount: readonly Coin[], receiver: Uint8Array): void {
    const rest = subtractDecCoins(getPool(ctx), decCoinsOf(amount))
    if (hasNegative(rest)) throw ErrBadDistribution.error()
    this.bank.sendFromModule(ctx, MODULE, receiver, amount)
    setPool(ctx, rest)
  }

  /** Divides the fees of the previous block among the validators that signed it. Source: x/distribution/keeper/abci.go, allocation.go. */
  beginBlock(ctx: Context): void {
    const { votes = [], proposer = NO_BYTES } = ctx.block
    if (ctx.block.height > 1) {
      this.#allocate(ctx, votes)
      this.#handOver(ctx)
    }
    ctx.store(DISTRIBUTION_STORE).set(PROPOSER_KEY, encodeProposer(proposer))
  }

  /** Source: `sendCommunityPoolToExternalPool`. */
  #handOver(ctx: Context): void {
    if (this.externalPool === undefined) return
    const pool = getPool(ctx)
    if (pool.length === 0) return
    const { whole, change } = truncateDecCoins(pool)
    this.bank.sendBetweenModules(ctx, MODULE, this.externalPool, whole)
    setPool(ctx, change)
  }

  #allocate(ctx: Context, votes: readonly Vote[]): void {
    const collector = this.accounts.moduleAccount(ctx, FEE_COLLECTOR)!
    const collected = this.bank.balances(ctx, collector.address)
    this.bank.sendBetweenModules(ctx, FEE_COLLECTOR, MODULE, collected)
    const fees = decCoinsOf(collected)
    const pool = getPool(ctx)
    const totalPower = votes.reduce((sum, { power }) => sum + power, 0n)
    if (totalPower === 0n) return setPool(ctx, addDecCoins(pool, fees))
    const shared = multiplyCoinsTruncating(fees, DECIMAL_ONE - getParams(ctx).communityTax)
    let remaining = fees
    for (const { address, power } of votes) {
      const validator = this.staking.validatorByConsensus(ctx, address)
      const reward = multiplyCoinsTruncating(shared, divideTruncating(decimalOf(power), decimalOf(totalPower)))
      this.allocateTo(ctx, validator, reward)
      remaining = subtract(remaining, reward)
    }
    setPool(ctx, addDecCoins(pool, remaining))
  }

  /** Allocates coins that the module already holds to a validator and its delegators. Source: `AllocateTokensToValidator`. */
  allocateTo(ctx: Context, validator: Validator, tokens: DecCoins): void {
    const operator = parseOperator(ctx, validator.operatorAddress)
    const commission = multiplyCoins(tokens, validator.commission.rate)
    const rewards = subtract(tokens, commission)
    const emit = (type: string, coins: DecCoins) =>
      ctx.events.emit(event(type, ['amount', decCoinsText(coins)], ['validator', validator.operatorAddress]))
    emit('commission', commission)
    setCommission(ctx, operator, addDecCoins(getCommission(ctx, operator), commission))
    const current = getCurrent(ctx, operator)
    const sum = addDecCoins(current.rewards, rewards)
    setCurrent(ctx, operator, sum === current.rewards ? current : { ...current, rewards: sum })
    emit('rewards', tokens)
    setOutstanding(ctx, operator, addDecCoins(getOutstanding(ctx, operator), tokens))
  }

  /** The reads that the reference makes to check that a deposit of rewards does not overflow. Source: `DepositValidatorRewardsPool`. */
  lookAtRatio(ctx: Context, validator: Validator, operator: Uint8Array): void {
    if (validator.tokens > 0n) getHistorical(ctx, operator, getCurrent(ctx, operator).period - 1n)
  }

  /** What a removed validator leaves goes to the community pool. */
  #forget(ctx: Context, operator: Uint8Array): void {
    let outstanding = getOutstanding(ctx, operator)
    const commission = getCommission(ctx, operator)
    if (commission.length > 0) {
      outstanding = subtract(outstanding, commission)
      const { whole, change } = truncateDecCoins(commission)
      setPool(ctx, addDecCoins(getPool(ctx), change))
      if (whole.length > 0) this.bank.sendFromModule(ctx, MODULE, this.withdrawAddress(ctx, operator), whole)
    }
    setPool(ctx, addDecCoins(getPool(ctx), outstanding))
    const store = ctx.store(DISTRIBUTION_STORE)
    store.delete(outstandingKey(operator))
    store.delete(commissionKey(operator))
    deleteBelow(ctx, slashesOf(operator))
    deleteBelow(ctx, historicalOf(operator))
    store.delete(currentKey(operator))
  }
}

const encodeProposer = remember((proposer: Uint8Array) => new ProtoWriter().bytes(1, proposer).finish())

function deleteBelow(ctx: Context, prefix: Key): void {
  const store = ctx.store(DISTRIBUTION_STORE)
  const rows = store.iterator(prefix, prefixEnd(prefix))
  for (; rows.valid; rows.next()) store.delete(rows.key)
  rows.close()
}

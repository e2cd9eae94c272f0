import { ChainError, equalBytes } from '../../base/index.js'
import { addressText, ErrInvalidRequest, GoPanic, parseAddress, type Context } from '../../chain/index.js'
import { decimalText, decimalTruncate, ZERO_TIME, type Coin } from '../../codec/index.js'
import {
  addRedelegation,
  addUnbonding,
  deleteDelegation,
  findDelegation,
  findRedelegation,
  findUnbonding,
  getDelegation,
  isReceiving,
  queueRedelegation,
  queueUnbonding,
  setDelegation,
} from './delegations.js'
import {
  ErrBadRedelegationDst,
  ErrBadRedelegationSrc,
  ErrBadRemoveValidator,
  ErrDelegatorShareExRateInvalid,
  ErrMaxRedelegationEntries,
  ErrMaxUnbondingDelegationEntries,
  ErrNoDelegatorForAddress,
  ErrNotEnoughDelegationShares,
  ErrSelfRedelegation,
  ErrTinyRedelegationAmount,
  ErrTransitiveRedelegation,
} from './errors.js'
import type { AccountKeeper, BankKeeper, StakingHooks } from './expected.js'
import { Bonded, Unbonded, Unbonding, type BondStatus, type Delegation, type Validator } from './records.js'
import {
  hasInvalidRate,
  sharesOfTokens,
  sharesOfTokensTruncated,
  tokensOfShares,
  withMoreTokens,
  withoutShares,
} from './validator.js'
import {
  consensusAddress,
  deletePowerIndex,
  deleteValidator,
  findValidator,
  getParams,
  getValidator,
  operatorOf,
  setPowerIndex,
  setValidator,
} from './validators.js'

/** Module accounts that hold delegated tokens: those bonded, and all others. Source: x/staking/types/pool.go. */
export const BONDED_POOL = 'bonded_tokens_pool'
export const NOT_BONDED_POOL = 'not_bonded_tokens_pool'

/** Delegating, undelegating and redelegating. Source: cosmos-sdk v0.53.6 x/staking/keeper/delegation.go. */
export class StakingKeeper {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
  /** Hooks of other modules. */
  readonly hooks: StakingHooks

  constructor(options: {
    readonly accounts: AccountKeeper
    readonly bank: BankKeeper
    readonly authority: string
    readonly hooks: StakingHooks
  }) {
    this.accounts = options.accounts
    this.bank = options.bank
    this.authority = options.authority
    this.hooks = options.hooks
  }

  /**
   * Delegates tokens to a validator.
   * @param source where the tokens come from: an account or a pool
   * @returns the new shares
   * @throws ChainError staking/34, or an error from bank
   */
  delegate(
    ctx: Context,
    delegator: Uint8Array,
    amount: bigint,
    source: 'account' | BondStatus,
    validator: Validator,
  ): bigint {
    if (hasInvalidRate(validator)) throw ErrDelegatorShareExRateInvalid.error()
    const operator = operatorOf(ctx, validator)
    const known = findDelegation(ctx, delegator, operator)
    if (known === undefined) this.hooks.beforeDelegationCreated(ctx, delegator, operator)
    else this.hooks.beforeDelegationSharesModified(ctx, delegator, operator)
    this.#fund(ctx, delegator, amount, source, validator.status)
    deletePowerIndex(ctx, validator)
    const { validator: after, shares } = withMoreTokens(validator, amount)
    setValidator(ctx, after)
    setPowerIndex(ctx, after)
    setDelegation(ctx, {
      delegatorAddress: addressText(ctx.prefix, delegator),
      validatorAddress: validator.operatorAddress,
      ...known,
      shares: (known?.shares ?? 0n) + shares,
    })
    this.hooks.afterDelegationModified(ctx, delegator, operator)
    return shares
  }

  #fund(ctx: Context, delegator: Uint8Array, amount: bigint, source: 'account' | BondStatus, status: BondStatus): void {
    if (source === 'account') {
      const pool = status === Bonded ? BONDED_POOL : NOT_BONDED_POOL
      this.bank.delegate(ctx, delegator, pool, this.#coins(ctx, amount))
    } else if (source !== Bonded && status === Bonded) this.toBonded(ctx, amount)
    else if (source === Bonded && status !== Bonded) this.toNotBonded(ctx, amount)
  }

  /**
   * Removes shares from a delegation. @returns the tokens that they were worth
   * @throws ChainError staking/21, staking/24, staking/3
   */
  unbond(ctx: Context, delegator: Uint8Array, operator: Uint8Array, shares: bigint): bigint {
    const delegation = findDelegation(ctx, delegator, operator)
    if (delegation === undefined) throw ErrNoDelegatorForAddress.error()
    this.hooks.beforeDelegationSharesModified(ctx, delegator, operator)
    if (delegation.shares < shares) throw ErrNotEnoughDelegationShares.error(decimalText(delegation.shares))
    const rest = { ...delegation, shares: delegation.shares - shares }
    const validator = this.#jailedWhenTooLow(ctx, delegator, operator, rest, getValidator(ctx, operator))
    if (rest.shares === 0n) deleteDelegation(ctx, delegator, operator)
    else {
      setDelegation(ctx, rest)
      this.hooks.afterDelegationModified(ctx, delegator, operator)
    }
    deletePowerIndex(ctx, validator)
    const { validator: after, tokens } = withoutShares(validator, shares)
    setValidator(ctx, after)
    setPowerIndex(ctx, after)
    if (after.delegatorShares === 0n && after.status === Unbonded) this.removeValidator(ctx, operator)
    return tokens
  }

  /** An operator whose self-delegation falls below its minimum is jailed. */
  #jailedWhenTooLow(
    ctx: Context,
    delegator: Uint8Array,
    operator: Uint8Array,
    rest: Delegation,
    validator: Validator,
  ): Validator {
    if (!equalBytes(delegator, operator) || validator.jailed) return validator
    if (decimalTruncate(tokensOfShares(validator, rest.shares)) >= validator.minSelfDelegation) return validator
    const jailed = { ...validator, jailed: true }
    setValidator(ctx, jailed)
    deletePowerIndex(ctx, jailed)
    return getValidator(ctx, operator)
  }

  /** @returns when the tokens are paid out, and how many. @throws ChainError staking/3, staking/27, or of {@link unbond} */
  undelegate(
    ctx: Context,
    delegator: Uint8Array,
    operator: Uint8Array,
    shares: bigint,
  ): { readonly completionTime: bigint; readonly amount: bigint } {
    const validator = getValidator(ctx, operator)
    const entries = findUnbonding(ctx, delegator, operator)?.entries.length ?? 0
    if (entries >= getParams(ctx).maxEntries) throw ErrMaxUnbondingDelegationEntries.error()
    const amount = this.unbond(ctx, delegator, operator, shares)
    if (validator.status === Bonded) this.toNotBonded(ctx, amount)
    const completionTime = ctx.block.time + getParams(ctx).unbondingTime
    const creationHeight = BigInt(ctx.block.height)
    const unbonding = addUnbonding(ctx, delegator, operator, { creationHeight, completionTime, balance: amount })
    queueUnbonding(ctx, unbonding, completionTime)
    return { completionTime, amount }
  }

  /** @returns when the redelegation completes; Go's zero time when it is immediate. @throws ChainError staking/29, 31, 44, 32, 33, 30, or of {@link unbond} */
  beginRedelegation(
    ctx: Context,
    delegator: Uint8Array,
    source: Uint8Array,
    destination: Uint8Array,
    shares: bigint,
  ): bigint {
    if (equalBytes(source, destination)) throw ErrSelfRedelegation.error()
    const to = findValidator(ctx, destination)
    if (to === undefined) throw ErrBadRedelegationDst.error()
    const from = findValidator(ctx, source)
    if (from === undefined) throw ErrBadRedelegationSrc.error()
    if (isReceiving(ctx, delegator, source)) throw ErrTransitiveRedelegation.error()
    const before = findRedelegation(ctx, delegator, source, destination)
    if (before !== undefined && before.entries.length >= getParams(ctx).maxEntries)
      throw ErrMaxRedelegationEntries.error()
    const balance = this.unbond(ctx, delegator, source, shares)
    if (balance === 0n) throw ErrTinyRedelegationAmount.error()
    const created = this.delegate(ctx, delegator, balance, from.status, to)
    const start = this.#startOfMove(ctx, source)
    if (start === undefined) return ZERO_TIME
    const redelegation = addRedelegation(ctx, [delegator, source, destination], { ...start, balance }, created)
    queueRedelegation(ctx, redelegation, start.completionTime)
    return start.completionTime
  }

  /** Undefined when the redelegation is immediate. Source: `getBeginInfo`. */
  #startOfMove(
    ctx: Context,
    source: Uint8Array,
  ): { readonly creationHeight: bigint; readonly completionTime: bigint } | undefined {
    const validator = getValidator(ctx, source)
    const { unbondingTime } = getParams(ctx)
    if (validator.status === Bonded)
      return { completionTime: ctx.block.time + unbondingTime, creationHeight: BigInt(ctx.block.height) }
    if (validator.status === Unbonding)
      return { completionTime: validator.unbondingTime, creationHeight: validator.unbondingHeight }
    return undefined
  }

  /** Shares of a delegation that are worth an amount. @throws ChainError staking/3, staking/19, staking/22, sdk/18. Source: `ValidateUnbondAmount`. */
  sharesToUnbond(ctx: Context, delegator: Uint8Array, operator: Uint8Array, amount: bigint): bigint {
    const validator = getValidator(ctx, operator)
    const delegation = getDelegation(ctx, delegator, operator)
    const shares = sharesOfTokens(validator, amount)
    if (sharesOfTokensTruncated(validator, amount) > delegation.shares)
      throw ErrInvalidRequest.error('invalid shares amount')
    return shares > delegation.shares ? delegation.shares : shares
  }

  /** @throws ChainError staking/8. Errors of hooks are ignored, as in the reference. */
  removeValidator(ctx: Context, operator: Uint8Array): void {
    const validator = findValidator(ctx, operator)
    if (validator === undefined) return
    if (validator.status !== Unbonded)
      throw ErrBadRemoveValidator.error('cannot call RemoveValidator on bonded or unbonding validators')
    if (validator.tokens > 0n)
      throw ErrBadRemoveValidator.error('attempting to remove a validator which still contains tokens')
    deleteValidator(ctx, operator, validator)
    try {
      this.hooks.afterValidatorRemoved(ctx, consensusAddress(validator), operator)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
    }
  }

  toBonded(ctx: Context, amount: bigint): void {
    this.bank.sendBetweenModules(ctx, NOT_BONDED_POOL, BONDED_POOL, this.#coins(ctx, amount))
  }
  toNotBonded(ctx: Context, amount: bigint): void {
    this.bank.sendBetweenModules(ctx, BONDED_POOL, NOT_BONDED_POOL, this.#coins(ctx, amount))
  }

  /** Account of a pool. @throws GoPanic when the chain has none */
  pool(ctx: Context, name: string): Uint8Array {
    const account = this.accounts.moduleAccount(ctx, name)
    if (account === undefined) throw new GoPanic(`${name} module account has not been set`)
    return account.address
  }

  /** The denomination of bonds. */
  bondDenom(ctx: Context): string {
    return getParams(ctx).bondDenom
  }

  /** Source: `TotalBondedTokens`. */
  totalBonded(ctx: Context): bigint {
    const pool = this.pool(ctx, BONDED_POOL)
    return this.bank.balance(ctx, pool, getParams(ctx).bondDenom).amount
  }

  /** Bech32 text as an address of this chain. @throws ChainError */
  address(ctx: Context, text: string): Uint8Array {
    return parseAddress(ctx, text)
  }

  #coins(ctx: Context, amount: bigint): readonly Coin[] {
    const denom = getParams(ctx).bondDenom
    return amount === 0n ? [] : [{ denom, amount }]
  }
}

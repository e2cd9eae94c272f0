import { ChainError, toUtf8 } from '../../base/index.js'
import {
  addressHash,
  addressText,
  ErrInvalidRequest,
  ErrUnauthorized,
  event,
  GoPanic,
  parseAccAddress,
  parseOperator,
  type Context,
} from '../../chain/index.js'
import {
  addCoins,
  amountOf,
  coinsText,
  coinText,
  decimalOf,
  decimalTruncate,
  denomProblem,
  divideDecimals,
  multiplyDecimals,
  rfc3339Nano,
  ZERO_TIME,
  type Coin,
} from '../../codec/index.js'
import type {
  MsgRedeemTokensForShares,
  MsgTokenizeShares,
  MsgTransferTokenizeShareRecord,
  TokenizeShareRecord,
} from '../../codec/messages/gaia.liquid.v1beta1.js'
import {
  ErrAlreadyDisabled,
  ErrAlreadyEnabled,
  ErrDisabledForAccount,
  ErrExceedingFreeVesting,
  ErrGlobalCapExceeded,
  ErrInsufficientShares,
  ErrNotEnoughBalance,
  ErrNotOwner,
  ErrOnlyBondDenom,
  ErrRecordNotExists,
  ErrRedelegationInProgress,
  ErrTinyRedemption,
  ErrTotalUnderflow,
  ErrValidatorCapExceeded,
  ErrValidatorSharesUnderflow,
} from './errors.js'
import type { AccountKeeper, BankKeeper, DistributionKeeper, StakingKeeper, ValidatorHoldings } from './expected.js'
import {
  addRecord,
  deleteOwner,
  deleteRecord,
  deleteValidator,
  findRecord,
  getLastId,
  getLock,
  getParams,
  getQueued,
  getRecord,
  getTotal,
  getValidator,
  recordOfDenom,
  recordsOfOwner,
  setLastId,
  setLock,
  setOwner,
  setQueued,
  setRecord,
  setTotal,
  setValidator,
  shareDenom,
} from './state.js'

const BONDED_POOL = 'bonded_tokens_pool'
const POOL = 'not_bonded_tokens_pool'
const MINT = 'mint'

/** The account that delegates what a record's shares stand for. Source: gaia v28.0.0 x/liquid/types/tokenize_share_record.go. */
const accountOf = ({ moduleAccount }: TokenizeShareRecord): Uint8Array =>
  addressHash(toUtf8('module'), toUtf8(`lsm\0${moduleAccount}`))

/** Delegations as coins. Source: gaia v28.0.0 x/liquid/keeper. */
export class LiquidKeeper<V extends ValidatorHoldings> {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper<V>
  readonly distribution: DistributionKeeper
  /** Bech32; who may change the params. */
  readonly authority: string

  constructor(options: Pick<LiquidKeeper<V>, 'accounts' | 'bank' | 'staking' | 'distribution' | 'authority'>) {
    this.accounts = options.accounts
    this.bank = options.bank
    this.staking = options.staking
    this.distribution = options.distribution
    this.authority = options.authority
  }

  /** Source: keeper/hooks.go. */
  readonly hooks = {
    afterValidatorCreated: (ctx: Context, operator: Uint8Array): void => {
      const { operatorAddress } = this.staking.validator(ctx, operator)
      setValidator(ctx, operator, { operatorAddress, liquidShares: 0n })
    },
    afterValidatorRemoved: (ctx: Context, _consensus: Uint8Array, operator: Uint8Array): void =>
      deleteValidator(ctx, operator),
    beforeValidatorSlashed: (ctx: Context, operator: Uint8Array, fraction: bigint): void => {
      const validator = this.staking.validator(ctx, operator)
      const { liquidShares } = getValidator(ctx, operator)
      const tokens = decimalTruncate(this.staking.tokensOfShares(validator, liquidShares))
      this.#decreaseTotal(ctx, decimalTruncate(multiplyDecimals(fraction, decimalOf(tokens))))
    },
  }

  /** Makes coins of a part of a delegation. @returns the coins @throws ChainError liquid/113, 106, 105, 22, 120, 111, 112, or of staking. Source: `TokenizeShares`. */
  tokenize(ctx: Context, msg: MsgTokenizeShares): Coin {
    const { staking, bank } = this
    const operator = parseOperator(ctx, msg.validatorAddress)
    const validator = staking.validator(ctx, operator)
    const delegator = parseAccAddress(ctx.prefix, msg.delegatorAddress)
    parseAccAddress(ctx.prefix, msg.tokenizedShareOwner)
    const { amount } = msg
    assertPositive(amount)
    const until = getLock(ctx, delegator)
    if (until === ZERO_TIME) throw ErrDisabledForAccount.error()
    if (until !== undefined) throw ErrDisabledForAccount.error(`tokenization will be allowed at ${goTimeText(until)}`)
    const bondDenom = staking.bondDenom(ctx)
    if (amount.denom !== bondDenom) throw ErrOnlyBondDenom.error()
    this.#assertFree(ctx, delegator, amount)
    const shares = staking.sharesToUnbond(ctx, delegator, operator, amount.amount)
    if (shares === 0n) throw ErrInsufficientShares.error('cannot tokenize zero shares')
    if (staking.isReceiving(ctx, delegator, operator)) throw ErrRedelegationInProgress.error()
    this.#increaseTotal(ctx, amount.amount)
    this.#increaseShares(ctx, operator, shares)
    const id = getLastId(ctx) + 1n
    setLastId(ctx, id)
    const record: TokenizeShareRecord = {
      id,
      owner: msg.tokenizedShareOwner,
      moduleAccount: `tokenizeshare_${id}`,
      validator: msg.validatorAddress,
    }
    const returned = { denom: bondDenom, amount: staking.unbond(ctx, delegator, operator, shares) }
    if (staking.isBonded(validator)) bank.sendBetweenModules(ctx, BONDED_POOL, POOL, [returned])
    bank.undelegate(ctx, POOL, delegator, [returned])
    const tokens = {
      denom: shareDenom(record),
      amount: decimalTruncate(staking.sharesOfTokens(validator, returned.amount)),
    }
    bank.mint(ctx, MINT, [tokens])
    bank.sendFromModule(ctx, MINT, delegator, [tokens])
    addRecord(ctx, record)
    bank.send(ctx, delegator, accountOf(record), [returned])
    staking.delegate(ctx, accountOf(record), returned.amount, staking.validator(ctx, operator))
    ctx.events.emit(
      event(
        'tokenize_shares',
        ['delegator', msg.delegatorAddress],
        ['validator', msg.validatorAddress],
        ['share_owner', msg.tokenizedShareOwner],
        ['share_record_id', String(id)],
        ['amount', coinText(amount)],
        ['tokenized_shares', coinText(tokens)],
      ),
    )
    return tokens
  }

  /** Makes a delegation of coins. @returns the tokens @throws ChainError liquid/101, 119, 118, 117, or of staking. Source: `RedeemTokensForShares`. */
  redeem(ctx: Context, { delegatorAddress, amount }: MsgRedeemTokensForShares): Coin {
    const { staking, bank } = this
    const delegator = parseAccAddress(ctx.prefix, delegatorAddress)
    assertPositive(amount)
    if (bank.balance(ctx, delegator, amount.denom).amount < amount.amount) throw ErrNotEnoughBalance.error()
    const record = recordOfDenom(ctx, amount.denom)
    const operator = parseOperator(ctx, record.validator)
    const validator = staking.validator(ctx, operator)
    const delegation = staking.delegation(ctx, accountOf(record), operator)
    // Their shares may have a fraction, which the last coins take along.
    const isAll = amount.amount === decimalTruncate(delegation.shares)
    const shares = isAll ? delegation.shares : decimalOf(amount.amount)
    const tokens = decimalTruncate(staking.tokensOfShares(validator, shares))
    if (tokens === 0n) throw ErrTinyRedemption.error()
    this.#decreaseTotal(ctx, tokens)
    this.#decreaseShares(ctx, operator, shares)
    const returned = staking.unbond(ctx, accountOf(record), operator, shares)
    if (staking.isBonded(validator)) staking.toNotBonded(ctx, returned)
    if (staking.findDelegation(ctx, accountOf(record), operator) === undefined) {
      this.#payOut(ctx, record.id)
      deleteRecord(ctx, record.id)
    }
    bank.sendToModule(ctx, delegator, POOL, [amount])
    bank.burn(ctx, POOL, [amount])
    const coin = { denom: staking.bondDenom(ctx), amount: returned }
    bank.sendFromModule(ctx, POOL, delegator, [coin])
    const after = staking.validator(ctx, operator)
    staking.delegate(ctx, delegator, returned, after)
    ctx.events.emit(
      event(
        'redeem_shares',
        ['delegator', delegatorAddress],
        ['validator', after.operatorAddress],
        ['amount', coinText(amount)],
      ),
    )
    return coin
  }

  /** @throws ChainError liquid/102, 104, sdk/4. Source: `TransferTokenizeShareRecord`. */
  transfer(ctx: Context, { tokenizeShareRecordId: id, sender, newOwner }: MsgTransferTokenizeShareRecord): void {
    const record = findRecord(ctx, id)
    if (record === undefined) throw ErrRecordNotExists.error()
    if (record.owner !== sender) throw ErrNotOwner.error()
    const from = parseAccAddress(ctx.prefix, record.owner)
    const to = parseAccAddress(ctx.prefix, newOwner)
    for (const [address, text] of [
      [from, record.owner],
      [to, newOwner],
    ] as const)
      if (this.bank.isBlocked(address)) throw ErrUnauthorized.error(`${text} is not allowed to receive funds`)
    deleteOwner(ctx, from, id)
    setRecord(ctx, { ...record, owner: newOwner })
    setOwner(ctx, to, id)
    ctx.events.emit(
      event(
        'transfer_tokenize_share_record',
        ['share_record_id', String(id)],
        ['sender', sender],
        ['share_owner', newOwner],
      ),
    )
  }

  /** @throws ChainError liquid/116 */
  disable(ctx: Context, address: string): void {
    const account = parsedOrPanic(ctx, address)
    const until = getLock(ctx, account)
    if (until === ZERO_TIME) throw ErrAlreadyDisabled.error()
    if (until !== undefined)
      setQueued(
        ctx,
        until,
        getQueued(ctx, until).filter((queued) => queued !== addressText(ctx.prefix, account)),
      )
    setLock(ctx, account)
  }

  /** @returns from when on the account may tokenize again @throws ChainError liquid/115 */
  enable(ctx: Context, address: string): bigint {
    const account = parsedOrPanic(ctx, address)
    const until = getLock(ctx, account)
    if (until === undefined) throw ErrAlreadyEnabled.error()
    if (until !== ZERO_TIME)
      throw ErrAlreadyEnabled.error(`tokenize shares re-enablement already in progress, ending at ${goTimeText(until)}`)
    const completion = ctx.block.time + this.staking.unbondingTime(ctx)
    setQueued(ctx, completion, [...getQueued(ctx, completion), addressText(ctx.prefix, account)])
    setLock(ctx, account, completion)
    return completion
  }

  /** @throws ChainError liquid/102, 104, sdk/4, or of staking. Source: `WithdrawTokenizeShareRecordReward`. */
  withdraw(ctx: Context, ownerAddress: string, id: bigint): void {
    const owner = parseAccAddress(ctx.prefix, ownerAddress)
    const record = getRecord(ctx, id)
    if (this.bank.isBlocked(owner))
      throw ErrUnauthorized.error(`${addressText(ctx.prefix, owner)} is not allowed to receive funds`)
    if (record.owner !== addressText(ctx.prefix, owner)) throw ErrNotOwner.error()
    const operator = parseOperator(ctx, record.validator)
    this.staking.validator(ctx, operator)
    this.staking.delegation(ctx, accountOf(record), operator)
    this.distribution.withdrawRewards(ctx, accountOf(record), operator)
    const rewards = this.bank.balances(ctx, accountOf(record))
    if (rewards.length > 0) this.bank.send(ctx, accountOf(record), owner, rewards)
    withdrawn(ctx, owner, rewards)
  }

  /** Rewards of records that cannot be paid stay. Source: `WithdrawAllTokenizeShareRecordReward`. */
  withdrawAll(ctx: Context, ownerAddress: string): void {
    const owner = parseAccAddress(ctx.prefix, ownerAddress)
    if (this.bank.isBlocked(owner))
      throw ErrUnauthorized.error(`${addressText(ctx.prefix, owner)} is not allowed to receive external funds`)
    let total: readonly Coin[] = []
    for (const record of Array.from(recordsOfOwner(ctx, owner))) {
      const operator = parseOperator(ctx, record.validator)
      if (this.staking.findValidator(ctx, operator) === undefined) continue
      if (this.staking.findDelegation(ctx, accountOf(record), operator) === undefined) continue
      total = addCoins(total, this.#paidOut(ctx, record, operator, owner))
    }
    withdrawn(ctx, owner, total)
  }

  /** Only if there is something, on a branch. */
  #paidOut(ctx: Context, record: TokenizeShareRecord, operator: Uint8Array, owner: Uint8Array): readonly Coin[] {
    const branch = ctx.branch()
    try {
      this.distribution.withdrawRewards(branch.ctx, accountOf(record), operator)
      const balances = this.bank.balances(branch.ctx, accountOf(record))
      if (balances.length > 0) {
        this.bank.send(branch.ctx, accountOf(record), owner, balances)
        branch.write()
        return balances
      }
    } catch (error) {
      if (!(error instanceof ChainError)) {
        branch.discard()
        throw error
      }
    }
    branch.discard()
    return []
  }

  /** What a record that ends has earned. Source: `WithdrawSingleShareRecordReward`. */
  #payOut(ctx: Context, id: bigint): void {
    const record = getRecord(ctx, id)
    const owner = parseAccAddress(ctx.prefix, record.owner)
    if (this.bank.isBlocked(owner)) throw ErrUnauthorized.error(`${record.owner} is not allowed to receive funds`)
    const operator = parseOperator(ctx, record.validator)
    const hasValidator = this.staking.findValidator(ctx, operator) !== undefined
    const hasDelegation = this.staking.findDelegation(ctx, accountOf(record), operator) !== undefined
    if (hasValidator && hasDelegation) this.distribution.withdrawRewards(ctx, accountOf(record), operator)
    const balances = this.bank.balances(ctx, accountOf(record))
    if (balances.length === 0) return
    this.bank.send(ctx, accountOf(record), owner, balances)
    withdrawn(ctx, owner, balances)
  }

  /** @throws ChainError liquid/105. Source: `CheckVestedDelegationInVestingAccount`. */
  #assertFree(ctx: Context, delegator: Uint8Array, { denom, amount }: Coin): void {
    const coins = this.accounts.vesting(ctx, delegator)
    if (coins === undefined) return
    const over = amountOf(coins.delegatedVesting, denom) - amountOf(coins.vesting, denom)
    if (amountOf(coins.delegatedFree, denom) + (over > 0n ? over : 0n) < amount) throw ErrExceedingFreeVesting.error()
  }

  /** @throws ChainError liquid/111. Source: `SafelyIncreaseTotalLiquidStakedTokens`. */
  #increaseTotal(ctx: Context, amount: bigint): void {
    const cap = getParams(ctx).globalLiquidStakingCap
    const now = decimalOf(getTotal(ctx) + amount)
    if (divideDecimals(now, decimalOf(this.staking.totalBonded(ctx))) > cap) throw ErrGlobalCapExceeded.error()
    setTotal(ctx, getTotal(ctx) + amount)
  }
  /** @throws ChainError liquid/118 */
  #decreaseTotal(ctx: Context, amount: bigint): void {
    const total = getTotal(ctx)
    if (amount > total) throw ErrTotalUnderflow.error()
    setTotal(ctx, total - amount)
  }
  /** @throws ChainError liquid/3, 112. Source: `SafelyIncreaseValidatorLiquidShares`. */
  #increaseShares(ctx: Context, operator: Uint8Array, shares: bigint): void {
    const validator = getValidator(ctx, operator)
    const liquidShares = validator.liquidShares + shares
    const { delegatorShares } = this.staking.validator(ctx, operator)
    const part = divideDecimals(liquidShares, delegatorShares)
    if (part > getParams(ctx).validatorLiquidStakingCap) throw ErrValidatorCapExceeded.error()
    setValidator(ctx, operator, { ...validator, liquidShares })
  }
  /** @throws ChainError liquid/3, 117 */
  #decreaseShares(ctx: Context, operator: Uint8Array, shares: bigint): void {
    const validator = getValidator(ctx, operator)
    if (shares > validator.liquidShares) throw ErrValidatorSharesUnderflow.error()
    setValidator(ctx, operator, { ...validator, liquidShares: validator.liquidShares - shares })
  }
}

/** @throws ChainError sdk/18 */
function assertPositive({ denom, amount }: Coin): void {
  if (denomProblem(denom) !== undefined || amount <= 0n) throw ErrInvalidRequest.error('invalid shares amount')
}

function parsedOrPanic(ctx: Context, address: string): Uint8Array {
  try {
    return parseAccAddress(ctx.prefix, address)
  } catch (error) {
    if (error instanceof ChainError) throw new GoPanic(error.log)
    throw error
  }
}

function withdrawn(ctx: Context, owner: Uint8Array, coins: readonly Coin[]): void {
  ctx.events.emit(
    event(
      'withdraw_tokenize_share_reward',
      ['withdraw_address', addressText(ctx.prefix, owner)],
      ['amount', coinsText(coins)],
    ),
  )
}

/** A time as Go prints it. */
const goTimeText = (time: bigint): string => rfc3339Nano(time).replace('T', ' ').replace('Z', ' +0000 UTC')

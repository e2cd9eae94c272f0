import { CombinedLimit, MaxCallsLimit, MaxFundsLimit } from 'cosmjs-types/cosmwasm/wasm/v1/authz'
import { ErrInvalidType, ErrNotFound, ErrUnauthorized, lessCoins, plainError, wrapping } from '../../../chain/index.js'
import { amountOf, coinsProblem, decodeCoin, encodeCoin, type Any, type Coin } from '../../../codec/index.js'
import { ErrEmpty } from '../errors.js'
import { ACCEPTED, updatedTo, USED_UP, type Acceptance } from './authorization.js'
import { own } from '../../../base/index.js'

/** The call of a contract that a message makes. */
export interface ContractCall {
  readonly contract: string
  readonly msg: Uint8Array
  readonly funds: readonly Coin[]
}

/** How much a grant allows. Source: wasmd x/wasm/types/authz.go `ContractAuthzLimitX`. */
export interface ContractLimit {
  validateBasic(): void
  /** @throws ChainError */
  accept(call: ContractCall): Acceptance
}

const REFUSED: Acceptance = { accepted: false }

const UNDEFINED: ContractLimit = {
  validateBasic: () => {
    throw ErrInvalidType.error('undefined limit')
  },
  accept: () => {
    throw ErrNotFound.error('undefined limit')
  },
}

/** Source: types/coin.go `Coins.IsAllLTE`. */
const isWithin = (funds: readonly Coin[], limit: readonly Coin[]): boolean =>
  funds.every(({ denom, amount }) => amount <= amountOf(limit, denom))

/** @throws ChainError */
function validateCoins(coins: readonly Coin[]): void {
  const problem = coinsProblem(coins)
  if (problem !== undefined) throw plainError(problem)
}

const isZero = (coins: readonly Coin[]): boolean => coins.every(({ amount }) => amount === 0n)

/** A number of calls, without coins. */
function maxCalls({ remaining }: MaxCallsLimit): ContractLimit {
  return {
    validateBasic: () => {
      if (remaining === 0n) throw ErrEmpty.error('remaining calls')
    },
    accept: ({ funds }) => {
      if (funds.length > 0) return REFUSED
      if (remaining === 0n) throw ErrUnauthorized.error('no calls left')
      return remaining === 1n ? USED_UP : updatedTo(MaxCallsLimit, { remaining: remaining - 1n })
    },
  }
}

/** An amount of coins. */
function maxFunds(limit: MaxFundsLimit): ContractLimit {
  const amounts = limit.amounts.map(decodeCoin)
  return {
    validateBasic: () => {
      validateCoins(amounts)
      if (isZero(amounts)) throw ErrEmpty.error('amounts')
    },
    accept: ({ funds }) => {
      if (funds.length === 0) return ACCEPTED
      if (!isWithin(funds, amounts)) return REFUSED
      const left = lessCoins(amounts, funds)!
      return left.length === 0 ? USED_UP : updatedTo(MaxFundsLimit, { amounts: left.map(encodeCoin) })
    },
  }
}

/** A number of calls, and an amount of coins. */
function combined(limit: CombinedLimit): ContractLimit {
  const { callsRemaining } = limit
  const amounts = limit.amounts.map(decodeCoin)
  return {
    validateBasic: () => {
      if (callsRemaining === 0n) throw ErrEmpty.error('remaining calls')
      if (isZero(amounts)) throw ErrEmpty.error('amounts')
      wrapping('amounts', () => validateCoins(amounts))
    },
    accept: ({ funds }) => {
      if (!isWithin(funds, amounts)) return REFUSED
      if (callsRemaining === 0n) throw ErrUnauthorized.error('no calls left')
      const left = lessCoins(amounts, funds)!
      if (callsRemaining === 1n || left.length === 0) return USED_UP
      return updatedTo(CombinedLimit, { callsRemaining: callsRemaining - 1n, amounts: left.map(encodeCoin) })
    },
  }
}

const LIMITS: Readonly<Record<string, (value: Uint8Array) => ContractLimit>> = {
  [MaxCallsLimit.typeUrl]: (value) => maxCalls(MaxCallsLimit.decode(value)),
  [MaxFundsLimit.typeUrl]: (value) => maxFunds(MaxFundsLimit.decode(value)),
  [CombinedLimit.typeUrl]: (value) => combined(CombinedLimit.decode(value)),
}

/** @throws ChainError for an unknown type */
export function readLimit(limit: Any | undefined): ContractLimit {
  if (limit === undefined) return UNDEFINED
  const read = own(LIMITS, limit.typeUrl)
  if (read !== undefined) return read(limit.value)
  throw plainError(
    `no concrete type registered for type URL ${limit.typeUrl} against interface *types.ContractAuthzLimitX`,
  )
}

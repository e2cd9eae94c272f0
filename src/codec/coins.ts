import { UsageError } from '../base/index.js'

/** An amount of one token in its smallest unit. Amounts in a transaction are unchecked until validated. */
/** An amount of one denomination. */
export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

/** Source: cosmos-sdk types/coin.go `reDnmString`. */
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/
const COIN = /^(\d+)\s*([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/

/** Most bits of an amount. Source: cosmossdk.io/math `MaxBitLen`. */
const MAX_BITS = 256n
const LIMIT = 1n << MAX_BITS

/** Text of the problem, or undefined. Source: `ValidateDenom`. */
export const denomProblem = (denom: string): string | undefined =>
  DENOM.test(denom) ? undefined : `invalid denom: ${denom}`

export const coinText = (coin: Coin): string => `${coin.amount}${coin.denom}`

/** `5uatom,123untrn`, empty for no coins. Source: `Coins.String`. */
export const coinsText = (coins: readonly Coin[]): string => coins.map(coinText).join(',')

/** Text of the first problem of a coin set, or undefined: sorted by denom, without duplicates, all positive. Source: `Coins.Validate`. */
export function coinsProblem(coins: readonly Coin[]): string | undefined {
  for (const [i, coin] of coins.entries()) {
    const problem = denomProblem(coin.denom)
    if (problem !== undefined) return problem
    const before = coins[i - 1]?.denom
    if (before !== undefined && coin.denom < before) return `denomination ${coin.denom} is not sorted`
    if (before !== undefined && coin.denom === before) return `duplicate denomination ${coin.denom}`
    if (coin.amount <= 0n) return `coin ${i === 0 ? coinText(coin) : coin.denom} amount is not positive`
  }
  return undefined
}

export const coinsAreValid = (coins: readonly Coin[]): boolean => coinsProblem(coins) === undefined

const byDenom = (a: Coin, b: Coin): number => (a.denom < b.denom ? -1 : a.denom > b.denom ? 1 : 0)

export const sortCoins = (coins: readonly Coin[]): readonly Coin[] => coins.toSorted(byDenom)

/** Sum per denom, sorted, without zeros; amounts may be negative. Source: `Coins.safeAdd`. */
export function addCoins(...sets: readonly (readonly Coin[])[]): readonly Coin[] {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of sets.flat()) sums.set(denom, (sums.get(denom) ?? 0n) + amount)
  return [...sums]
    .map(([denom, amount]) => ({ denom, amount }))
    .filter(({ amount }) => amount !== 0n)
    .sort(byDenom)
}

export const negateCoins = (coins: readonly Coin[]): readonly Coin[] =>
  coins.map(({ denom, amount }) => ({ denom, amount: -amount }))

export const amountOf = (coins: readonly Coin[], denom: string): bigint =>
  coins.find((coin) => coin.denom === denom)?.amount ?? 0n

export const coinsAreZero = (coins: readonly Coin[]): boolean => coins.every(({ amount }) => amount === 0n)

export const coinsAreEqual = (a: readonly Coin[], b: readonly Coin[]): boolean =>
  a.length === b.length && a.every((coin, i) => coin.denom === b[i]!.denom && coin.amount === b[i]!.amount)

/**
 * Coins as a user writes them: `123untrn,4uatom`, in any order; zeros are dropped, the rest is sorted. '' is an empty set.
 * Source: `ParseCoinsNormalized`, without its decimals, which it cuts off.
 * @throws UsageError that names the part which is wrong
 */
export function parseCoins(text: string): readonly Coin[] {
  if (text.trim() === '') return []
  const coins = text.split(',').map(parseCoin)
  const set = sortCoins(coins.filter(({ amount }) => amount !== 0n))
  const problem = coinsProblem(set)
  if (problem !== undefined) throw new UsageError(`invalid coins ${JSON.stringify(text)}: ${problem}`)
  return set
}

/** One coin, `123untrn`. @throws UsageError */
function parseCoin(text: string): Coin {
  const parts = COIN.exec(text.trim())
  if (parts === null)
    throw new UsageError(`invalid coin expression: ${JSON.stringify(text)}`, {
      details: ['expected: a whole amount and a denom, such as 123untrn'],
    })
  return { denom: parts[2]!, amount: parseInteger(parts[1]!) }
}

/**
 * A decimal integer as `math.Int` reads it: optional minus, digits, at most 256 bits.
 * @throws UsageError
 */
export function parseInteger(text: string): bigint {
  if (!/^-?\d{1,100}$/.test(text)) throw new UsageError(`not an integer: ${JSON.stringify(text.slice(0, 100))}`)
  const value = BigInt(text)
  if (value >= LIMIT || value <= -LIMIT) throw new UsageError(`integer out of range, at most ${MAX_BITS} bits: ${text}`)
  return value
}

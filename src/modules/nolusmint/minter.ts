import {
  DECIMAL_ONE,
  decimalOf,
  decimalTruncate,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
} from '../../codec/index.js'

/** Source: nolus-core x/mint/types/minter.go. */
const COEFFICIENTS = ['-0.0279375', '16.9415', '-883.75', '833810'].map(parseDecimal)
/** Coins are minted for ten years. */
const ALL_MONTHS = decimalOf(120n)
const YEAR = decimalOf(12n)
const MONTH = decimalOf(30n * 24n * 3_600_000_000_000n)
const MICRO = decimalOf(1_000_000n)

/** What is minted until a time in months, in the smallest unit. Source: `CalcTokensByIntegral`. */
const mintedUntil = (months: bigint): bigint => {
  const value = COEFFICIENTS.reduce((sum, coefficient) => multiplyDecimals(sum, months) + coefficient, 0n)
  return decimalTruncate(multiplyDecimals(multiplyDecimals(value, months), MICRO))
}

const monthsOf = (nanoseconds: bigint): bigint => divideDecimals(decimalOf(nanoseconds), MONTH)

/** The months that have passed, as a decimal, and amounts and times as whole numbers. */
export interface Minter {
  readonly months: bigint
  readonly totalMinted: bigint
  /** Nanoseconds since 1970; 0 before the first block. */
  readonly previousTime: bigint
  readonly annualInflation: bigint
}

export const INITIAL_MINTER: Minter = { months: 0n, totalMinted: 0n, previousTime: 0n, annualInflation: 0n }

/** What a block at this time mints, and the minter after it. @param most nanoseconds that one block may count. Source: nolus-core x/mint/abci.go `calcTokens`. */
export function mintAt(
  minter: Minter,
  time: bigint,
  most: bigint,
): { readonly minter: Minter; readonly minted: bigint } {
  if (minter.previousTime === 0n) return { minter: { ...minter, previousTime: time }, minted: 0n }
  if (minter.months >= ALL_MONTHS) return { minter, minted: 0n }
  const passed = time - minter.previousTime
  const months = minter.months + monthsOf(passed > most ? most : passed)
  const minted = mintedUntil(months) - mintedUntil(minter.months)
  const { totalMinted } = minter
  return { minter: { ...minter, months, previousTime: time, totalMinted: totalMinted + minted }, minted }
}

/** What the next twelve months will mint. Source: nolus-core x/mint/abci.go `predictMintedByIntegral`. */
export function nextYear(months: bigint): bigint {
  if (months >= ALL_MONTHS) return 0n
  const ahead = months + monthsOf(decimalTruncate(multiplyDecimals(YEAR, MONTH)))
  return mintedUntil(ahead > ALL_MONTHS ? ALL_MONTHS : ahead) - mintedUntil(months)
}

/** @returns what is wrong, in Go's words. Source: `ValidateMinter`. */
export function minterProblem({ months }: Minter, text: (decimal: bigint) => string): string | undefined {
  if (months < 0n) return `mint parameter normTimePassed should be positive, is ${text(months)}`
  if (months > ALL_MONTHS)
    return `mint parameter normTimePassed: ${text(months)} should not be bigger than TotalMonths: ${text(120n * DECIMAL_ONE)}`
  return undefined
}

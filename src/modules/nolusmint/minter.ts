import {
  DECIMAL_ONE,
  decimalOf,
  decimalTruncate,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
} from '../../codec/index.js'
import type { Minter } from '../../codec/messages/nolus.mint.v1beta1.js'

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

/** Time passes in months, a decimal, from 0; the last block's is in nanoseconds since 1970, 0 before the first block. */
export const INITIAL_MINTER: Minter = {
  normTimePassed: 0n,
  totalMinted: 0n,
  prevBlockTimestamp: 0n,
  annualInflation: 0n,
}

/** What a block at this time mints, and the minter after it. @param most nanoseconds that one block may count. Source: nolus-core x/mint/abci.go `calcTokens`. */
export function mintAt(
  minter: Minter,
  time: bigint,
  most: bigint,
): { readonly minter: Minter; readonly minted: bigint } {
  if (minter.prevBlockTimestamp === 0n) return { minter: { ...minter, prevBlockTimestamp: time }, minted: 0n }
  if (minter.normTimePassed >= ALL_MONTHS) return { minter, minted: 0n }
  const passed = time - minter.prevBlockTimestamp
  const months = minter.normTimePassed + monthsOf(passed > most ? most : passed)
  const minted = mintedUntil(months) - mintedUntil(minter.normTimePassed)
  const { totalMinted } = minter
  return {
    minter: { ...minter, normTimePassed: months, prevBlockTimestamp: time, totalMinted: totalMinted + minted },
    minted,
  }
}

/** What the next twelve months will mint. Source: nolus-core x/mint/abci.go `predictMintedByIntegral`. */
export function nextYear(months: bigint): bigint {
  if (months >= ALL_MONTHS) return 0n
  const ahead = months + monthsOf(decimalTruncate(multiplyDecimals(YEAR, MONTH)))
  return mintedUntil(ahead > ALL_MONTHS ? ALL_MONTHS : ahead) - mintedUntil(months)
}

/** @returns what is wrong, in Go's words. Source: `ValidateMinter`. */
export function minterProblem(
  { normTimePassed: months }: Minter,
  text: (decimal: bigint) => string,
): string | undefined {
  if (months < 0n) return `mint parameter normTimePassed should be positive, is ${text(months)}`
  if (months > ALL_MONTHS)
    return `mint parameter normTimePassed: ${text(months)} should not be bigger than TotalMonths: ${text(120n * DECIMAL_ONE)}`
  return undefined
}

import type { CurrencyPair } from '../messages/slinky.types.v1.js'
import { toUpper } from '../go-strings.js'
import { goQuote } from '../go-quote.js'
import { plainError } from '../plain-error.js'

/** A pair of assets whose price an oracle reports. */
export type { CurrencyPair }

const MAX_BYTES = 256

/** Such as `BTC/USD`: the key of its rows. */
export const pairText = ({ base, quote }: CurrencyPair): string => `${base}/${quote}`

/** Lower-case letters become upper-case ones. @throws ChainError undefined/1. Source: slinky pkg/types/currency_pair.go `CurrencyPairFromString` */
export function parsePair(text: string): CurrencyPair {
  const [base, quote, ...more] = text.split('/')
  if (base === undefined || quote === undefined || more.length > 0)
    throw plainError(`incorrectly formatted CurrencyPair: ${goQuote(text)}`)
  const pair = { base: toUpper(base), quote: toUpper(quote) }
  checkPair(pair)
  return pair
}

/** @throws ChainError undefined/1. Source: slinky pkg/types/currency_pair.go `ValidateBasic` */
export function checkPair({ base, quote }: CurrencyPair): void {
  const assets = [
    ['base', base],
    ['quote', quote],
  ] as const
  for (const [name, asset] of assets) if (asset === '') throw plainError(`${name} asset cannot be empty`)
  for (const [name, asset] of assets)
    if (Buffer.byteLength(asset) > MAX_BYTES) throw plainError(`${name} asset exceeds max length of ${MAX_BYTES}`)
  for (const [name, asset] of assets) {
    const isListed = !asset.includes(',')
    const problem = isListed ? caseProblem(asset) : chainAssetProblem(asset)
    if (problem !== undefined)
      throw plainError(`${name} ${isListed ? '' : 'defi '}asset ${goQuote(asset)} is invalid: ${problem}`)
  }
}

const caseProblem = (asset: string): string | undefined =>
  toUpper(asset) === asset
    ? undefined
    : `incorrectly formatted asset string, expected: ${goQuote(toUpper(asset))} got: ${goQuote(asset)}`

/** What is wrong with an asset that is named by token, address and chain; undefined if nothing is. Source: `ValidateDefiAssetString`. */
function chainAssetProblem(asset: string): string | undefined {
  const parts = asset.split(',')
  if (parts.length !== 3) return `asset fields have wrong length, expected: 3 got: ${parts.length}`
  const [token = ''] = parts
  const problem = caseProblem(token)
  return problem === undefined ? caseProblem(asset) : `token field ${goQuote(token)} is invalid: ${problem}`
}

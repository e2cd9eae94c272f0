import { ChainError } from '../../base/index.js'
import type { Coin } from '../coins.js'
import { intFromJson } from '../go-int.js'
import { GoJsonError } from './decoder.js'
import { slice, string, struct, unmarshaler, unmarshalValid, type GoType, type ValueOf } from './types.js'

/** A `math.Int`: an integer between quotes; undefined when it is absent. Source: cosmossdk.io/math `Int.UnmarshalJSON`. */
export const mathInt: GoType<bigint | undefined> = unmarshaler<bigint | undefined>(
  'math.Int',
  () => undefined,
  (raw) => {
    const text = unmarshalValid(string, raw)
    try {
      return intFromJson(text)
    } catch (error) {
      throw error instanceof ChainError ? new GoJsonError(error.log) : error
    }
  },
)

/** The SDK's `Coin`. */
export const sdkCoin = struct('Coin', { denom: string, amount: mathInt })
/** The SDK's `Coins`. */
export const sdkCoins = slice(sdkCoin, 'types.Coins')

/** An absent amount, nil in Go, counts as 0. */
export const coinOf = ({ denom, amount = 0n }: ValueOf<typeof sdkCoin>): Coin => ({ denom, amount })

import type { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { NO_BYTES, NotSupportedError } from '../../../base/index.js'
import { ErrInvalidAddress, ErrUnknownAddress, isBech32, plainError } from '../../../chain/index.js'
import {
  denomProblem,
  isBlank,
  protoBytes,
  protoUint64,
  readProto,
  sortCoins,
  type Coin,
} from '../../../codec/index.js'
import { isEthAddress } from '../../../crypto/index.js'
import type { AbiValue } from '../../../codec/abi/index.js'

/** Types that several contracts share, and their values. Source: cosmos/evm v0.7.3 precompiles/common/Types.sol, types.go. */
export const COINS = '(string denom, uint256 amount)[]'
export const DEC_COINS = '(string denom, uint256 amount, uint8 precision)[]'
export const PAGE = '(bytes key, uint64 offset, uint64 limit, bool countTotal, bool reverse)'
export const NEXT_PAGE = '(bytes nextKey, uint64 total)'

export type CoinValues = readonly (readonly [denom: string, amount: bigint])[]
export type PageValue = readonly [key: Uint8Array, offset: bigint, limit: bigint, countTotal: boolean, reverse: boolean]

const DECIMAL_PLACES = 18n

export const pageRequest = ([key, offset, limit, countTotal, reverse]: PageValue): PageRequest => ({
  key,
  offset,
  limit,
  countTotal,
  reverse,
})

/** @param response that has a `PageResponse` in a field */
export function nextPage(page: Uint8Array | undefined): AbiValue {
  if (page === undefined) return [NO_BYTES, 0n]
  const fields = readProto(page)
  return [protoBytes(fields, 1), protoUint64(fields, 2)]
}

export const coinValues = (coins: readonly Coin[]): CoinValues => coins.map(({ denom, amount }) => [denom, amount])

/** Amounts without their fraction. @param coins with amounts that are decimals */
export const decCoinValues = (coins: readonly Coin[]): AbiValue =>
  coins.map(({ denom, amount }) => [denom, amount / 10n ** DECIMAL_PLACES, DECIMAL_PLACES])

export const decimalValue = (decimal: bigint): AbiValue => [decimal, DECIMAL_PLACES]

/** Sorted. @throws ChainError with the text for coins that are not valid. Source: `ToCoins`, `NewSdkCoinsFromCoins` */
export function coinsOf(values: CoinValues, text: string): readonly Coin[] {
  for (const [denom] of values) if (denomProblem(denom) !== undefined) throw plainError(text)
  return sortCoins(values.map(([denom, amount]) => ({ denom, amount })))
}

const SECOND = 1_000_000_000n

/** Whole seconds of nanoseconds since 1970, rounded down. */
export const secondsOf = (nanoseconds: bigint): bigint =>
  (nanoseconds - (((nanoseconds % SECOND) + SECOND) % SECOND)) / SECOND

export const isNobody = (address: Uint8Array): boolean => address.every((byte) => byte === 0)

/** @throws ChainError for the address of nobody. @param what it is */
export function assertSomebody(address: Uint8Array, what: string): void {
  if (isNobody(address)) throw plainError(`${what}: 0x${'0'.repeat(40)}`)
}

/**
 * A validator's address as the chain's codec reads it, which knows more than bech32.
 * @param isNamed whether the refusal is the message's @throws ChainError sdk/9, NotSupportedError for one in hex. Source: cosmos/evm v0.7.3 encoding/address
 */
export function validatorText(text: string, isNamed = false): string {
  if (isEthAddress(text)) throw new NotSupportedError(`validators in hex are not supported yet, got ${text}`)
  if (isBlank(text) || isBech32(text)) return text
  const refusal = ErrUnknownAddress.error(`unknown address format: ${text}`)
  throw isNamed ? ErrInvalidAddress.error(`invalid validator address: ${refusal.log}`) : refusal
}

import { goQuote } from '../../codec/index.js'
import type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
import { plainError, type Context } from '../../chain/index.js'
import { ErrInvalidHeight } from './errors.js'

export type { Height }

/** A height of a chain: the revision counts its restarts from genesis. Source: ibc-go v10 02-client/types/height.go. */
export const height = (revisionNumber: bigint, revisionHeight: bigint): Height => ({ revisionNumber, revisionHeight })

export const ZERO_HEIGHT = height(0n, 0n)

export const compareHeights = (a: Height, b: Height): number => {
  const [left, right] =
    a.revisionNumber === b.revisionNumber ? [a.revisionHeight, b.revisionHeight] : [a.revisionNumber, b.revisionNumber]
  return left < right ? -1 : left > right ? 1 : 0
}
export const sameHeight = (a: Height, b: Height): boolean => compareHeights(a, b) === 0
export const isZeroHeight = ({ revisionNumber, revisionHeight }: Height): boolean =>
  revisionNumber === 0n && revisionHeight === 0n

/** `1-23`. */
export const heightText = ({ revisionNumber, revisionHeight }: Height): string => `${revisionNumber}-${revisionHeight}`
/** `{1 23}`, as Go's `%d` prints it. */
export const heightStruct = ({ revisionNumber, revisionHeight }: Height): string =>
  `{${revisionNumber} ${revisionHeight}}`

/** @throws ChainError ibc/9 for an invalid height. Source: `ParseHeight` */
export function parseHeight(text: string): Height {
  const parts = text.split('-')
  if (parts.length !== 2)
    throw ErrInvalidHeight.error(`expected height string format: {revision}-{height}. Got: ${text}`)
  const [number, at] = parts as [string, string]
  return height(uint64(number, 'number'), uint64(at, 'height'))
}

function uint64(text: string, what: string): bigint {
  const failure = !/^\d+$/.test(text) ? 'invalid syntax' : BigInt(text) >= 1n << 64n ? 'value out of range' : undefined
  if (failure === undefined) return BigInt(text)
  const cause = plainError(`strconv.ParseUint: parsing ${goQuote(text)}: ${failure}`)
  throw ErrInvalidHeight.error(`invalid revision ${what}. parse err: ${cause.log}`)
}

/** Source: `IsRevisionFormat`. */
export const isRevisionFormat = (chainId: string): boolean => /^.*[^\n-]-{1}[1-9][0-9]*$/.test(chainId)

/** The number after the last dash of a chain id; 0 when there is none. Source: `ParseChainID`. */
export const revisionOf = (chainId: string): bigint =>
  isRevisionFormat(chainId) ? BigInt(chainId.slice(chainId.lastIndexOf('-') + 1)) : 0n

/** Source: `SetRevisionNumber`, for an id that is in revision format. */
export const withRevision = (chainId: string, revision: bigint): string =>
  `${chainId.slice(0, chainId.lastIndexOf('-') + 1)}${revision}`

/** The height of the current block. Source: `GetSelfHeight`. */
export const selfHeight = ({ block }: Context): Height => height(revisionOf(block.chainId), BigInt(block.height))

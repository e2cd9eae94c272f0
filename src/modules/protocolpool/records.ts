import { NO_BYTES } from '../../base/index.js'
import {
  DECIMAL_ONE,
  decodeDecimal,
  decodeTime,
  denomProblem,
  encodeTimestamp,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import { plainError, walk, type Context } from '../../chain/index.js'
import { byteKey, joinKeys, keyBytes, keyOf, type Key } from '../../store/index.js'

/** Source: cosmos-sdk v0.53.6 x/protocolpool/types/keys.go. */
export const POOL_STORE = 'protocolpool'
const FUNDS_PREFIX = byteKey(3)
const PARAMS_KEY = byteKey(8)
const fundKey = (recipient: Uint8Array): Key => joinKeys(FUNDS_PREFIX, keyOf(recipient))

/** A part of what comes in that goes to an address. */
export interface ContinuousFund {
  /** Bech32. */
  readonly recipient: string
  /** A decimal. */
  readonly percentage: bigint
  /** Nanoseconds since 1970. */
  readonly expiry: bigint | undefined
}

export interface Params {
  readonly enabledDistributionDenoms: readonly string[]
  /** In blocks. */
  readonly distributionFrequency: bigint
}

export function encodeFund({ recipient, percentage, expiry }: ContinuousFund): Uint8Array {
  const writer = new ProtoWriter().string(1, recipient).string(2, String(percentage))
  if (expiry !== undefined) writer.message(3, encodeTimestamp(expiry))
  return writer.finish()
}

/** @param first number of the first of the three fields */
export function readFund(bytes: Uint8Array, first = 1): ContinuousFund {
  const fields = readProto(bytes)
  const expiry = protoMessages(fields, first + 2).at(-1)
  return {
    recipient: protoString(fields, first),
    percentage: decodeDecimal(protoString(fields, first + 1)),
    expiry: expiry && decodeTime(expiry),
  }
}

export function encodeParams({ enabledDistributionDenoms, distributionFrequency }: Params): Uint8Array {
  return new ProtoWriter().strings(1, enabledDistributionDenoms).uint64(2, distributionFrequency).finish()
}
export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return { enabledDistributionDenoms: protoStrings(fields, 1), distributionFrequency: protoUint64(fields, 2) }
}

/** @throws ChainError undefined/1 with Go's text. Source: x/protocolpool/types/params.go `Validate`. */
export function validateParams({ enabledDistributionDenoms: denoms, distributionFrequency }: Params): void {
  for (const [i, denom] of denoms.entries()) {
    const problem = denomProblem(denom)
    if (problem !== undefined) throw plainError(problem)
    if (denoms.indexOf(denom) < i) throw plainError(`duplicate enabled distribution denom ${denom}`)
  }
  if (distributionFrequency === 0n) throw plainError('DistributionFrequency must be greater than 0')
}

/** @throws ChainError undefined/1 with Go's text. Source: x/protocolpool/types/types.go. */
export function validateFund({ recipient, percentage }: ContinuousFund): void {
  if (recipient === '') throw plainError('recipient cannot be empty')
  if (percentage === 0n) throw plainError('percentage cannot be zero or empty')
  if (percentage < 0n) throw plainError('percentage cannot be negative')
  if (percentage > DECIMAL_ONE) throw plainError('percentage cannot be greater than one')
}

export const getParams = (ctx: Context): Params => decodeParams(ctx.store(POOL_STORE).get(PARAMS_KEY) ?? NO_BYTES)
export const setParams = (ctx: Context, params: Params): void =>
  ctx.store(POOL_STORE).set(PARAMS_KEY, encodeParams(params))

export const hasFund = (ctx: Context, recipient: Uint8Array): boolean => ctx.store(POOL_STORE).has(fundKey(recipient))
export function getFund(ctx: Context, recipient: Uint8Array): ContinuousFund | undefined {
  const bytes = ctx.store(POOL_STORE).get(fundKey(recipient))
  return bytes && readFund(bytes)
}
export const setFund = (ctx: Context, recipient: Uint8Array, fund: ContinuousFund): void =>
  ctx.store(POOL_STORE).set(fundKey(recipient), encodeFund(fund))
export const removeFund = (ctx: Context, recipient: Uint8Array): void =>
  ctx.store(POOL_STORE).delete(fundKey(recipient))

/** In the order of the recipients' bytes. */
export const allFunds = (ctx: Context): (readonly [recipient: Uint8Array, fund: ContinuousFund])[] =>
  Array.from(walk(ctx.store(POOL_STORE), FUNDS_PREFIX), ([key, bytes]) => [keyBytes(key).subarray(1), readFund(bytes)])

import type { ChainError } from '../../../base/errors.js'
import type { Context } from '../../../chain/context.js'
import { registerError } from '../../../chain/errors.js'
import type { PacketMemo } from './expected.js'

const error = (code: number, text: string) => registerError('ibccallbacks', code, text)

/** Source: ibc-go v10.5.0 apps/callbacks/types/errors.go. */
export const ErrCallbackOutOfGas = error(6, 'callback out of gas')
export const ErrCallbackPanic = error(7, 'callback panic')
const ErrInvalidCallbackData = error(8, 'invalid callback data')

/** A callback requested by a packet. */
export interface CallbackData {
  readonly address: string
  readonly sender: string
  readonly version: string
  /** SDK gas that the callback may use now. */
  readonly executionGasLimit: number
  /** SDK gas that it may use regardless of how much the relayer has left. */
  readonly commitGasLimit: number
}

/**
 * Reads the callback in a memo; undefined when there is none, an error when it is malformed.
 * Source: ibc-go v10.5.0 apps/callbacks/types/callbacks.go `GetCallbackData`.
 */
export function callbackOf(
  ctx: Context,
  packet: PacketMemo | undefined,
  key: 'src_callback' | 'dest_callback',
  sourcePort: string,
  maxGas: number,
): CallbackData | ChainError | undefined {
  const wish = packet && memberOf(packet.memo, key)
  if (wish === undefined) return undefined
  const { address, gas_limit: gasLimit, calldata } = wish
  if (typeof address !== 'string' || address.trim() === '') return ErrInvalidCallbackData.error()
  const requested = gasLimitOf(gasLimit)
  if (typeof requested !== 'number') return requested
  const commitGasLimit = requested === 0 || requested > maxGas ? maxGas : requested
  const problem = calldataProblem(calldata)
  if (problem !== undefined) return ErrInvalidCallbackData.error(problem)
  return {
    address,
    sender: key === 'src_callback' ? packet!.sender(sourcePort) : '',
    version: packet!.version,
    executionGasLimit: Math.min(ctx.gasMeter.remaining, commitGasLimit),
    commitGasLimit,
  }
}

type Members = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function memberOf(memo: string, key: string): Members | undefined {
  let value: unknown
  try {
    value = JSON.parse(memo)
  } catch {
    return undefined
  }
  const member = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return isObject(member) ? member : undefined
}

function gasLimitOf(value: unknown): number | ChainError {
  if (value === undefined || value === '') return 0
  if (typeof value !== 'string') return ErrInvalidCallbackData.error(`gas limit [${goValue(value)}] must be a string`)
  const digits = /^[0-9]+$/.test(value)
  if (digits && BigInt(value) < 1n << 64n) return Number(value)
  const reason = digits ? 'value out of range' : 'invalid syntax'
  return ErrInvalidCallbackData.error(
    `gas limit must be a valid uint64: strconv.ParseUint: parsing ${JSON.stringify(value)}: ${reason}`,
  )
}

/** A JSON value as Go's `%v` prints it, for the values that plausibly appear in place of a number. */
const goValue = (value: unknown): string => (value === null ? '<nil>' : JSON.stringify(value))

/** Source: Go's `hex.DecodeString`. */
function calldataProblem(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') return 'calldata must be a string'
  const invalid = Buffer.from(value).find((byte) => !/[0-9a-fA-F]/.test(String.fromCharCode(byte)))
  if (invalid !== undefined)
    return `calldata must be a valid hex string: encoding/hex: invalid byte: ${runeText(invalid)}`
  return value.length % 2 === 0 ? undefined : 'calldata must be a valid hex string: encoding/hex: odd length hex string'
}
const runeText = (byte: number): string =>
  `U+${byte.toString(16).toUpperCase().padStart(4, '0')} '${String.fromCharCode(byte)}'`

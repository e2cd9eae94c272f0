import { isObject, memoObject, type JsonObject } from '../../../chain/ibc/index.js'
import { goQuote, goValueText, hexProblem, isBlank } from '../../../codec/index.js'
import type { GoValue } from '../../../codec/go-json/index.js'
import type { ChainError } from '../../../base/index.js'
import { registerError, type Context } from '../../../chain/index.js'
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
  /** Bytes for the contract, in hexadecimal; empty when there are none. */
  readonly calldata: string
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
  if (typeof address !== 'string' || isBlank(address)) return ErrInvalidCallbackData.error()
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
    calldata: (calldata as string | undefined) ?? '',
  }
}

function memberOf(memo: string, key: string): JsonObject | undefined {
  const members = memoObject(memo)
  const member = members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined
  return isObject(member) ? member : undefined
}

function gasLimitOf(value: unknown): number | ChainError {
  if (value === undefined || value === '') return 0
  if (typeof value !== 'string')
    return ErrInvalidCallbackData.error(`gas limit [${goValueText(value as GoValue)}] must be a string`)
  const digits = /^[0-9]+$/.test(value)
  if (digits && BigInt(value) < 1n << 64n) return Number(value)
  const reason = digits ? 'value out of range' : 'invalid syntax'
  return ErrInvalidCallbackData.error(
    `gas limit must be a valid uint64: strconv.ParseUint: parsing ${goQuote(value)}: ${reason}`,
  )
}

function calldataProblem(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') return 'calldata must be a string'
  const problem = hexProblem(value)
  return problem && `calldata must be a valid hex string: ${problem}`
}

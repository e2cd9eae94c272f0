import { toBase64 } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
import { jsonPointer } from '../actions/issues.js'
import type { Coin } from '../../codec/coins.js'
import type { Json } from '../values/values.js'

/** Coins as `'100untrn,5uatom'`, one coin, or a list. */
export type CoinsInput = string | Coin | readonly Coin[]

export function coinsText(input: CoinsInput | undefined): string {
  if (input === undefined) return ''
  if (typeof input === 'string') return input
  const list = 'denom' in input ? [input] : input
  return list.map((coin) => `${coin.amount}${coin.denom}`).join(',')
}

/** A contract's `.wasm`: its path (relative to the working directory), or its bytes. */
export type WasmInput = string | Uint8Array

export const wasmInput = (wasm: WasmInput): { path: string } | { base64: string } =>
  typeof wasm === 'string' ? { path: wasm } : { base64: toBase64(wasm) }

/** A message given as its exact text, for what JSON values cannot express: blanks, repeated members, text that is not JSON. */
export class RawMessage {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * A message to a contract: a JSON value, or a {@link RawMessage}. A bigint is refused: whether a contract wants `3` or `"3"` is known to it alone, and the
 * wrong one is an error that says no more than `Invalid type`.
 */
export type MessageInput = object | Json

/** The text of a message. @throws UsageError for what is not JSON: undefined, a function, a cycle, a bigint. */
export function messageText(message: MessageInput): string {
  const text: unknown = message instanceof RawMessage ? message.text : jsonText(message)
  if (typeof text === 'string') return text
  throw new UsageError(`a message must be a JSON value, not ${typeof message}`)
}

function jsonText(message: MessageInput): string | undefined {
  refuseBigint(message)
  try {
    return JSON.stringify(message)
  } catch (cause) {
    throw new UsageError('a message must be a JSON value', { cause })
  }
}

/** @throws UsageError with the place of the first bigint: the contract alone knows whether it reads a number or a text there */
function refuseBigint(message: unknown): void {
  const found = firstBigint(message, [], new Set())
  if (found === undefined) return
  const { path, value } = found
  const exact = Number.isSafeInteger(Number(value))
  throw new UsageError(
    `a bigint at ${jsonPointer(path) || 'the top'} of a message: a contract reads a number or a text there`,
    {
      details: [
        exact
          ? `right: Number(…), which is sent as ${value}, for u64 and smaller, such as ids`
          : `right: new RawMessage('…${value}…') for u64: a number of JavaScript is not exact from 2^53 on`,
        `right: String(…), which is sent as "${value}", for Uint128, Uint64 and their like, such as amounts`,
      ],
    },
  )
}

type Path = readonly (string | number)[]

function firstBigint(
  value: unknown,
  path: Path,
  above: ReadonlySet<unknown>,
): { readonly path: Path; readonly value: bigint } | undefined {
  if (typeof value === 'bigint') return { path, value }
  // JSON.stringify tells of a cycle.
  if (typeof value !== 'object' || value === null || above.has(value)) return undefined
  const within = new Set(above).add(value)
  for (const [key, member] of Object.entries(value)) {
    const found = firstBigint(member, [...path, Array.isArray(value) ? Number(key) : key], within)
    if (found !== undefined) return found
  }
  return undefined
}

/** The members `msg` or `msgText` of an action. @throws UsageError as {@link messageText} */
export const messageInput = (message: MessageInput): { msg: Json } | { msgText: string } =>
  message instanceof RawMessage ? { msgText: messageText(message) } : { msg: JSON.parse(messageText(message)) as Json }

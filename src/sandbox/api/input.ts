import { toBase64 } from '../../base/bytes.js'
import { UsageError } from '../../base/errors.js'
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

/** A message to a contract: a JSON value (bigints become decimal strings), or a {@link RawMessage}. */
export type MessageInput = object | Json

/** The text of a message. @throws UsageError for what is not JSON: undefined, a function, a cycle. */
export function messageText(message: MessageInput): string {
  const text: unknown = message instanceof RawMessage ? message.text : jsonText(message)
  if (typeof text === 'string') return text
  throw new UsageError(`a message must be a JSON value, not ${typeof message}`)
}

function jsonText(message: MessageInput): string | undefined {
  try {
    return JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  } catch (cause) {
    throw new UsageError('a message must be a JSON value', { cause })
  }
}

/** The members `msg` or `msgText` of an action. @throws UsageError as {@link messageText} */
export const messageInput = (message: MessageInput): { msg: Json } | { msgText: string } =>
  message instanceof RawMessage ? { msgText: messageText(message) } : { msg: JSON.parse(messageText(message)) as Json }

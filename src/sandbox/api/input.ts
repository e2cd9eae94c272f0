import { refuseNotJson, toBase64, UsageError } from '../../base/index.js'
import type { Coin } from '../../codec/index.js'
import type { EntryPoint } from '../../vm/internal.js'
import type { FaultKindInput } from '../faults/actions.js'
import { coins, type Json } from '../values/values.js'
import type { ContractRef } from './contract.js'

/** Coins as `'100untrn,5uatom'`, one coin, or a list. */
export type CoinsInput = string | Coin | readonly Coin[]

/** Coins as one text, which is checked where it is used. @throws UsageError for a number: a coin has a denomination */
export function joinedCoins(input: CoinsInput): string {
  if (typeof input === 'string') return input
  if (typeof input !== 'object' || input === null)
    throw new UsageError(`coins have a denomination: ${String(input)} is only a number`, {
      details: [`right: '${String(input)}untrn', or { denom: 'untrn', amount: ${String(input)}n }`],
    })
  const list = 'denom' in input ? [input] : input
  return list.map((coin) => `${coin.amount}${coin.denom}`).join(',')
}

/** @throws UsageError for a text that is no coins */
export function coinsText(input: CoinsInput | undefined): string {
  if (input === undefined) return ''
  const text = joinedCoins(input)
  if (coins.safeParse(text).success) return text
  throw new UsageError(`not coins: ${JSON.stringify(text.slice(0, 80))}`, {
    details: ["right: '100untrn,5uatom': whole numbers of the smallest unit, each with its denomination"],
  })
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
 * A message to a contract: a JSON value, or a {@link RawMessage}. What JSON would change is refused with its place, such as a `Map`, a `Date` or `undefined`
 * in a list; so is a bigint: only the contract knows whether it wants `3` or `"3"`, and the wrong one is an error that says no more than `Invalid type`.
 */
export type MessageInput = object | Json

/** The text of a message. @throws UsageError with the place of what JSON would change: a bigint, undefined in a list, a Map, a Date … */
export function messageText(message: MessageInput): string {
  if (message instanceof RawMessage) return message.text
  refuseNotJson(message, 'a message')
  return JSON.stringify(message)
}

/** The members `msg` or `msgText` of an action. @throws UsageError as {@link messageText} */
export const messageInput = (message: MessageInput): { msg: Json } | { msgText: string } =>
  message instanceof RawMessage ? { msgText: messageText(message) } : { msg: JSON.parse(messageText(message)) as Json }

/** Which call a fault applies to. */
export interface FaultOptions {
  /** The contract; any when left out. */
  readonly contract?: ContractRef
  /** Any when left out. */
  readonly entryPoint?: EntryPoint
  /**
   * `{ gas: n }`: the next call back under the sudo limit has this limit (SDK gas). `{ child: n }`: of all messages that the call and the calls below
   * it send, the n-th (from 1) fails with sudobox/2 instead of being sent. `{ hostCall: { name, nth } }`: the call's own n-th request to its host (of
   * that name: `db_write`, `query_chain`, …) fails as if the chain's backend were broken.
   */
  readonly fail: FaultKindInput
}

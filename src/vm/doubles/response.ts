import { inspect } from 'node:util'
import { strictArguments, toUtf8, unknownMember, UsageError } from '../../base/index.js'
import { jsonBytes } from '../../codec/index.js'
import type { EntryPoint } from '../entry-points.js'

/** A message of a contract as its JSON has it: `{ bank: { send: { to_address, amount: [{ denom, amount }] } } }`. Bytes may be given instead of base64. */
export type CosmosMsg = { readonly [variant: string]: unknown }

/** A submessage. Source: cosmwasm-std `SubMsg`, in its JSON. */
export interface SubMsg {
  /** 0 when left out. */
  readonly id?: number
  readonly msg: CosmosMsg
  /** Payload of the reply, in base64 or bytes. */
  readonly payload?: string | Uint8Array
  /** SDK gas; none when left out. */
  readonly gas_limit?: number | null
  /** `never` when left out. */
  readonly reply_on?: 'always' | 'error' | 'success' | 'never'
}

/** An attribute of an event. */
export interface Attribute {
  readonly key: string
  readonly value: string
}

/** An event of a contract; the chain puts `wasm-` before its type. */
export interface ContractEvent {
  readonly type: string
  readonly attributes?: readonly Attribute[]
}

/** What an entry point returns, in the JSON of cosmwasm-std; members that are left out are empty, and a plain message is a submessage without a reply. */
export interface ResponseJson {
  readonly messages?: readonly (SubMsg | CosmosMsg)[]
  readonly attributes?: readonly Attribute[]
  readonly events?: readonly ContractEvent[]
  /** Base64, or bytes. */
  readonly data?: string | Uint8Array | null
}

/** What most entry points return; undefined means an empty response. */
export type DoubleResponse = ResponseJson | void

/** What `ibc_packet_receive` returns. Without an acknowledgement the contract writes one later. */
export interface IbcReceiveResponse extends Omit<ResponseJson, 'data'> {
  /** Base64, or bytes. */
  readonly acknowledgement?: string | Uint8Array | null
}

/** What `ibc_channel_open` returns: the version of the channel, if it wants one other than the proposed one. */
export type IbcOpenResponse = { readonly version: string } | null | void

/** A response that is built in steps. Source: cosmwasm-std `Response`. */
export class ContractResponse implements ResponseJson {
  static {
    strictArguments(this, 'ContractResponse')
  }

  readonly messages: readonly SubMsg[] = []
  readonly attributes: readonly Attribute[] = []
  readonly events: readonly ContractEvent[] = []
  readonly data: string | Uint8Array | null = null

  /** A message without a reply. */
  addMessage(msg: CosmosMsg): ContractResponse {
    return this.addSubmessage({ msg })
  }
  addSubmessage(message: SubMsg): ContractResponse {
    return this.#with({ messages: [...this.messages, message] })
  }
  addAttribute(key: string, value: string | number | bigint | boolean): ContractResponse {
    return this.#with({ attributes: [...this.attributes, { key, value: String(value) }] })
  }
  addEvent(
    type: string,
    attributes: Readonly<Record<string, string | number | bigint | boolean>> = {},
  ): ContractResponse {
    const list = Object.entries(attributes).map(([key, value]) => ({ key, value: String(value) }))
    return this.#with({ events: [...this.events, { type, attributes: list }] })
  }
  /** @param data bytes, or base64; see `toJsonBinary` for JSON */
  setData(data: string | Uint8Array): ContractResponse {
    return this.#with({ data })
  }

  #with(members: Partial<ResponseJson>): ContractResponse {
    return Object.assign(new ContractResponse(), this, members)
  }
}

/** A mistake in the code of a test, as opposed to an error of a contract. */
const wrong = (of: string, what: string, right: string): UsageError =>
  new UsageError(`${of} of a double gave ${what}`, { details: [`right: ${right}`] })

const RESPONSE = "{ messages: [], attributes: [{ key: 'action', value: 'pay' }], events: [], data: null }, or nothing"

/** The JSON of a `ContractResult` with what an entry point returned. @throws UsageError for an invalid result */
export function resultOf(entry: EntryPoint, given: unknown): Uint8Array {
  if (isPromise(given)) {
    given.then(undefined, () => undefined)
    throw wrong(entry, 'a promise', 'a function that is not async, since transactions are synchronous')
  }
  if (entry === 'query') return encoded(answerOf(given), 'the answer of a double')
  if (entry === 'ibc_channel_open') return encoded(given ?? null, 'the result of ibc_channel_open of a double')
  const what = `the response of ${entry}`
  if (given === undefined || given === null) return encoded(responseOf(entry, {}), what)
  if (typeof given !== 'object' || Array.isArray(given)) throw wrong(entry, show(given), RESPONSE)
  return encoded(responseOf(entry, given), what)
}

/** The result of an error, with its text. */
export const errorResult = (text: string): Uint8Array => toUtf8(JSON.stringify({ error: text }))

const encoded = (ok: unknown, what: string): Uint8Array => jsonBytes({ ok }, what)

function answerOf(given: unknown): Uint8Array {
  if (given === undefined) throw wrong('query', 'nothing', 'a JSON value, or null')
  return given instanceof Uint8Array ? given : jsonBytes(given, 'the answer of a double')
}

function responseOf(entry: EntryPoint, given: ResponseJson & IbcReceiveResponse): object {
  const receives = entry.endsWith('packet_receive')
  const last = receives ? 'acknowledgement' : 'data'
  const known = ['messages', 'attributes', 'events', last]
  const stranger = Object.keys(given).find((name) => !known.includes(name))
  if (stranger !== undefined) throw wrong(entry, `a response with "${stranger}"`, `members ${known.join(', ')}`)
  const { messages = [], attributes = [], events = [] } = given
  return {
    messages: listOf(entry, 'messages', messages).map((message) => subMessage(entry, message)),
    attributes: attributesOf(entry, attributes),
    events: listOf(entry, 'events', events).map(({ type, attributes: of = [] }) => ({
      type: textOf(entry, 'the type of an event', type),
      attributes: attributesOf(entry, of),
    })),
    [last]: binary(entry, last, given[last] ?? null),
  }
}

function subMessage(entry: EntryPoint, given: SubMsg | CosmosMsg): object {
  if (typeof given !== 'object' || given === null)
    throw wrong(entry, `the message ${show(given)}`, '{ bank: { send: … } }')
  const {
    id = 0,
    msg,
    payload = '',
    gas_limit = null,
    reply_on = 'never',
  } = ('msg' in given ? known(entry, given) : { msg: given }) as SubMsg
  return { id, msg, payload: binary(entry, 'payload', payload), gas_limit, reply_on }
}

const SUB_MSG = ['id', 'msg', 'payload', 'gas_limit', 'reply_on']

/** @throws UsageError for a member that a submessage does not have */
function known(entry: EntryPoint, given: object): object {
  const stranger = Object.keys(given).find((name) => !SUB_MSG.includes(name))
  if (stranger === undefined) return given
  throw wrong(entry, `a submessage with an ${unknownMember(stranger, SUB_MSG)}`, `members ${SUB_MSG.join(', ')}`)
}

const attributesOf = (entry: EntryPoint, given: readonly Attribute[]): readonly Attribute[] =>
  listOf(entry, 'attributes', given).map(({ key, value }) => ({
    key: textOf(entry, 'the key of an attribute', key),
    value: textOf(entry, `the attribute ${key}`, value),
  }))

function listOf<T>(entry: EntryPoint, name: string, given: readonly T[]): readonly T[] {
  if (!Array.isArray(given)) throw wrong(entry, `${show(given)} instead of a list as ${name}`, RESPONSE)
  return given as readonly T[]
}

function textOf(entry: EntryPoint, what: string, given: unknown): string {
  if (typeof given !== 'string') throw wrong(entry, `${show(given)} instead of a string as ${what}`, 'String(…)')
  return given
}

function binary(entry: EntryPoint, name: string, given: unknown): string | Uint8Array | null {
  if (given === null || typeof given === 'string' || given instanceof Uint8Array) return given
  throw wrong(entry, `as ${name} ${show(given)}`, `${name}: toJsonBinary(value), base64, or bytes`)
}

const show = (given: unknown): string =>
  typeof given === 'object' ? inspect(given, { depth: 1, breakLength: Infinity }) : `${typeof given} ${inspect(given)}`

const isPromise = (given: unknown): given is PromiseLike<unknown> =>
  typeof given === 'object' && given !== null && 'then' in given && typeof given.then === 'function'

import { fromUtf8, toBase64 } from '../../base/index.js'
import type { Response } from './results.js'

/**
 * Results in exactly the form that cosmwasm-std writes, parsed with JSON.parse. Undefined for any other form, which is left
 * to the decoder that follows Go, so the two can never disagree.
 */

const OK = '{"ok":"'

/** `{"ok":"<base64>"}` */
export function quickQueryResult(data: Uint8Array): { ok: Uint8Array; error: string } | undefined {
  const end = data.length - 2
  if (end < OK.length || data[end] !== 0x22 || data[end + 1] !== 0x7d) return undefined
  for (let i = 0; i < OK.length; i++) if (data[i] !== OK.charCodeAt(i)) return undefined
  const text = latin1.latin1Slice.call(data, OK.length, end)
  const ok = new Uint8Array(Buffer.from(text, 'base64'))
  return toBase64(ok) === text ? { ok, error: '' } : undefined
}
const latin1 = Buffer.prototype as Buffer & { latin1Slice(this: Uint8Array, start: number, end: number): string }

/** A response without messages: `{"ok":{"messages":[],"attributes":[…],"events":[…],"data":…}}`. */
export function quickContractResult(data: Uint8Array): { ok: Response; error: string } | undefined {
  let text: string
  let value: unknown
  try {
    text = fromUtf8(data)
    if (!text.startsWith('{"ok":{"messages":[],') || text.includes('\\')) return undefined
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  // A text that survives the round trip has each member once and no whitespace.
  if (JSON.stringify(value) !== text || !isMembers(value, ['ok'])) return undefined
  const response = value['ok']
  if (!isMembers(response, ['messages', 'attributes', 'events', 'data'])) return undefined
  const { attributes, events, data: answer } = response
  if (!isListOf(attributes, isAttribute) || !isListOf(events, isEvent)) return undefined
  if (answer === null) return { ok: { messages: [], data: undefined, attributes, events }, error: '' }
  if (typeof answer !== 'string') return undefined
  const bytes = new Uint8Array(Buffer.from(answer, 'base64'))
  return toBase64(bytes) === answer ? { ok: { messages: [], data: bytes, attributes, events }, error: '' } : undefined
}

type Attribute = Response['attributes'][number]
type Event = Response['events'][number]

/** Whether a value is an object with just these members, in this order. */
function isMembers<Name extends string>(value: unknown, names: readonly Name[]): value is Record<Name, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length === names.length && names.every((name, i) => keys[i] === name)
}
const isListOf = <T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isOne)
const isAttribute = (value: unknown): value is Attribute =>
  isMembers(value, ['key', 'value']) && typeof value.key === 'string' && typeof value.value === 'string'
const isEvent = (value: unknown): value is Event =>
  isMembers(value, ['type', 'attributes']) && typeof value.type === 'string' && isListOf(value.attributes, isAttribute)

import { jsonPointer } from './json-pointer.js'
import { UsageError } from './errors.js'
import { isLiteral } from './literal.js'
import { own } from './members.js'

/** What JSON cannot express, and where it is in a value. */
export interface NotJson {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  /** What it is, such as `a Map`. */
  readonly what: string
  /** What JSON would make of it; undefined for what JSON refuses. */
  readonly becomes?: string
  /** What to write instead. */
  readonly right: readonly string[]
}

type Described = Omit<NotJson, 'path' | 'value'>

const BYTES = "Buffer.from(bytes).toString('base64') for a Binary"

/** How to write objects that JSON does not know, by the names of their classes. */
const RIGHT: Readonly<Record<string, string>> = {
  Map: 'Object.fromEntries(map), or [...map] for a list of pairs',
  Set: '[...set]',
  Date: 'String(BigInt(date.getTime()) * 1000000n) for a Timestamp: nanoseconds as a text',
  Uint8Array: BYTES,
  Buffer: BYTES,
  Promise: 'await promise',
}

function instance(value: object): Described {
  const name = nameOf(value)
  const right = own(RIGHT, name)
  const what = `${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`
  return right === undefined
    ? { what, becomes: 'a plain object', right: ['{ ...value }, if the contract reads its members'] }
    : { what, becomes: shortText(value), right: [right] }
}

const nameOf = (value: object): string => {
  const { constructor } = value as { readonly constructor?: unknown }
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'class instance'
}

const shortText = (value: object): string => {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function bigint(value: bigint): Described {
  const exact = Number.isSafeInteger(Number(value))
  return {
    what: 'a bigint',
    right: [
      exact
        ? `Number(…), which is sent as ${value}, for u64 and smaller, such as ids`
        : `new RawMessage('…${value}…') for u64: a number of JavaScript is not exact from 2^53 on`,
      `String(…), which is sent as "${value}", for Uint128, Uint64 and their like, such as amounts`,
    ],
  }
}

/** What else than JSON is fine, because it is expressed otherwise. */
export interface AlsoFine {
  readonly bytes?: boolean
  readonly bigints?: boolean
}

/** What is wrong with a value itself, not with its members. */
function wrong(value: unknown, fine: AlsoFine): Described | undefined {
  switch (typeof value) {
    case 'bigint':
      return fine.bigints === true ? undefined : bigint(value)
    case 'number':
      return Number.isFinite(value) ? undefined : { what: String(value), becomes: 'null', right: ['a finite number'] }
    case 'undefined':
      return { what: 'undefined', becomes: 'null', right: ['null, or leave it out'] }
    case 'function':
    case 'symbol':
      return { what: `a ${typeof value}`, becomes: 'nothing', right: ['a value of JSON'] }
    case 'object':
      if (value === null || Array.isArray(value) || isLiteral(value)) return undefined
      return fine.bytes === true && value instanceof Uint8Array ? undefined : instance(value)
    default:
      return undefined
  }
}

/**
 * The first part of a value that JSON would change, drop or refuse; undefined if there is none. Members of objects that are undefined count as left out.
 */
export function notJson(value: unknown, fine: AlsoFine = {}): NotJson | undefined {
  const path: (string | number)[] = []
  const above: object[] = []
  const find = (part: unknown): Described | undefined => {
    const own = wrong(part, fine)
    if (own !== undefined || typeof part !== 'object' || part === null || part instanceof Uint8Array) return own
    if (above.includes(part)) return { what: 'a cycle', right: ['an object that does not contain itself'] }
    above.push(part)
    const found = Array.isArray(part) ? inList(part) : inObject(part as Readonly<Record<string, unknown>>)
    above.pop()
    return found
  }
  const inList = (list: readonly unknown[]): Described | undefined => {
    // Holes are undefined too, which `for of` visits.
    let at = 0
    for (const item of list) {
      path.push(at++)
      const found = find(item)
      if (found !== undefined) return found
      path.pop()
    }
    return undefined
  }
  const inObject = (object: Readonly<Record<string, unknown>>): Described | undefined => {
    for (const name of Object.keys(object)) {
      const member = object[name]
      if (member === undefined) continue
      path.push(name)
      const found = find(member)
      if (found !== undefined) return found
      path.pop()
    }
    return undefined
  }
  const found = find(value)
  return found && { ...found, path, value: path.reduce<unknown>((part, name) => (part as never)[name], value) }
}

/** A sentence about it. @param of names the value that it is in */
export function notJsonText({ path, value, what, becomes }: NotJson, of: string): string {
  const reason =
    typeof value === 'bigint'
      ? ': a contract reads a number or a text there'
      : becomes === undefined
        ? ', which JSON cannot express'
        : `: JSON makes ${becomes} of it`
  return `${what} at ${jsonPointer(path) || 'the top'} of ${of}${reason}`
}

/** @param of names the value in the error @throws UsageError with the place of the first part that JSON would change */
export function refuseNotJson(value: unknown, of: string, fine: AlsoFine = {}): void {
  const found = notJson(value, fine)
  if (found !== undefined)
    throw new UsageError(notJsonText(found, of), { details: found.right.map((text) => `right: ${text}`) })
}

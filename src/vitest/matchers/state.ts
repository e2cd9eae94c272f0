import { UsageError } from '../../base/errors.js'
import { toUtf8 } from '../../base/bytes.js'
import { contractRows, queryRaw } from '../../modules/wasm/index.js'
import { Contract } from '../../sandbox/api/contract.js'
import { jsonValue } from '../../sandbox/values/json-value.js'
import { keyText } from '../../sandbox/trace/key-text.js'
import { joinKeys, keyOf, textKey, uint64Key, type Key } from '../../store/key.js'
import { nearestTexts } from './nearest.js'
import { matches, not, show, wrongSubject, type MatcherContext, type Verdict } from './context.js'

/** A part of a storage key: text, an unsigned number of 64 bits, or bytes. */
export type KeyPart = string | number | bigint | Uint8Array

/**
 * What is looked at of a contract's state. A text, or bytes: the key of an item. A list: the name of a map and the parts of its key, as
 * cw-storage-plus joins them. An object: a query message.
 */
export type StatePlace = string | Uint8Array | readonly [string, ...KeyPart[]] | Readonly<Record<string, unknown>>

export interface StateMatchers<R = unknown> {
  /**
   * A contract's storage has a value at the key, or its query gives an answer, that has what is expected of it; without an expected value
   * it is enough that there is one.
   */
  toHaveState(place: StatePlace, expected?: unknown): R
}

function partKey(part: KeyPart): Key {
  if (typeof part === 'string') return textKey(part)
  return part instanceof Uint8Array ? keyOf(part) : uint64Key(BigInt(part))
}

/** Source: cw-storage-plus `namespaced_prefix`: the name and all parts but the last with their lengths. */
function mapKey(parts: readonly KeyPart[]): Key {
  const keys = parts.map(partKey)
  return joinKeys(
    ...keys.slice(0, -1).flatMap((key) => [keyOf(Uint8Array.of(key.length >> 8, key.length & 0xff)), key]),
    keys.at(-1)!,
  )
}

const isKey = (place: StatePlace): place is string | Uint8Array | readonly [string, ...KeyPart[]] =>
  typeof place === 'string' || place instanceof Uint8Array || Array.isArray(place)

function valueAt(contract: Contract, place: string | Uint8Array | readonly [string, ...KeyPart[]]) {
  if (typeof place === 'object' && place.length === 0) throw new UsageError('toHaveState() was given an empty key')
  const key =
    typeof place === 'string' ? keyOf(toUtf8(place)) : place instanceof Uint8Array ? keyOf(place) : mapKey(place)
  const { app } = contract.chain.host
  const bytes = queryRaw(app.context, app.address(contract.address), key)
  return { name: `the key ${keyText(key)}`, value: bytes && jsonValue(bytes) }
}

/** Keys of the contract that are like one that it has not. */
function keysLike(contract: Contract, name: string): string {
  const { app } = contract.chain.host
  const keys = [...contractRows(app.context, app.address(contract.address))].map(({ key }) => keyText(keyOf(key)))
  const near = nearestTexts(name.replace(/^the key /, ''), keys)
  const shown = near.length > 0 ? near : keys.slice(0, 8)
  return keys.length === 0
    ? 'its storage is empty'
    : `${near.length > 0 ? 'the closest of its keys' : 'its keys begin with'}: ${shown.join(', ')}`
}

export const stateMatchers = {
  toHaveState(this: MatcherContext, received: unknown, place: StatePlace, expected?: unknown): Verdict {
    if (!(received instanceof Contract))
      throw wrongSubject('toHaveState', 'a contract', "expect(contract).toHaveState('config', { owner })", received)
    const { name, value } = isKey(place)
      ? valueAt(received, place)
      : { name: `the answer to ${show(place)}`, value: received.query<unknown>(place) }
    const pass = value !== undefined && (expected === undefined || matches(this, value, expected))
    const wanted = expected === undefined ? 'something' : show(expected)
    return {
      pass,
      message: () =>
        [
          `expected ${name} of ${received.label} ${not(this)}to be ${wanted}, but it is ${value === undefined ? 'not there' : show(value)}`,
          value === undefined && isKey(place) ? keysLike(received, name) : '',
          this.isNot || expected === undefined || value === undefined ? '' : (this.utils.diff(expected, value) ?? ''),
        ]
          .filter(Boolean)
          .join('\n'),
    }
  },
}

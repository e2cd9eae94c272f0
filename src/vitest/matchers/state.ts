import { inLine, nearestTexts, UsageError } from '../../base/index.js'
import { contractRows, queryRaw } from '../../modules/wasm/index.js'
import { Contract, jsonValue, keyText } from '../../sandbox/internal.js'
import { keyOf, placeKey, type KeyPart, type KeyPlace } from '../../store/index.js'
import { type MatcherContext, matches, not, type Settled, show, type Verdict, wrongSubject } from './context.js'

/**
 * A place in a contract's state. A string or bytes: the key of an item. A list: the name of a map and the parts of its key, as
 * cw-storage-plus joins them. An object: a query message.
 */
export type StatePlace = KeyPlace | Readonly<Record<string, unknown>>

export type { KeyPart }

export interface StateMatchers<R = unknown> {
  /**
   * A contract's storage has a value at the key, or its query returns an answer, that matches the expected value; without one
   * any value passes.
   */
  toHaveState(this: Settled<R>, place: StatePlace, expected?: unknown): R
}

const isKey = (place: StatePlace): place is KeyPlace =>
  typeof place === 'string' || place instanceof Uint8Array || Array.isArray(place)

function valueAt(contract: Contract, place: KeyPlace) {
  if (typeof place === 'object' && place.length === 0) throw new UsageError('toHaveState() received an empty key')
  const key = placeKey(place)
  const { app } = contract.chain.host
  const bytes = queryRaw(app.context, app.address(contract.address), key)
  return { name: `the key ${keyText(key)}`, value: bytes && jsonValue(bytes) }
}

/** Keys of the contract that are similar to a missing one. */
function keysLike(contract: Contract, name: string): string {
  const { app } = contract.chain.host
  const keys = [...contractRows(app.context, app.address(contract.address))].map(({ key }) => keyText(keyOf(key)))
  const near = nearestTexts(name.replace(/^the key /, ''), keys)
  const shown = near.length > 0 ? near : keys.slice(0, 8)
  return keys.length === 0
    ? 'its storage is empty'
    : `${near.length > 0 ? 'the most similar keys are' : 'its first keys are'}: ${inLine(shown.join(', '))}`
}

export const stateMatchers = {
  toHaveState(this: MatcherContext, received: unknown, place: StatePlace, expected?: unknown): Verdict {
    if (!(received instanceof Contract))
      throw wrongSubject('toHaveState', 'a contract', "expect(contract).toHaveState('config', { owner })", received)
    const { name, value } = isKey(place)
      ? valueAt(received, place)
      : { name: `the response to ${show(place)}`, value: received.query<unknown>(place) }
    const pass = value !== undefined && (expected === undefined || matches(this, value, expected))
    const wanted = expected === undefined ? 'something' : show(expected)
    return {
      pass,
      message: () =>
        [
          `expected ${inLine(name)} of ${inLine(received.label)} ${not(this)}to be ${wanted}, but it ${value === undefined ? 'does not exist' : `is ${show(value)}`}`,
          value === undefined && isKey(place) ? keysLike(received, name) : '',
          this.isNot || expected === undefined || value === undefined ? '' : (this.utils.diff(expected, value) ?? ''),
        ]
          .filter(Boolean)
          .join('\n'),
    }
  },
}

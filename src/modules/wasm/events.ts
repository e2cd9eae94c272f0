import { event, type Attribute, type Context, type Event } from '../../chain/index.js'
import type { Event as ContractEvent, EventAttribute } from '../../codec/wasm/index.js'
import { ErrInvalidEvent } from './errors.js'

/** Emits one at a time: a contract may have more events than a JavaScript call takes arguments. */
export function emitAll(ctx: Context, events: Iterable<Event>): void {
  for (const one of events) ctx.events.emit(one)
}

/** What Go's `strings.TrimSpace` removes, which differs from JavaScript's `trim`. */
const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+'
const OUTER_SPACE = new RegExp(`^${SPACE}|${SPACE}$`, 'g')
export const trimSpace = (text: string): string => text.replace(OUTER_SPACE, '')

/** A type must be longer than this, in bytes. */
const TYPE_MIN_LENGTH = 2

function checkedAttributes(contract: string, attributes: readonly EventAttribute[]): Attribute[] {
  const checked: Attribute[] = [['_contract_address', contract]]
  for (const attribute of attributes) {
    const key = trimSpace(attribute.key)
    if (key === '') throw ErrInvalidEvent.error(`Empty attribute key. Value: ${attribute.value}`)
    if (key.startsWith('_')) throw ErrInvalidEvent.error(`Attribute key starts with reserved prefix _: '${key}'`)
    checked.push([key, trimSpace(attribute.value)])
  }
  return checked
}

/**
 * The events of a contract's response: one `wasm` event with its attributes, if it has any, and `wasm-<type>` for each event of its own.
 * The `wasm` event is kept even when a later event is rejected.
 * @throws ChainError wasm/21 for reserved or empty keys and short types
 * Source: wasmd x/wasm/keeper/events.go.
 */
export function* contractEvents(
  contract: string,
  attributes: readonly EventAttribute[],
  events: readonly ContractEvent[],
): Generator<readonly Event[]> {
  if (attributes.length > 0) yield [event('wasm', ...checkedAttributes(contract, attributes))]
  yield events.map((custom) => {
    const type = trimSpace(custom.type)
    if (Buffer.byteLength(type) <= TYPE_MIN_LENGTH) throw ErrInvalidEvent.error(`Event type too short: '${type}'`)
    return event(`wasm-${type}`, ...checkedAttributes(contract, custom.attributes))
  })
}

const byKey = (a: Attribute, b: Attribute): number => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0]))

/** The attributes sorted by key (stable). */
export const sortAttributes = (from: Event): Event => ({ type: from.type, attributes: from.attributes.toSorted(byKey) })

export const toContractEvent = ({ type, attributes }: Event): ContractEvent => ({
  type,
  attributes: attributes.map(([key, value]) => ({ key, value })),
})

/** Which wasmd runs: stock (v0.61.12), or the fork of Neutron (v0.61.12-neutron) or Nolus (v0.61.8-nolus). */
export type Wasmd = 'stock' | 'neutron' | 'nolus'

const keptByFork = ({ attributes }: Event, fork: Wasmd): boolean =>
  attributes.some(
    ([key, value]) => value.startsWith('ibc_') || (fork === 'neutron' && key === 'module' && value === 'dex'),
  )

/** Events of a submessage that are kept. Forks keep those of IBC messages, Neutron's also those of dex. Source: wasmd `filterEvents`. */
export const filterEvents = (events: readonly Event[], wasmd: Wasmd): Event[] =>
  events.filter((from) => from.type !== 'message' || (wasmd !== 'stock' && keptByFork(from, wasmd)))

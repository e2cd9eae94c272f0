import type { Json } from '../../../sandbox/internal.js'
import { withContract } from '../addressed.js'
import { leavesOf, messageIn, put, type Place } from '../places.js'

/** The storage's error for a map without an entry: the type of the entry and its key. */
const NOT_FOUND = /key: \[([0-9A-F, ]+)\] not found/

/** The last part of the key of a missing entry, if it is a text: what should have been entered before. Keys that are not of maps have none. */
export function missingEntry(error: string): string | undefined {
  const [, list] = NOT_FOUND.exec(error) ?? []
  if (list === undefined) return undefined
  const bytes = Buffer.from(list.replaceAll(/[, ]/g, ''), 'hex')
  let at = 0
  // Each part but the last has its length before it.
  while (at + 2 <= bytes.length && bytes.readUInt16BE(at) > 0 && at + 2 + bytes.readUInt16BE(at) < bytes.length)
    at += 2 + bytes.readUInt16BE(at)
  const text = bytes.toString('latin1', at)
  return at > 0 && /^[\x20-\x7e]{1,64}$/.test(text) ? text : undefined
}

/** What a message is configured for: the names and values of another one. */
export interface Purpose {
  /** The message that is refused, and the coins that it may be paid with. */
  readonly message: Json
  readonly denoms: readonly string[]
  /** An entry that it misses. */
  readonly entry: string | undefined
  /** Whose message it is. */
  readonly sender: string
  /** Accounts, and contracts that may be entered. */
  readonly addresses: readonly string[]
  readonly contracts: readonly string[]
}

/** The maximum number of versions of one message. */
const MAX_VERSIONS = 8
const CHANNEL = /^channel-\d+$/
/** Members with an account that has a role, which must not go to somebody who sends no messages. */
export const ROLE = /(^|_)(admin|owner|gov|governance|authority|minter|operator|manager)(_|$)/i
/** With as many decimals on both sides nothing is lost by rounding. */
const DECIMALS = 6

/** Versions of a message that may configure the contract for the one that is refused: with its channels, coins and names, and the entry that it misses. */
export function configuringFor(message: Json, purpose: Purpose): readonly Json[] {
  const values = valuesIn(purpose.message)
  const places = [...leavesOf(message)].flatMap(([place, value]) => {
    const options = optionsFor(place, value, purpose, values)
    return options.length === 0 ? [] : [{ place, options }]
  })
  let versions: readonly Json[] = [message]
  for (const { place, options } of places)
    versions = versions
      .flatMap((version) => options.map((option) => put(version, place, option)))
      .slice(0, MAX_VERSIONS)
  const named = versions.flatMap((version) => purpose.contracts.map((contract) => withContract(version, contract)))
  return unique([...versions, ...named]).slice(0, 2 * MAX_VERSIONS)
}

/** What may stand at a place instead. Empty: what stands there. */
function optionsFor(
  place: Place,
  value: Json,
  { denoms, entry, sender, addresses, contracts }: Purpose,
  values: readonly (readonly [name: string, value: Json])[],
): readonly Json[] {
  const name = place.at(-1) ?? ''
  if (typeof value === 'number') return /decimals/.test(name) ? [DECIMALS] : []
  if (typeof value !== 'string') return []
  if (addresses.includes(value) && ROLE.test(name)) return [sender]
  if (addresses.includes(value)) return unique([...contracts, value])
  const same = values.flatMap(([of, one]) => (of === name && typeof one === 'string' ? [one] : []))
  if (CHANNEL.test(value))
    return unique(values.flatMap(([, one]) => (typeof one === 'string' && CHANNEL.test(one) ? [one] : [])))
  if (/denom|asset|coin/.test(name))
    return unique([...denoms, ...values.flatMap(([of, one]) => (/denom|asset|coin/.test(of) ? [one] : []))])
  if (entry !== undefined && !contracts.includes(value)) return [entry]
  return unique(same)
}

/** The values in a message, and in messages that it holds in base64, by the names of their members. */
const valuesIn = (message: Json): readonly (readonly [name: string, value: Json])[] =>
  [...leavesOf(message)].flatMap(([place, value]) => {
    const inner = messageIn(value)
    return inner === undefined ? [[place.at(-1) ?? '', value] as const] : valuesIn(inner)
  })

const unique = <T extends Json>(list: readonly T[]): readonly T[] => [
  ...new Map(list.map((one) => [JSON.stringify(one), one])).values(),
]

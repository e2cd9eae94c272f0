import type { Json } from '../../../sandbox/internal.js'
import type { Start, Subject } from '../../setup.js'
import type { Recipe } from '../memory.js'

/** Members that hold a moment. */
const MOMENT = /time|expir|deadline|until/i
const SECOND = 1_000_000_000n
/** How long it is still to come: an hour. */
const AHEAD = 3600n
/** The units in which contracts count time since 1970, each with the length of a second in it, and the digits of such a moment. */
const UNITS = [
  { second: SECOND, digits: 19 },
  { second: 1000n, digits: 13 },
  { second: 1n, digits: 10 },
] as const

/** A message that worked earlier, in which moments that have passed since are an hour ahead again, so that it asks for what is still possible. */
export function withComingMoments<R extends Pick<Recipe, 'msg'>>(
  { sandbox }: Pick<Start, 'sandbox'>,
  { config }: Subject,
  recipe: R,
): R {
  const msg = coming(recipe.msg, sandbox.chain(config.chain)!.time, '')
  return msg === recipe.msg ? recipe : { ...recipe, msg }
}

/** @param now nanoseconds @returns the same value if nothing in it has passed */
function coming(value: Json, now: bigint, name: string): Json {
  if (typeof value === 'string' || typeof value === 'number') {
    const later = MOMENT.test(name) ? laterThan(String(value), now) : undefined
    if (later === undefined) return value
    return typeof value === 'string' ? String(later) : Number(later)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => coming(item, now, name))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  const members = Object.entries(value as { readonly [member: string]: Json })
  const changed = members.map(([member, one]) => [member, coming(one, now, member)] as const)
  return changed.some(([, one], i) => one !== members[i]![1]) ? Object.fromEntries(changed) : value
}

/** A moment to come for one that has passed; undefined for any other number. */
function laterThan(text: string, now: bigint): bigint | undefined {
  const unit = /^[1-9]\d*$/.test(text) ? UNITS.find(({ digits }) => digits === text.length) : undefined
  if (unit === undefined) return undefined
  const here = (now * unit.second) / SECOND
  return BigInt(text) > here ? undefined : here + AHEAD * unit.second
}

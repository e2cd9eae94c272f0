import { madeCalls, type ActionInput, type Json } from '../../sandbox/internal.js'
import { OperandReader } from '../../vm/internal.js'
import { attempt } from '../invariants/judge.js'
import { execute, executed, leastUsed, type Scene } from '../model/index.js'
import type { RandomSource } from '../random-source.js'
import type { Start } from '../setup.js'

/** How many of the least used messages are candidates, and how many variants are suggested. */
const MAX_MESSAGES = 4
const MAX_VARIANTS = 6
/** The number of calls per message whose comparisons are read. */
const MAX_CALLS = 3
/** More than accounts have, below 2^32 so that it fits every type, and hardly ever equal to another number of a contract. */
const UNLIKELY = 1_800_000_011n
const APART = 7919n

/** A number in a message. */
interface Place {
  readonly path: readonly string[]
  readonly isText: boolean
}

/**
 * Finds numbers that contracts expect: sends a message with unlikely numbers, observes what the code compares them with, and tries those values instead.
 */
export class Operands {
  readonly #start: Start
  readonly #reader = new OperandReader()

  constructor(start: Start) {
    this.#start = start
  }

  /** A few variants of a message that rarely worked so far. The sandbox stays in its state. @param here its snapshot */
  async suggest(scene: Scene, here: number): Promise<readonly ActionInput[]> {
    const { random } = scene
    const make = leastUsed(scene, false)[random.below(MAX_MESSAGES)]
    return make === undefined ? [] : (await this.variants(make(), random, here)).slice(0, MAX_VARIANTS)
  }

  /** Variants of a message with the numbers that its own were compared with, in random order. The sandbox stays in its state. @param here its snapshot */
  async variants(action: ActionInput, random: RandomSource, here: number): Promise<readonly ActionInput[]> {
    const { sandbox, subjects } = this.#start
    const message = executed(action)
    const subject = message && subjects.find(({ config }) => config.label === message.contract)
    if (message === undefined || subject === undefined) return []
    const { from, msg, funds } = message
    const all = placesOf(msg)
    // All together, and each alone in case the others must not change.
    const places = all.length > 1 && random.chance(0.5) ? [random.pick(all)] : all
    if (places.length === 0) return []
    const unlikely = places.map((_, i) => UNLIKELY + APART * BigInt(i + random.below(1000) * places.length))
    const changed = places.reduce((one, place, i) => withNumber(one, place, unlikely[i]!), msg)
    const step = await attempt(this.#start, execute(subject, { from, msg: changed, funds }))
    await sandbox.restore(here)
    const calls = madeCalls(step?.results.flatMap(({ trace }) => trace) ?? []).filter(
      ({ entry }) => entry === 'execute',
    )
    const found = new Map<string, ActionInput>()
    for (const call of calls.slice(0, MAX_CALLS))
      for (const [number, others] of this.#reader.read(call, unlikely)) {
        const place = places[unlikely.indexOf(number)]!
        for (const other of others)
          // Whatever the comparison, one of the three falls on the other side of it.
          for (const value of [other, other + 1n, other - 1n]) {
            if (value < 0n || unlikely.includes(value) || (!place.isText && value > BigInt(Number.MAX_SAFE_INTEGER)))
              continue
            found.set(
              `${place.path.join('/')} ${value}`,
              execute(subject, { from, msg: withNumber(msg, place, value), funds }),
            )
          }
      }
    return [...found.values()]
      .map((variant) => [random.below(1 << 30), variant] as const)
      .sort(([a], [b]) => a - b)
      .map(([, variant]) => variant)
  }
}

/** The numbers in a message, as JSON numbers or as texts. */
function placesOf(value: Json, path: readonly string[] = []): readonly Place[] {
  if (typeof value === 'number') return [{ path, isText: false }]
  if (typeof value === 'string') return /^\d{1,39}$/.test(value) ? [{ path, isText: true }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, part]) =>
    placesOf(part, [...path, name]),
  )
}

function withNumber(value: Json, { path, isText }: Place, number: bigint): Json {
  const [name, ...rest] = path
  if (name === undefined) return isText ? String(number) : Number(number)
  if (Array.isArray(value)) {
    const parts: readonly Json[] = value
    return parts.map((part, i) => (String(i) === name ? withNumber(part, { path: rest, isText }, number) : part))
  }
  const members = value as { readonly [name: string]: Json }
  return { ...members, [name]: withNumber(members[name]!, { path: rest, isText }, number) }
}

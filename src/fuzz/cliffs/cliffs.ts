import type { ActionInput } from '../../sandbox/internal.js'
import { namesAttacker } from '../attacker/attacker.js'
import { kindOf } from '../callbacks.js'
import { attempt } from '../invariants/index.js'
import { executed, type Memory, type Recipe } from '../model/index.js'
import type { Start, Subject } from '../setup.js'
import type { Story } from '../story.js'
import { boundOf, furthest, type GasBound, type GasCrossing, type GasEvidence } from './certificate.js'
import { fitGrowth } from './cliff.js'
import { addFootprint, bearingOf, emptyFootprint, type Bearing, type Footprint } from './footprint.js'
import type { MeasuredGrowth } from './growth.js'
import type { Measurement } from './measurement.js'
import { keyOf, Probes, type Probe } from './probes.js'
import { mapSizes } from './records.js'
import { unseenCallbacks } from './unseen.js'
import { byForeign, byLists, byMessages, byRounds, MANNERS, type Growing, type Way } from './ways.js'

/** The numbers of messages after which a callback's gas is measured. */
const SIZES = [1, 8, 32, 64] as const
/** With up to this many messages, a callback must not reach its limit. */
const HORIZON = 1000
/** Messages between two checks of the clock. */
const MAX_AT_ONCE = 10
/** Growth per message below this fraction is not looked at while other pairs have not been measured at all. */
const NOTICEABLE = 0.0005

/** A callback whose gas grows up to its limit. */
export interface Cliff {
  readonly text: string
  /** The place, as `label/kind`. */
  readonly about: string
  /** The action sequence in which it fails; undefined if the failure is only extrapolated. */
  readonly actions: readonly ActionInput[] | undefined
}

/** What a way showed so far. */
interface Series {
  readonly way: Way
  readonly points: Measurement[]
  crossing: GasCrossing | undefined
}

/** How far the quantity has grown, and the state after it. */
interface Grown {
  snapshot: number
  times: number
}

/** The order in which ways are tried. */
const RANKS: Readonly<Record<Bearing, number>> = { scanned: 3, touched: 2, none: 1 }
/** A way is promising from this rank on. */
const PROMISING = 2
/** What a way loses if another one makes the same quantity grow and is more likely to work. */
const LESS_LIKELY = 0.5
/** The number of accepted messages of a kind whose storage is looked at. */
const LOOKED_AT = 4

interface RankedWay {
  readonly way: Way
  readonly rank: number
}

/**
 * Measures how the gas of callbacks grows with everything that the campaign can make grow: it repeats messages by one sender, by many, and with values of
 * their own, makes lists longer, lets other callbacks come first, and repeats what users of other chains did. Ways that write what the callback reads come
 * first. It fits the growth, and if few enough records lead to the limit, tries that many. When each way has been tried, it measures again what grew, up to
 * the quantity that bounds are wanted for.
 */
export class Cliffs {
  readonly #start: Start
  readonly #memory: Memory
  readonly #probes: Probes
  readonly #series = new Map<string, Series>()
  /** What accepted messages wrote, as `label/variant`. */
  readonly #messages = new Map<string, { readonly footprint: Footprint; readonly times: number }>()
  /** Ways that were measured as far as bounds are wanted for. */
  readonly #finished = new Set<string>()
  #spent = 0

  constructor(start: Start, memory: Memory) {
    this.#start = start
    this.#memory = memory
    this.#probes = new Probes(start)
  }

  /** Everything that was measured, also where no limit is near. */
  get measured(): readonly MeasuredGrowth[] {
    return [...this.#series.values()].map(({ way: { probe, name }, points }) => ({
      contract: probe.contract,
      callback: probe.callback,
      message: name,
      limit: probe.limit,
      points: points.map(({ records, gas }) => ({ records, gas })),
    }))
  }

  /** What is known about each callback that was seen, and then the callbacks that never ran. */
  get evidence(): readonly GasEvidence[] {
    const { upTo } = this.#start.config.certify
    const seen = this.#probes.all.map((probe): GasEvidence => {
      const { contract, callback, entryPoint, limit } = probe
      const most = this.#probes.most(probe)
      const own = [...this.#series.values()].filter(({ way }) => keyOf(way.probe) === keyOf(probe))
      const bounds = own.flatMap(({ points, way }) => boundOf(points, way, most, { upTo, limit }) ?? [])
      const crossing = own.find((series) => series.crossing !== undefined)?.crossing
      return { contract, callback, entryPoint, ran: true, limit, most, crossing, bounds: furthest(bounds) }
    })
    return [...seen, ...unseenCallbacks(this.#start, seen)]
  }

  /** How many actions it has executed. */
  get spent(): number {
    return this.#spent
  }

  /** Whether there is a way to try that writes what its callback reads. */
  get isPromising(): boolean {
    const [next] = this.#untried()
    return next !== undefined && next.rank >= PROMISING
  }

  /** Notes the callbacks and messages of an action sequence. @param length how many of its steps violated nothing */
  learn(story: Story, length = story.steps.length): void {
    this.#probes.learn(story, length)
    for (const { action, results, error } of story.steps.slice(0, length)) {
      const message = error === undefined ? executed(action) : undefined
      if (message === undefined) continue
      const key = `${message.contract}/${kindOf(JSON.stringify(message.msg))}`
      const known = this.#messages.get(key) ?? { footprint: emptyFootprint(), times: 0 }
      if (known.times >= LOOKED_AT) continue
      for (const { trace } of results) addFootprint(known.footprint, trace, trace[0]?.sender)
      this.#messages.set(key, { ...known, times: known.times + 1 })
    }
  }

  /** Measures the next way. @returns undefined if all are measured, or the gas does not grow */
  async next(): Promise<Cliff | undefined> {
    const [untried] = this.#untried()
    if (untried !== undefined) return this.#measure(untried.way, SIZES, true)
    const grown = this.#ways().find(({ way }) => !this.#finished.has(nameOf(way)) && this.#isOpen(way))
    if (grown === undefined) return undefined
    this.#finished.add(nameOf(grown.way))
    return this.#measure(grown.way, this.#wanted(grown.way), false)
  }

  /** The ways that were not tried, the most promising first, and of those the callbacks that were measured least often. */
  #untried(): readonly RankedWay[] {
    const times = new Map<string, number>()
    for (const { way } of this.#series.values()) times.set(keyOf(way.probe), (times.get(keyOf(way.probe)) ?? 0) + 1)
    const measured = ({ way }: RankedWay): number => times.get(keyOf(way.probe)) ?? 0
    return this.#ways()
      .filter(({ way }) => !this.#series.has(nameOf(way)))
      .toSorted((a, b) => b.rank - a.rank || measured(a) - measured(b))
  }

  /** All ways to make something grow before a callback that is not known to reach its limit: one way to the limit is enough. */
  #ways(): readonly RankedWay[] {
    const crossed = new Set(
      [...this.#series.values()].flatMap(({ crossing, way }) => (crossing === undefined ? [] : [keyOf(way.probe)])),
    )
    const messages = this.#repeatable()
    return this.#probes.all
      .filter((probe) => !crossed.has(keyOf(probe)))
      .flatMap((probe) => {
        const reads = this.#probes.footprint(probe)
        return [
          ...messages.flatMap(({ subject, recipes, footprint }) =>
            byMannersOf(probe, subject, recipes, reads, footprint),
          ),
          ...[...byLists(probe), ...byForeign(probe)].map((way) => ({ way, rank: PROMISING })),
          ...this.#probes.all
            .filter(({ contract }) => contract === probe.contract)
            .map((other) => ({
              way: byRounds(probe, other),
              rank: RANKS[bearingOf(reads, this.#probes.footprint(other).written)] - LESS_LIKELY,
            })),
        ]
      })
  }

  /** The messages that moved coins, sent packets or wrote to storage, with what is known to work. */
  #repeatable() {
    return this.#start.subjects.flatMap((subject) => {
      const { label } = subject.config
      // What the attacker's contract costs does not grow with records.
      const all = this.#memory.recipes(label).filter((recipe) => !namesAttacker(this.#start, recipe))
      return [...new Set(all.map(({ variant }) => variant))].flatMap((variant) => {
        const { footprint = emptyFootprint() } = this.#messages.get(`${label}/${variant}`) ?? {}
        if (footprint.written.size === 0 && !this.#memory.moves(label, variant)) return []
        return [{ subject, recipes: all.filter((recipe) => recipe.variant === variant), footprint }]
      })
    })
  }

  /** Whether the way is not measured as far as bounds are wanted for, and its bound is one of those that count. */
  #isOpen(way: Way): boolean {
    const { points, crossing } = this.#series.get(nameOf(way))!
    const bound = this.#boundOf(way, points)
    if (bound === undefined || crossing !== undefined || bound.measuredTo >= bound.upTo) return false
    return (bound.degree !== 'constant' || points.length < SIZES.length) && this.#isHighest(way.probe, bound.added)
  }

  #boundOf(way: Way, points: readonly Measurement[]): GasBound | undefined {
    return boundOf(points, way, 0n, { upTo: this.#start.config.certify.upTo, limit: way.probe.limit })
  }

  /** Whether nothing else adds more to the callback. */
  #isHighest(probe: Probe, added: bigint): boolean {
    return [...this.#series.values()]
      .filter(({ way }) => keyOf(way.probe) === keyOf(probe))
      .every(({ way, points }) => (this.#boundOf(way, points)?.added ?? 0n) <= added)
  }

  /** The sizes at which the way is measured again: if the gas grows, up to the whole quantity. */
  #wanted(way: Way): readonly number[] {
    const { points } = this.#series.get(nameOf(way))!
    const { measuredTo, degree, upTo } = this.#boundOf(way, points)!
    if (degree === 'constant') return SIZES
    // A message can add several entries, or the map had some before.
    const perMessage = Math.max(1, Math.floor(measuredTo / points.at(-1)!.records))
    const last = Math.ceil(upTo / perMessage)
    return [...SIZES.filter((size) => size < last), last]
  }

  /** Goes to where the growth begins once, and back there for each attempt. @param quick stops where the gas does not grow */
  async #measure(way: Way, sizes: readonly number[], quick: boolean): Promise<Cliff | undefined> {
    const { sandbox } = this.#start
    const name = nameOf(way)
    const series: Series = { way, points: [], crossing: undefined }
    if (!this.#series.has(name)) this.#series.set(name, series)
    await sandbox.restore(this.#start.snapshot)
    if (!(await this.#goOn(way.head))) return undefined
    const before = await sandbox.snapshot()
    const grown: Grown = { snapshot: before, times: 0 }
    try {
      const growing = await this.#working(before, way)
      if (growing === undefined) return undefined
      return await this.#growth(series, growing, sizes, quick, grown)
    } finally {
      // A second attempt may not come as far as the first.
      if ((this.#series.get(name)?.points.length ?? 0) <= series.points.length) this.#series.set(name, series)
      if (grown.snapshot !== before) sandbox.forget(grown.snapshot)
      sandbox.forget(before)
    }
  }

  async #growth(
    series: Series,
    growing: Growing,
    sizes: readonly number[],
    quick: boolean,
    grown: Grown,
  ): Promise<Cliff | undefined> {
    const { way, points } = series
    for (const size of sizes) {
      const point = await this.#at(series, growing, size, grown)
      if (point === undefined) return undefined
      if (point === 'failed') {
        series.crossing = { sent: { message: way.name, times: size }, file: undefined }
        break
      }
      points.push(point)
      const [first] = points
      const added = Number(point.gas - first!.gas)
      if (quick && points.length > 1 && added < Number(first!.gas) * NOTICEABLE * (size - first!.records))
        return undefined
    }
    const records = fitGrowth(points).reaches(way.probe.limit)
    if (series.crossing === undefined && (records === undefined || records > HORIZON)) return undefined
    return this.#cliff(series, growing, records, grown)
  }

  async #cliff(
    series: Series,
    growing: Growing,
    records: number | undefined,
    grown: Grown,
  ): Promise<Cliff | undefined> {
    const { way, points, crossing } = series
    const { probe, name: message } = way
    const about = `${probe.contract}/${probe.callback.split(' ')[0]!}`
    const times = records ?? crossing?.sent?.times ?? 0
    const what = `the callback ${probe.callback} costs ${points.map(({ gas, records: n }) => `${gas} gas at ${n}`).join(', ')} and reaches its limit of ${probe.limit} at about ${times} times ${message}`
    const failing = (count: number): readonly ActionInput[] => [...way.head, ...growing(0, count), ...way.tail(count)]
    if (crossing?.sent !== undefined) return { text: what, about, actions: failing(crossing.sent.times) }
    for (const part of [1.05, 1.3]) {
      const count = Math.ceil(times * part) + 2
      if ((await this.#at(series, growing, count, grown)) !== 'failed') continue
      series.crossing = { sent: { message, times: count }, file: undefined }
      return { text: what, about, actions: failing(count) }
    }
    return { text: `${what}; that many could not be executed`, about, actions: undefined }
  }

  /** How the quantity grows: the first of the way's candidates that works at the snapshot. */
  async #working(here: number, { candidates, twice, causes }: Way): Promise<Growing | undefined> {
    const { sandbox } = this.#start
    for (const growing of candidates) {
      await sandbox.restore(here)
      const actions = twice ? [...growing(0, 1), ...growing(1, 1)] : growing(0, 1)
      if (await this.#all(actions, causes)) return growing
    }
    return undefined
  }

  /** Executes a part of an action sequence. @returns whether it is possible, with all messages accepted */
  async #goOn(actions: readonly ActionInput[]): Promise<boolean> {
    for (const action of actions) {
      const step = await this.#attempt(action)
      if (step === undefined || (action.action === 'tx' && step.error !== undefined)) return false
    }
    return true
  }

  /** The callback after the quantity has grown so far, which must not be less than in the call before: it continues from there. */
  async #at(
    { way, points }: Series,
    growing: Growing,
    times: number,
    grown: Grown,
  ): Promise<Measurement | 'failed' | undefined> {
    const { sandbox } = this.#start
    const { probe } = way
    await sandbox.restore(grown.snapshot)
    for (let from = grown.times; from < times; from += MAX_AT_ONCE)
      if (!(await this.#all(growing(from, Math.min(times - from, MAX_AT_ONCE))))) return undefined
    const { snapshot, times: before } = grown
    grown.snapshot = await sandbox.snapshot()
    grown.times = times
    if (before > 0) sandbox.forget(snapshot)
    const tail = way.tail(times)
    if (!(await this.#goOn(tail.slice(0, -1)))) return undefined
    const subject = this.#start.subjects.find(({ config }) => config.label === probe.contract)!
    const sizes = mapSizes(this.#start, subject)
    const step = await this.#attempt(tail.at(-1)!)
    const seen = this.#probes.seenIn(probe, step?.callbacks ?? [])
    if (seen.length === 0) return undefined
    const failed = seen.find(({ node }) => node.error !== undefined)
    if (failed !== undefined) return /out of gas/i.test(failed.node.error ?? '') ? 'failed' : undefined
    const gas = seen.reduce((most, { node }) => (node.gasUsed > most ? node.gasUsed : most), 0n)
    // The answer to the same request, if it is still among them.
    const like = seen.find(({ node }) => node.message === points[0]?.node.message) ?? seen[0]!
    return { records: times, gas, sizes, node: like.node }
  }

  /** Whether all actions succeed. @param causes a callback that the last one has to make */
  async #all(actions: readonly ActionInput[], causes?: Probe): Promise<boolean> {
    let made = causes === undefined
    for (const action of actions) {
      const step = await this.#attempt(action)
      if (step === undefined || step.error !== undefined) return false
      made = causes === undefined || this.#probes.seenIn(causes, step.callbacks).length > 0
    }
    return made
  }

  #attempt(action: ActionInput): ReturnType<typeof attempt> {
    this.#spent += action.action === 'repeat' ? action.times : 1
    return attempt(this.#start, action)
  }
}

const nameOf = ({ probe, name }: Way): string => `${keyOf(probe)} ${name}`

/** A message in all manners; the likeliest is by one sender, or by many if it writes under the key of its sender. */
function byMannersOf(
  probe: Probe,
  subject: Subject,
  recipes: readonly Recipe[],
  reads: Footprint,
  { written, ofSender }: Footprint,
): readonly RankedWay[] {
  const bearing = bearingOf(reads, written)
  const rank = RANKS[bearing]
  const likeliest = bearing !== 'none' && bearingOf(reads, ofSender) === bearing ? 'many' : 'one'
  return MANNERS.map((manner) => ({
    way: byMessages(probe, subject, recipes, manner),
    rank: manner === likeliest ? rank : rank - LESS_LIKELY,
  }))
}

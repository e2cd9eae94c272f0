import { parseCoins } from '../../codec/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { namesAttacker } from '../attacker/attacker.js'
import { attempt } from '../invariants/index.js'
import { execute, type Memory, type Recipe } from '../model/index.js'
import type { Start, Subject } from '../setup.js'
import type { Story } from '../story.js'
import { boundOf, furthest, type GasCrossing, type GasEvidence } from './certificate.js'
import { fitGrowth } from './cliff.js'
import type { MeasuredGrowth } from './growth.js'
import type { Measurement } from './measurement.js'
import { keyOf, Probes, type Probe } from './probes.js'
import { mapSizes } from './records.js'

/** The numbers of messages after which a callback's gas is measured. */
const SIZES = [1, 8, 32, 64] as const
/** With up to this many messages, a callback must not reach its limit. */
const HORIZON = 1000
/** After the name of a message that comes from a new account each time. */
const BY_MANY = ' of new accounts'
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

/** A callback and a message that is repeated before it. */
interface Pair {
  readonly probe: Probe
  readonly subject: Subject
  readonly recipes: readonly Recipe[]
  /** Whether each message comes from an account of its own, or all from one. */
  readonly byMany: boolean
  readonly name: string
}

const pairsOf = (probe: Probe, subject: Subject, recipes: readonly Recipe[]): readonly Pair[] =>
  [false, true].map((byMany) => {
    const { label, variant } = recipes.at(-1)!
    const name = `${keyOf(probe)} ${label}/${variant}${byMany ? BY_MANY : ''}`
    return { probe, subject, recipes, byMany, name }
  })

/** What a pair showed so far. */
interface Series {
  readonly probe: Probe
  readonly message: string
  readonly points: Measurement[]
  crossing: GasCrossing | undefined
}

/** How often the message was sent so far, and the state after it. */
interface Grown {
  snapshot: number
  times: number
}

/**
 * Measures how the gas of callbacks grows with the records that users can create: repeats each message before each callback, fits the growth, and if
 * few enough records lead to the limit, tries that many. When each pair has been tried, it measures again what grew, up to the quantity that bounds
 * are wanted for.
 */
export class Cliffs {
  readonly #start: Start
  readonly #memory: Memory
  readonly #probes: Probes
  readonly #series = new Map<string, Series>()
  /** Pairs that were measured as far as bounds are wanted for. */
  readonly #finished = new Set<string>()
  #spent = 0

  constructor(start: Start, memory: Memory) {
    this.#start = start
    this.#memory = memory
    this.#probes = new Probes(start)
  }

  /** Everything that was measured, also where no limit is near. */
  get measured(): readonly MeasuredGrowth[] {
    return [...this.#series.values()].map(({ probe: { contract, callback, limit }, message, points }) => ({
      contract,
      callback,
      message,
      limit,
      points: points.map(({ records, gas }) => ({ records, gas })),
    }))
  }

  /** What is known about each callback that was seen. */
  get evidence(): readonly GasEvidence[] {
    const { upTo } = this.#start.config.certify
    return this.#probes.all.map((probe) => {
      const { contract, callback, entryPoint, limit } = probe
      const most = this.#probes.most(probe)
      const own = [...this.#series.values()].filter((series) => keyOf(series.probe) === keyOf(probe))
      const bounds = own.flatMap(({ points, message }) => boundOf(points, message, most, upTo) ?? [])
      const crossing = own.find((series) => series.crossing !== undefined)?.crossing
      return { contract, callback, entryPoint, limit, most, crossing, bounds: furthest(bounds) }
    })
  }

  /** How many actions it has executed. */
  get spent(): number {
    return this.#spent
  }

  /** Notes the callbacks of an action sequence. @param length how many of its steps violated nothing */
  learn(story: Story, length = story.steps.length): void {
    this.#probes.learn(story, length)
  }

  /** Measures the next pair of a callback and a message. @returns undefined if all pairs are measured, or the gas does not grow */
  async next(): Promise<Cliff | undefined> {
    // One way to the limit is enough.
    const crossed = new Set(
      [...this.#series.values()].flatMap(({ crossing, probe }) => (crossing === undefined ? [] : [keyOf(probe)])),
    )
    const pairs = this.#pairs().filter(({ probe }) => !crossed.has(keyOf(probe)))
    const all = pairs.filter(({ name }) => !this.#series.has(name))
    const untried = all.find(({ byMany }) => !byMany) ?? all[0]
    if (untried !== undefined) return this.#measure(untried, SIZES, true)
    const grown = pairs.find((pair) => !this.#finished.has(pair.name) && this.#isOpen(pair))
    if (grown === undefined) return undefined
    this.#finished.add(grown.name)
    return this.#measure(grown, this.#wanted(grown), false)
  }

  /** All pairs, those of callbacks that were measured least often first. */
  #pairs(): readonly Pair[] {
    const pairs = this.#probes.all.flatMap((probe) =>
      this.#start.subjects.flatMap((subject) =>
        this.#memory.movers(subject.config.label).flatMap((all) => {
          // What the attacker's contract costs does not grow with records.
          const recipes = all.filter((recipe) => !namesAttacker(this.#start, recipe))
          return recipes.length === 0 ? [] : pairsOf(probe, subject, recipes)
        }),
      ),
    )
    const times = new Map<string, number>()
    for (const { probe } of this.#series.values()) times.set(keyOf(probe), (times.get(keyOf(probe)) ?? 0) + 1)
    return pairs.toSorted((a, b) => (times.get(keyOf(a.probe)) ?? 0) - (times.get(keyOf(b.probe)) ?? 0))
  }

  /** Whether the pair is not measured as far as bounds are wanted for, and its bound is one of those that count. */
  #isOpen({ name, probe }: Pair): boolean {
    const { points, message, crossing } = this.#series.get(name)!
    const { upTo } = this.#start.config.certify
    const bound = boundOf(points, message, 0n, upTo)
    if (bound === undefined || crossing !== undefined || bound.measuredTo >= upTo) return false
    return (bound.degree !== 'constant' || points.length < SIZES.length) && this.#isHighest(probe, bound.added)
  }

  /** Whether no other message adds more to the callback. */
  #isHighest(probe: Probe, added: bigint): boolean {
    const { upTo } = this.#start.config.certify
    return [...this.#series.values()]
      .filter((series) => keyOf(series.probe) === keyOf(probe))
      .every(({ points, message }) => (boundOf(points, message, 0n, upTo)?.added ?? 0n) <= added)
  }

  /** The numbers of messages at which the pair is measured again: if the gas grows, up to the whole quantity. */
  #wanted({ name }: Pair): readonly number[] {
    const { points, message } = this.#series.get(name)!
    const { upTo } = this.#start.config.certify
    const { measuredTo, degree } = boundOf(points, message, 0n, upTo)!
    if (degree === 'constant') return SIZES
    // A message can add several entries, or the map had some before.
    const perMessage = Math.max(1, Math.floor(measuredTo / points.at(-1)!.records))
    const last = Math.ceil(upTo / perMessage)
    return [...SIZES.filter((size) => size < last), last]
  }

  /** Executes the action sequence up to the callback once, and goes back there for each attempt. @param quick stops where the gas does not grow */
  async #measure(pair: Pair, sizes: readonly number[], quick: boolean): Promise<Cliff | undefined> {
    const { sandbox } = this.#start
    const { probe, recipes, byMany, name } = pair
    const message = `${recipes.at(-1)!.variant}${byMany ? BY_MANY : ''}`
    const series: Series = { probe, message, points: [], crossing: undefined }
    if (!this.#series.has(name)) this.#series.set(name, series)
    if (!(await this.#goBefore(probe))) return undefined
    const before = await sandbox.snapshot()
    const grown: Grown = { snapshot: before, times: 0 }
    try {
      const recipe = await this.#cheapest(before, pair)
      if (recipe === undefined) return undefined
      const growing: Growing = (from, count) => growthOf(pair, recipe, from, count)
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
    const { probe, points } = series
    for (const size of sizes) {
      const point = await this.#at(series, growing, size, grown)
      if (point === undefined) return undefined
      if (point === 'failed') {
        series.crossing = { sent: { message: series.message, times: size }, file: undefined }
        break
      }
      points.push(point)
      const [first] = points
      const added = Number(point.gas - first!.gas)
      if (quick && points.length > 1 && added < Number(first!.gas) * NOTICEABLE * (size - first!.records))
        return undefined
    }
    const records = fitGrowth(points).reaches(probe.limit)
    if (series.crossing === undefined && (records === undefined || records > HORIZON)) return undefined
    return this.#cliff(series, growing, records, grown)
  }

  async #cliff(
    series: Series,
    growing: Growing,
    records: number | undefined,
    grown: Grown,
  ): Promise<Cliff | undefined> {
    const { probe, points, crossing, message } = series
    const about = `${probe.contract}/${probe.callback.split(' ')[0]!}`
    const times = records ?? crossing?.sent?.times ?? 0
    const what = `the callback ${probe.callback} costs ${points.map(({ gas, records: n }) => `${gas} gas at ${n}`).join(', ')} and reaches its limit of ${probe.limit} at about ${times} times ${message}`
    const failing = (count: number): readonly ActionInput[] => [...probe.before, ...growing(0, count), probe.action]
    if (crossing?.sent !== undefined) return { text: what, about, actions: failing(crossing.sent.times) }
    for (const part of [1.05, 1.3]) {
      const count = Math.ceil(times * part) + 2
      if ((await this.#at(series, growing, count, grown)) !== 'failed') continue
      series.crossing = { sent: { message, times: count }, file: undefined }
      return { text: what, about, actions: failing(count) }
    }
    return { text: `${what}; that many could not be executed`, about, actions: undefined }
  }

  /** The message's variation that works at the snapshot, with the least funds. */
  async #cheapest(here: number, pair: Pair): Promise<Recipe | undefined> {
    const { sandbox } = this.#start
    const works = async (recipe: Recipe): Promise<boolean> => {
      await sandbox.restore(here)
      return this.#all(growthOf(pair, recipe, 0, 1))
    }
    for (const recipe of pair.recipes) {
      // A contract sends it, which is one account.
      if ((pair.byMany && recipe.from.includes('/')) || !(await works(recipe))) continue
      let { funds } = recipe
      for (const dust of dusty(funds)) if (await works({ ...recipe, funds: dust })) funds = dust
      return { ...recipe, funds }
    }
    return undefined
  }

  async #goBefore({ before }: Probe): Promise<boolean> {
    await this.#start.sandbox.restore(this.#start.snapshot)
    for (const action of before) if ((await this.#attempt(action)) === undefined) return false
    return true
  }

  /** The callback after a number of messages, which must not be lower than in the call before: it continues from there. */
  async #at(
    { probe, points }: Series,
    growing: Growing,
    times: number,
    grown: Grown,
  ): Promise<Measurement | 'failed' | undefined> {
    const { sandbox } = this.#start
    await sandbox.restore(grown.snapshot)
    for (let from = grown.times; from < times; from += MAX_AT_ONCE)
      if (!(await this.#all(growing(from, Math.min(times - from, MAX_AT_ONCE))))) return undefined
    const { snapshot, times: before } = grown
    grown.snapshot = await sandbox.snapshot()
    grown.times = times
    if (before > 0) sandbox.forget(snapshot)
    const subject = this.#start.subjects.find(({ config }) => config.label === probe.contract)!
    const sizes = mapSizes(this.#start, subject)
    const step = await this.#attempt(probe.action)
    const seen = this.#probes.seenIn(probe, step?.callbacks ?? [])
    if (seen.length === 0) return undefined
    const failed = seen.find(({ node }) => node.error !== undefined)
    if (failed !== undefined) return /out of gas/i.test(failed.node.error ?? '') ? 'failed' : undefined
    const gas = seen.reduce((most, { node }) => (node.gasUsed > most ? node.gasUsed : most), 0n)
    // The answer to the same request, if it is still among them.
    const like = seen.find(({ node }) => node.message === points[0]?.node.message) ?? seen[0]!
    return { records: times, gas, sizes, node: like.node }
  }

  /** Whether all actions succeed. */
  async #all(actions: readonly ActionInput[]): Promise<boolean> {
    for (const action of actions) {
      const step = await this.#attempt(action)
      if (step === undefined || step.error !== undefined) return false
    }
    return true
  }

  #attempt(action: ActionInput): ReturnType<typeof attempt> {
    this.#spent += action.action === 'repeat' ? action.times : 1
    return attempt(this.#start, action)
  }
}

/** The actions that send a message so many times, after it was sent `from` times. */
type Growing = (from: number, count: number) => readonly ActionInput[]

function growthOf({ subject, byMany }: Pair, recipe: Recipe, from: number, count: number): readonly ActionInput[] {
  if (!byMany) return [{ action: 'repeat', times: count, do: execute(subject, recipe) } as ActionInput]
  const { chain } = subject.config
  return Array.from({ length: count }, (_, i) => `newcomer-${from + i + 1}`).flatMap((name): ActionInput[] => [
    { action: 'account', chain, name, funds: recipe.funds },
    execute(subject, { ...recipe, from: name }),
  ])
}

/** Coins with one amount after the other reduced to 1. */
function* dusty(funds: string): Iterable<string> {
  const coins = funds === '' ? [] : parseCoins(funds)
  for (const at of coins.keys())
    yield coins.map(({ denom, amount }, i) => `${i === at ? 1n : amount}${denom}`).join(',')
}

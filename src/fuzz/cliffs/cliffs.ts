import { fitGrowth, type GrowthPoint } from './cliff.js'
import { execute, type Memory, type Recipe } from '../model/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { parseCoins } from '../../codec/index.js'
import { attempt } from '../invariants/index.js'
import type { Start, Subject } from '../setup.js'
import type { Story } from '../story.js'
import type { CallbackSeen } from '../view.js'

/** The numbers of records at which a callback's gas is measured. */
const SIZES = [1, 8, 64] as const
/** With up to this many records, a callback must not reach its limit. */
const HORIZON = 1000
/** Messages between two checks of the clock. */
const MAX_AT_ONCE = 10
/** Growth per record below this fraction is ignored. */
const NOTICEABLE = 0.0005

/** A callback, and an action sequence that causes it. */
interface Probe {
  readonly before: readonly ActionInput[]
  readonly action: ActionInput
  /** The number of steps before it. */
  readonly steps: number
  readonly gas: bigint
  readonly limit: bigint
}

/** How often the message was sent so far, and the state after it. */
interface Grown {
  snapshot: number
  times: number
}

/** A callback whose gas grows up to its limit. */
export interface Cliff {
  readonly text: string
  /** The action sequence in which it fails; undefined if the failure is only extrapolated. */
  readonly actions: readonly ActionInput[] | undefined
}

/** The gas of a callback, measured after different numbers of a message. */
export interface MeasuredGrowth {
  /** The kind of the callback, and the port if it concerns a packet. */
  readonly callback: string
  readonly message: string
  /** The sudo limit. */
  readonly limit: bigint
  readonly points: readonly GrowthPoint[]
}

/**
 * Looks for callbacks whose gas grows with the records that users can create: repeats each message before each callback, fits the growth, and if
 * few enough records lead to the limit, tries that many.
 */
export class Cliffs {
  readonly #start: Start
  readonly #memory: Memory
  /** By callback, the shortest action sequence that causes it. */
  readonly #probes = new Map<string, Probe>()
  readonly #done = new Set<string>()
  readonly #measured: MeasuredGrowth[] = []

  constructor(start: Start, memory: Memory) {
    this.#start = start
    this.#memory = memory
  }

  /** Everything that was measured, also where no limit is near. */
  get measured(): readonly MeasuredGrowth[] {
    return this.#measured
  }

  /** Notes the callbacks of an action sequence that violated nothing. */
  learn(story: Story): void {
    for (const [at, step] of story.steps.entries()) {
      if (step.action.action === 'repeat') continue
      for (const seen of step.callbacks) {
        const { gasLimit, error, gasUsed } = seen.node
        if (gasLimit === undefined || error !== undefined || !this.#subjectOf(seen)) continue
        const known = this.#probes.get(keyOf(seen))
        if (known !== undefined && known.steps <= at) continue
        const before = story.actions.slice(0, at)
        if (before.some(({ action }) => action === 'fault' || action === 'repeat')) continue
        const action = story.actions[at]!
        this.#probes.set(keyOf(seen), {
          before: [...before, ...receiving(action)],
          action,
          steps: at,
          gas: gasUsed,
          limit: gasLimit,
        })
      }
    }
  }

  /** Probes the next pair of a callback and a message; undefined if there is none left, or the gas does not grow. */
  async next(): Promise<Cliff | undefined> {
    for (const [key, probe] of this.#probes)
      for (const subject of this.#start.subjects)
        for (const recipes of this.#memory.movers(subject.config.label)) {
          const recipe = recipes.at(-1)!
          const pair = `${key} ${recipe.label}/${recipe.variant}`
          if (this.#done.has(pair)) continue
          this.#done.add(pair)
          return this.#probe(key, probe, subject, recipes)
        }
    return undefined
  }

  /** Executes the action sequence up to the callback once, and goes back there for each attempt. */
  async #probe(key: string, probe: Probe, subject: Subject, recipes: readonly Recipe[]): Promise<Cliff | undefined> {
    const { sandbox } = this.#start
    if (!(await this.#goBefore(probe))) return undefined
    const before = await sandbox.snapshot()
    const grown: Grown = { snapshot: before, times: 0 }
    try {
      return await this.#growth(key, probe, await this.#cheapest(before, subject, recipes), grown)
    } finally {
      if (grown.snapshot !== before) sandbox.forget(grown.snapshot)
      sandbox.forget(before)
    }
  }

  async #growth(key: string, probe: Probe, message: ActionInput | undefined, grown: Grown): Promise<Cliff | undefined> {
    if (message === undefined) return undefined
    const points: GrowthPoint[] = []
    this.#measured.push({ callback: key, message: nameOf(message), limit: probe.limit, points })
    for (const size of SIZES) {
      const gas = await this.#gasAt(key, probe, message, size, grown)
      if (gas === undefined || gas === 'failed') return undefined
      points.push({ records: size, gas })
      const [first] = points
      if (points.length > 1 && Number(gas - first!.gas) < Number(first!.gas) * NOTICEABLE * (size - first!.records))
        return undefined
    }
    const records = fitGrowth(points).reaches(probe.limit)
    if (records === undefined || records > HORIZON) return undefined
    const what = `the callback ${key} costs ${points.map(({ gas, records: n }) => `${gas} gas at ${n}`).join(', ')} and reaches its limit of ${probe.limit} at about ${records} times ${nameOf(message)}`
    for (const part of [1.05, 1.3]) {
      const times = Math.ceil(records * part) + 2
      const actions = [...probe.before, repeated(message, times), probe.action]
      if ((await this.#gasAt(key, probe, message, times, grown)) === 'failed') return { text: what, actions }
    }
    return { text: `${what}; that many could not be executed`, actions: undefined }
  }

  /** The message's variation that works at the snapshot, with the least funds. */
  async #cheapest(here: number, subject: Subject, recipes: readonly Recipe[]): Promise<ActionInput | undefined> {
    const { sandbox } = this.#start
    const works = async (action: ActionInput): Promise<boolean> => {
      await sandbox.restore(here)
      const step = await attempt(this.#start, action)
      return step !== undefined && step.error === undefined
    }
    for (const recipe of recipes) {
      if (!(await works(execute(subject, recipe)))) continue
      let { funds } = recipe
      for (const dust of dusty(funds)) if (await works(execute(subject, { ...recipe, funds: dust }))) funds = dust
      return execute(subject, { ...recipe, funds })
    }
    return undefined
  }

  async #goBefore({ before }: Probe): Promise<boolean> {
    await this.#start.sandbox.restore(this.#start.snapshot)
    for (const action of before) if ((await attempt(this.#start, action)) === undefined) return false
    return true
  }

  /** Gas of the callback after a number of messages, which must not be lower than in the call before: it continues from there. */
  async #gasAt(
    key: string,
    probe: Probe,
    message: ActionInput,
    times: number,
    grown: Grown,
  ): Promise<bigint | 'failed' | undefined> {
    const { sandbox } = this.#start
    await sandbox.restore(grown.snapshot)
    for (let left = times - grown.times; left > 0; left -= MAX_AT_ONCE) {
      const made = await attempt(this.#start, repeated(message, Math.min(left, MAX_AT_ONCE)))
      if (made === undefined || made.error !== undefined) return undefined
    }
    const { snapshot, times: before } = grown
    grown.snapshot = await sandbox.snapshot()
    grown.times = times
    if (before > 0) sandbox.forget(snapshot)
    const step = await attempt(this.#start, probe.action)
    const seen = step?.callbacks.filter((callback) => keyOf(callback) === key) ?? []
    if (seen.length === 0) return undefined
    if (seen.some(({ node }) => node.error !== undefined)) return 'failed'
    return seen.reduce((most, { node }) => (node.gasUsed > most ? node.gasUsed : most), 0n)
  }

  #subjectOf({ contract }: CallbackSeen): boolean {
    return this.#start.subjects.some(({ address }) => address === contract)
  }
}

/** Packets are received before many others are sent, so that they do not time out meanwhile. */
const receiving = (action: ActionInput): readonly ActionInput[] =>
  action.action === 'relay' && action.filter?.kind === undefined && action.force === undefined
    ? [{ ...action, filter: { ...action.filter, kind: 'recv' } }]
    : []

const repeated = (action: ActionInput, times: number): ActionInput =>
  ({ action: 'repeat', times, do: action }) as ActionInput

/** The callback's kind, with the port if it concerns a packet. */
function keyOf({ kind, node }: CallbackSeen): string {
  const port = /"source_port":"([a-z]+)/.exec(node.message)?.[1]
  return port === undefined ? kind : `${kind} of ${port}`
}

function nameOf(action: ActionInput): string {
  const text = JSON.stringify('messages' in action ? action.messages[0] : action)
  return /"msg":\{"([^"]+)/.exec(text)?.[1] ?? 'the message'
}

/** Coins with one amount after the other reduced to 1. */
function* dusty(funds: string): Iterable<string> {
  const coins = funds === '' ? [] : parseCoins(funds)
  for (const at of coins.keys())
    yield coins.map(({ denom, amount }, i) => `${i === at ? 1n : amount}${denom}`).join(',')
}

/** What several workers measured: of each pair of a callback and a message, the one with most points. */
export function joinedGrowths(all: readonly (readonly MeasuredGrowth[])[]): readonly MeasuredGrowth[] {
  const best = new Map<string, MeasuredGrowth>()
  for (const growth of all.flat()) {
    const key = `${growth.callback} ${growth.message}`
    const known = best.get(key)
    if (known === undefined || known.points.length < growth.points.length) best.set(key, growth)
  }
  return [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, growth]) => growth)
}

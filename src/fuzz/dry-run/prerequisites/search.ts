import * as fc from 'fast-check'
import { parseCoins } from '../../../codec/index.js'
import { learnedAround, type Recipe } from '../../model/index.js'
import { accountOf, PLACEHOLDER } from '../../model/via.js'
import { addressOfActor } from '../../forked/actors.js'
import { variantsOf } from '../../../schema/index.js'
import type { Start, Subject } from '../../setup.js'
import { shapeOf } from '../../reach/index.js'
import { isParseError } from '../../../vm/probe/index.js'
import { afterArrival, bridgeOf, WANTS_ARRIVAL, type Configured } from './arrivals.js'
import { accepts, configure, type Configuring } from './configuring.js'
import { configuringFor, missingEntry } from './versions.js'
import type { RefusedWay } from './refused-ways.js'
import { missingRoles, refusedAtFailure } from './roles.js'
import { switchedOn } from './switches.js'

export interface PrerequisiteSearch {
  readonly start: Start
  readonly subject: Subject
  /** The state in which the messages were refused. */
  readonly snapshot: number
  /** Messages that are needed already. */
  readonly needs: readonly Configuring[]
  /** Accepted messages, of which versions may be what is needed. */
  readonly configuring: readonly Configuring[]
  readonly refused: readonly RefusedWay[]
  /** Sends a message in the current state, which is restored if it fails. @returns the error */
  readonly attempt: (way: Recipe, snapshot: number) => Promise<string | undefined>
}

/** Messages that are accepted, and those that configure the contract, after which refused ones are accepted or fail later. */
export interface Prerequisites {
  readonly recipes: readonly Recipe[]
  readonly needs: readonly Configuring[]
}

/** Errors of a contract that lacks some configuration. */
const WANTS_ENTRY =
  /\bmap(ped|ping)?\b|pair|allow|regist|config|not found|unknown|n't exist|no such|unsupported|not support|whitelist|enabled|not set|missing/i
/** Errors that no entry changes. */
const HOPELESS = /unauthori[sz]ed|only the contract itself|is not the contract|spendable balance|no such contract/i

/** The maximum number of messages that are sent for one kind of refused message. */
const MAX_SENT = 200
/** The maximum number of refused messages of one kind that are tried again after each other message. */
const MAX_WAYS = 3
/** The maximum number of entries that a message needs. */
const MAX_ENTRIES = 4
/** The number of other messages that are tried after one with which a message is accepted but sends no packet. */
const PATIENCE = 24
const SAMPLES = 4
const SEED = 1

/** Looks for messages after which refused ones are accepted. The sandbox is in any state afterwards. */
export async function findPrerequisites(search: PrerequisiteSearch): Promise<Prerequisites> {
  let { needs } = search
  const recipes: Recipe[] = []
  for (const variant of new Set(search.refused.map(({ recipe }) => recipe.variant))) {
    const ways = search.refused.filter(
      ({ recipe, error }) => recipe.variant === variant && WANTS_ENTRY.test(error) && !HOPELESS.test(error),
    )
    if (ways.length === 0) continue
    const found = await new OneSearch({ ...search, needs }).run(ways)
    if (found.recipe !== undefined) recipes.push(found.recipe)
    needs = found.needs
  }
  return { recipes, needs }
}

/** A message that configures a contract, and the one that is accepted after it, or refused with another error. */
interface Step {
  readonly configuring: Configuring
  readonly recipe: Recipe
  readonly error: string | undefined
}

class OneSearch {
  readonly #search: PrerequisiteSearch
  readonly #known: Set<string>
  readonly #isBridge: boolean
  readonly #waited = new Set<string>()
  #left = MAX_SENT

  constructor(search: PrerequisiteSearch) {
    this.#search = search
    this.#isBridge = bridgeOf(search.start) !== undefined
    this.#known = new Set(search.refused.map(({ error }) => missingEntry(error) ?? shapeOf(error)))
  }

  async run(
    ways: readonly RefusedWay[],
  ): Promise<{ readonly recipe: Recipe | undefined; readonly needs: readonly Configuring[] }> {
    let { needs } = this.#search
    let open = ways.slice(0, MAX_WAYS)
    for (let entries = 0; entries < MAX_ENTRIES; entries++) {
      const arrived = await this.#arrived(open, needs)
      if (arrived !== undefined)
        return { recipe: arrived.recipe, needs: await this.#completed(arrived.recipe, arrived.needs) }
      const step = await this.#step(open, needs)
      if (step === undefined) break
      needs = [...needs, step.configuring]
      if (step.error === undefined) return { recipe: step.recipe, needs: await this.#completed(step.recipe, needs) }
      open = [{ recipe: step.recipe, error: step.error }]
    }
    return { recipe: undefined, needs }
  }

  /** Whether coins of the other chain were all that was missing. */
  async #arrived(ways: readonly RefusedWay[], needs: readonly Configuring[]): Promise<Configured | undefined> {
    const { start, subject, snapshot, configuring, needs: known } = this.#search
    if (needs.length === known.length) return undefined
    for (const { recipe, error } of ways) {
      if (!WANTS_ARRIVAL.test(error)) continue
      const trial = { start, snapshot, subject, recipe }
      const found = await afterArrival(trial, known, needs.slice(known.length), configuring)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The new messages with the switches that make the contract do more, and those that give it the roles for that. */
  async #completed(recipe: Recipe, needs: readonly Configuring[]): Promise<readonly Configuring[]> {
    const { start, subject, snapshot, configuring, needs: known } = this.#search
    const trial = { start, snapshot, subject, recipe }
    const switched = await switchedOn(trial, known, needs.slice(known.length))
    const roles = await missingRoles((before) => refusedAtFailure(trial, before), switched, configuring)
    return [...switched, ...roles]
  }

  /** One message more: after it a refused one is accepted, or fails with an error that no message of its kind had before. */
  async #step(ways: readonly RefusedWay[], needs: readonly Configuring[]): Promise<Step | undefined> {
    const { start, snapshot, attempt } = this.#search
    const { sandbox } = start
    await configure(start, snapshot, needs)
    const before = await sandbox.snapshot()
    const waiting = sandbox.relayer.pending().length
    // A message that is accepted but sends nothing may have been paid as a fee.
    let idle: Step | undefined
    let patience = PATIENCE
    try {
      for (const { recipe, error } of ways) {
        for (const configuring of this.#versionsFor(recipe, missingEntry(error))) {
          if (this.#left <= 0 || patience <= 0) return idle
          if (idle !== undefined) patience--
          await sandbox.restore(before)
          this.#left -= 2
          if (!(await accepts(start, configuring.subject, configuring.recipe))) continue
          const after = await sandbox.snapshot()
          const now = await attempt(recipe, after)
          sandbox.forget(after)
          const step = { configuring, recipe, error: now }
          if (now === undefined) {
            if (sandbox.relayer.pending().length > waiting) return step
            idle ??= step
          } else if (idle === undefined && (this.#isLater(now) || this.#waitsForCoins(now, error))) return step
        }
      }
      return idle
    } finally {
      sandbox.forget(before)
    }
  }

  /** Whether a bridge lacks coins of the other chain now. Each such error counts once, also one that the message had before in another state. */
  #waitsForCoins(now: string, before: string): boolean {
    const shape = shapeOf(now)
    const isNew = shape !== shapeOf(before) && !this.#waited.has(shape)
    if (!this.#isBridge || !isNew || !WANTS_ARRIVAL.test(now) || HOPELESS.test(now)) return false
    this.#waited.add(shape)
    return true
  }

  /** Whether an error is a new one, so that the message got further. */
  #isLater(error: string): boolean {
    const shape = missingEntry(error) ?? shapeOf(error)
    if (HOPELESS.test(error) || isParseError(error) || this.#known.has(shape)) return false
    this.#known.add(shape)
    return true
  }

  /** Messages that may configure the contract for one that is refused. */
  *#versionsFor({ msg, funds }: Recipe, entry: string | undefined): Generator<Configuring> {
    const { start, configuring } = this.#search
    const known = new Set<string>()
    for (const { subject, recipe } of configuring) {
      const around = learnedAround(start, subject)
      const placeholder = start.sandbox.chain(subject.config.chain)!.addressOf(PLACEHOLDER)
      const { addresses } = around
      const contracts = [
        ...(placeholder === undefined ? [] : [placeholder]),
        ...around.contracts.filter((address) => address !== subject.address),
      ]
      const variant = variantsOf(subject.schema.execute!, around).find(({ name }) => name === recipe.variant)
      const sampled = variant === undefined ? [] : fc.sample(variant.value, { seed: SEED, numRuns: SAMPLES })
      for (const one of [recipe.msg, ...sampled])
        for (const version of configuringFor(one, {
          message: msg,
          denoms: denomsIn(funds),
          entry,
          sender: addressOfActor(start.sandbox.chain(subject.config.chain)!.host, accountOf(recipe.from)),
          addresses,
          contracts,
        })) {
          const text = JSON.stringify(version)
          const isMeant = entry === undefined || text.includes(JSON.stringify(entry))
          if (known.has(text) || !isMeant || text.includes('${')) continue
          known.add(text)
          yield { subject, recipe: { ...recipe, msg: version } }
        }
    }
  }
}

const denomsIn = (funds: string): readonly string[] => (funds === '' ? [] : parseCoins(funds).map(({ denom }) => denom))

import * as fc from 'fast-check'
import { parseCoins } from '../../../codec/index.js'
import { learnedAround, type Recipe } from '../../model/index.js'
import { accountOf, PLACEHOLDER } from '../../model/via.js'
import { addressOfActor } from '../../forked/actors.js'
import { variantsOf } from '../../../schema/index.js'
import type { Start, Subject } from '../../setup.js'
import { shapeOf } from '../../reach/index.js'
import { isParseError } from '../../../vm/probe/index.js'
import { accepts, configure, type Configuring } from './configuring.js'
import { configuringFor, missingEntry } from './versions.js'
import type { RefusedWay } from './refused-ways.js'

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

class OneSearch {
  readonly #search: PrerequisiteSearch
  readonly #known: Set<string>
  #left = MAX_SENT

  constructor(search: PrerequisiteSearch) {
    this.#search = search
    this.#known = new Set(search.refused.map(({ error }) => missingEntry(error) ?? shapeOf(error)))
  }

  async run(
    ways: readonly RefusedWay[],
  ): Promise<{ readonly recipe: Recipe | undefined; readonly needs: readonly Configuring[] }> {
    let { needs } = this.#search
    let open = ways.slice(0, MAX_WAYS)
    for (let entries = 0; entries < MAX_ENTRIES; entries++) {
      const step = await this.#step(open, needs)
      if (step === undefined) break
      needs = [...needs, step.configuring]
      if (step.error === undefined) return { recipe: step.recipe, needs }
      open = [{ recipe: step.recipe, error: step.error }]
    }
    return { recipe: undefined, needs }
  }

  /** One message more: after it a refused one is accepted, or fails with an error that no message of its kind had before. */
  async #step(
    ways: readonly RefusedWay[],
    needs: readonly Configuring[],
  ): Promise<
    { readonly configuring: Configuring; readonly recipe: Recipe; readonly error: string | undefined } | undefined
  > {
    const { start, snapshot, attempt } = this.#search
    const { sandbox } = start
    await configure(start, snapshot, needs)
    const before = await sandbox.snapshot()
    try {
      for (const { recipe, error } of ways) {
        for (const configuring of this.#versionsFor(recipe, missingEntry(error))) {
          if (this.#left <= 0) return undefined
          await sandbox.restore(before)
          this.#left -= 2
          if (!(await accepts(start, configuring.subject, configuring.recipe))) continue
          const after = await sandbox.snapshot()
          const now = await attempt(recipe, after)
          sandbox.forget(after)
          if (now === undefined || this.#isLater(now)) return { configuring, recipe, error: now }
        }
      }
      return undefined
    } finally {
      sandbox.forget(before)
    }
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

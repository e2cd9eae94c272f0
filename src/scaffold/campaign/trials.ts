import {
  answerFor,
  defineCampaign,
  dryRun,
  joinErrors,
  PLACEHOLDER,
  relayBeginnings,
  startCampaign,
  TimeIsOver,
  withUsableLimits,
  type Answers,
  type Beginnings,
  type CampaignConfig,
  type CampaignConfigInput,
  type KnownErrors,
  type Start,
  type TimeLimit,
} from '../../fuzz/internal.js'
import { SudoboxError } from '../../base/index.js'
import { ACTORS, COINS_BEYOND, named } from '../init/index.js'
import { alternatives, exchanged, type Alternative } from './alternatives.js'
import { withDependencies } from './dependencies.js'
import { otherShapes, variablesOf } from './shapes.js'
import { replacements } from './placeholder.js'
import { withHolders } from './tokens.js'
import type { plainCampaign, CampaignSubject } from './plan.js'

/** The contracts of a campaign with their instantiate messages, and the placeholder's responses to queries. */
export interface Plan {
  readonly subjects: readonly CampaignSubject[]
  readonly answers: Answers
  /** Whether the setup delivers what the contracts began. */
  readonly relays?: boolean
  /** Whether there is a placeholder though no message names it. */
  readonly standIn?: boolean
}

/** A campaign that is set up, and the result of its dry run. */
export interface Trial extends Plan {
  readonly plain: ReturnType<typeof plainCampaign>
  readonly start: Start
  readonly beginnings: Beginnings
  readonly tried: Awaited<ReturnType<typeof dryRun>>
}

/** Validates a campaign; it may name any path, as the caller may. */
export const checked = (campaign: object, file: string): CampaignConfig =>
  defineCampaign(campaign as CampaignConfigInput, file, true)

/** The maximum number of fields of instantiate messages in which a placeholder is tried per round, and the maximum number of rounds. */
const MAX_FIELDS = 6
const MAX_PLACEHOLDERS = 3
/** The maximum number of kinds of queries to which the placeholder gets responses. */
const MAX_ANSWERS = 8
/** The maximum number of times that the address of a contract is tried in the instantiate message of another. */
const MAX_DEPENDENCIES = 12
/** The maximum number of other coins that are tried in instantiate messages. */
const MAX_COINS = 12
/** The maximum number of instantiate messages with other optional members. */
const MAX_SHAPES = 3
/** A trial with so many new blocks of code is better than another one with as many accepted messages. */
const NEW_BLOCKS = 20

/**
 * Runs the dry run, and again with other instantiate messages as long as that helps: with the placeholder, if contracts send messages to an
 * account that they were instantiated with; with another of the contracts in its place; and with the coins of the other chain, if some messages are not
 * accepted. When the limit is over, the best so far is the result.
 * @param plainOf the campaign of a plan @param plan the first one
 */
export async function bestTrial(
  plainOf: (plan: Plan) => Trial['plain'],
  plan: Plan,
  file: string,
  onNews: (text: string) => void,
  limit: TimeLimit,
): Promise<Trial> {
  const onStep = once(onNews)
  const attempt: Attempt = async (one, known) => {
    const plain = plainOf(one)
    const start = { ...(await startCampaign(checked(plain, file))), limit }
    try {
      const beginnings = await relayBeginnings(start)
      if (beginnings.work && one.relays !== true) {
        await start.sandbox.close()
        return await attempt({ ...one, relays: true }, known)
      }
      return { ...one, plain, start, beginnings, tried: await dryRun(start, known) }
    } catch (error) {
      await start.sandbox.close()
      throw error
    }
  }
  const search = new Search(attempt, await first(plan, attempt), limit)
  for (let round = 0; round < MAX_PLACEHOLDERS; round++) {
    const taken = await search.take(
      placeholders(search.best),
      (trial, best) => missing(trial) < missing(best) && accepted(trial) >= accepted(best),
    )
    if (taken === undefined) break
    onStep(
      `${taken.label} sends messages to "${taken.field}", so that account is replaced by "${PLACEHOLDER}", a contract that accepts every message`,
    )
  }
  await search.improve(1, standIns, () =>
    onStep(
      `more messages work with "${PLACEHOLDER}", a contract that accepts every message, and sends what it is asked to`,
    ),
  )
  await teach(search, onStep)
  await search.improve(
    MAX_DEPENDENCIES,
    ({ subjects }) => withDependencies(subjects),
    ({ label, field, dependency }) => onStep(`more code or messages of ${label} work with ${dependency} in "${field}"`),
  )
  await search.improve(
    MAX_SHAPES,
    (best) => (isComplete(best) ? [] : shapes(best)),
    ({ label, field }) =>
      onStep(
        `more messages of ${label} work with ${field === '' ? 'fewer members' : `"${field}"`} in its instantiate message`,
      ),
    'impatient',
  )
  await search.improve(
    MAX_COINS,
    (best) => (isComplete(best) ? [] : coins(best)),
    ({ label, field }) => onStep(`more messages of ${label} work with another coin in "${field}"`),
    'impatient',
  )
  return search.best
}

/** Passes each text on once: the same field can be changed several times. */
function once(onNews: (text: string) => void): (text: string) => void {
  const printed = new Set<string>()
  return (text) => {
    if (printed.has(text)) return
    printed.add(text)
    onNews(text)
  }
}

/** With long timeouts and tokens for all actors, if that works. */
const first = (plan: Plan, attempt: Attempt): Promise<Trial> => {
  const better = plan.subjects.map((subject) => ({
    ...subject,
    instantiate: withHolders(withUsableLimits(subject.instantiate)),
  }))
  return attempt({ ...plan, subjects: better }).catch((error: unknown) => {
    if (error instanceof SudoboxError)
      return attempt({
        ...plan,
        subjects: plan.subjects.map((subject) => ({ ...subject, isToken: false, isCollection: false })),
      })
    throw error
  })
}

/** Gives the placeholder responses that the contracts can read, one kind of query after the other: a message may ask several. */
async function teach(search: Search, onStep: (text: string) => void): Promise<void> {
  const hopeless = new Set<string>()
  for (let round = 0; round < MAX_ANSWERS; round++) {
    const { start, tried, subjects, answers } = search.best
    const [asked] = tried.runs.flatMap(({ label, unread }) =>
      [...unread].filter(([kind]) => !hopeless.has(kind)).map(([kind, action]) => ({ label, kind, action })),
    )
    if (asked === undefined) return
    const { label, kind, action } = asked
    hopeless.add(kind)
    const variables = variablesOf(start)
    const known = named(answers, new Map([...variables].map(([address, variable]) => [variable, address]))) as Answers
    const learned = await unlessOver(answerFor(start, kind, action, known))
    if (learned === undefined) continue
    const answer = named(learned, variables)
    const other = { label, field: kind, subjects, answers: { ...answers, [kind]: answer } }
    const taken = await search.take([other], (trial, best) => accepted(trial) >= accepted(best))
    if (taken !== undefined)
      onStep(`${label} queries "${kind}" of "${PLACEHOLDER}", which responds ${JSON.stringify(answer)}`)
  }
}

/** Undefined if the time is over meanwhile. */
const unlessOver = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof TimeIsOver) return undefined
    throw error
  })

/** What a trial achieved. */
export interface Score {
  /** The number of accounts to which contracts sent messages as if they were contracts. */
  readonly missing: number
  /** The number of messages that were accepted, and of those whose packets were answered with a result. */
  readonly accepted: number
  readonly answered: number
}

/** Whether another instantiate message is better. @param blocks how many blocks of code ran for the first time */
export const doesMore = (one: Score, best: Score, blocks: number): boolean => {
  if (one.missing > best.missing || one.accepted < best.accepted) return false
  if (one.accepted > best.accepted || one.answered > best.answered) return true
  return one.answered === best.answered && blocks >= NEW_BLOCKS
}

/** Another instantiate message of one of the contracts. */
interface Other extends Pick<Alternative, 'field'> {
  readonly label: string
  readonly subjects: readonly CampaignSubject[]
  /** The placeholder's responses, if other ones are tried. */
  readonly answers?: Answers
  readonly standIn?: boolean
}

/** @param blocks how many blocks of code ran in the trial and in none before */
type IsBetter = (trial: Trial, best: Trial, blocks: number) => boolean

/** Sets a plan up and tries its messages. @param known errors with which messages are given up sooner */
type Attempt = (plan: Plan, known?: KnownErrors) => Promise<Trial>
type Haste = 'impatient' | undefined

class Search {
  best: Trial
  readonly #attempt: Attempt
  readonly #limit: TimeLimit
  /** Blocks of code that ran in all trials so far: a process counts each code once. */
  #blocks: number
  /** Repeating a trial would show nothing new. */
  readonly #tried = new Set<string>()
  /** Errors of all trials so far. */
  #errors: KnownErrors

  constructor(attempt: Attempt, best: Trial, limit: TimeLimit) {
    this.#limit = limit
    this.#attempt = attempt
    this.best = best
    this.#tried.add(textOf(best))
    this.#blocks = blocksOf(best)
    this.#errors = errorsOf(best)
  }

  /**
   * Replaces the best trial by the first better one, closing the other. @param haste `impatient` gives up sooner what fails as in the trials before
   * @returns what was taken
   */
  async take<T extends Other>(others: readonly T[], isBetter: IsBetter, haste?: Haste): Promise<T | undefined> {
    for (const other of others) {
      if (this.#limit.isOver) return undefined
      const { answers, standIn = false } = this.best
      const plan: Plan = {
        subjects: other.subjects,
        answers: other.answers ?? answers,
        standIn: other.standIn ?? standIn,
      }
      const text = textOf(plan)
      if (this.#tried.has(text)) continue
      this.#tried.add(text)
      const trial = await this.#attempt(plan, haste && this.#errors).catch((error: unknown) => {
        // Some fields cannot be another value.
        if (error instanceof SudoboxError) return undefined
        throw error
      })
      if (trial === undefined) continue
      const blocks = blocksOf(trial) - this.#blocks
      this.#blocks += blocks
      this.#errors = joinErrors([this.#errors, errorsOf(trial)])
      const taken = isBetter(trial, this.best, blocks)
      await (taken ? this.best : trial).start.sandbox.close()
      if (!taken) continue
      this.best = trial
      return other
    }
    return undefined
  }

  /** Takes better trials as long as there are some. @param most the maximum number of trials @param candidates what can be tried instead of the best @param haste as in {@link take} */
  async improve<T extends Other>(
    most: number,
    candidates: (best: Trial) => readonly T[],
    onTaken: (taken: T) => void,
    haste?: Haste,
  ): Promise<void> {
    for (let left = most; left > 0;) {
      const others = candidates(this.best).slice(0, left)
      left -= others.length
      const isBetter: IsBetter = (trial, best, blocks) => doesMore(scoreOf(trial), scoreOf(best), blocks)
      const taken = await this.take(others, isBetter, haste)
      if (taken === undefined) return
      onTaken(taken)
    }
  }
}

const errorsOf = ({ tried }: Trial): KnownErrors => joinErrors(tried.runs.map(({ errors }) => errors))
const textOf = ({ subjects, answers, standIn = false }: Plan): string => JSON.stringify([subjects, answers, standIn])

const othersOf = ({ subjects }: Trial, of: (subject: CampaignSubject) => readonly Alternative[]): readonly Other[] =>
  subjects.flatMap((subject, at) =>
    of(subject).map(({ field, instantiate }) => ({
      field,
      label: subject.label,
      subjects: subjects.with(at, { ...subject, instantiate }),
    })),
  )

/** The placeholder in place of accounts to which messages were sent. */
function placeholders(best: Trial): readonly Other[] {
  const { start } = best
  const accounts = ACTORS.filter((name) =>
    Object.values(start.sandbox.chains).some((chain) => missingOf(best).has(chain.account(name).address)),
  )
  return othersOf(best, ({ instantiate }) => accounts.flatMap((account) => replacements(instantiate, account))).slice(
    0,
    MAX_FIELDS,
  )
}

/** The placeholder alongside the contracts, for messages that only a contract may send, and for addresses of contracts in messages. */
const standIns = (best: Trial): readonly Other[] =>
  isComplete(best) || best.start.sandbox.chains.neutron.addressOf(PLACEHOLDER) !== undefined
    ? []
    : [{ field: '', label: '', subjects: best.subjects, standIn: true }]

const COINS = ['untrn', ...COINS_BEYOND]

/** Two coins exchanged, since a contract may refuse one coin twice, and other coins in place of coins. */
const coins = (best: Trial): readonly Other[] =>
  othersOf(best, ({ instantiate }) => [
    ...exchanged(instantiate, (text) => COINS.includes(text)),
    ...alternatives(instantiate, (text) => (COINS.includes(text) ? COINS.filter((coin) => coin !== text) : [])),
  ])

/** Other optional members. */
const shapes = (best: Trial): readonly Other[] =>
  othersOf(best, ({ label, instantiate }) => otherShapes(best.start, label, instantiate))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
/** Accounts that contracts treated as contracts. */
const missingOf = ({ beginnings, tried }: Trial): ReadonlySet<string> =>
  new Set([...beginnings.notContracts, ...tried.runs.flatMap(({ notContracts }) => notContracts)])
const missing = (trial: Trial): number => missingOf(trial).size
const accepted = ({ tried }: Trial): number => sum(tried.runs.map((run) => run.accepted.length))
const scoreOf = (trial: Trial): Score => ({
  missing: missing(trial),
  accepted: accepted(trial),
  answered: sum(trial.tried.runs.map((run) => run.answered)),
})
const isComplete = (trial: Trial): boolean =>
  accepted(trial) === sum(trial.tried.contracts.map((contract) => contract.messages.length))
const blocksOf = ({ tried }: Trial): number => sum(tried.contracts.map(({ code }) => sum([...code.ran])))

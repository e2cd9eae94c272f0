import { pendingQueries } from '../chains/pending-queries.js'
import { atPointer } from '../../base/index.js'
import { parseCoins, type Coin } from '../../codec/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { isLimited } from '../layers/limits.js'
import {
  accountOf,
  execute,
  nextAction,
  reopening,
  sceneOf,
  weightsOf,
  withComingMoments,
  type Recipe,
  namingWhatWasReported,
} from '../model/index.js'
import type { Subject } from '../setup.js'
import { kindOf } from '../callbacks.js'
import { lacksTokens } from '../money/payments.js'
import { answerTo } from '../chains/solidity.js'
import { Story } from '../story.js'
import type { ExecutedStep } from '../view.js'
import {
  attempt,
  judgeNew,
  twin,
  unjudged,
  type Invariant,
  type Judgement,
  type Situation,
  type Violation,
} from './judge.js'

/** The effort of the search while an action sequence is shrunk, and before a dead end is reported. */
const LOOK = { tries: 5, steps: 10 }
const SEARCH = { tries: 12, steps: 12 }
/** The number of tries of the same search from the start, and how many of them have to succeed. */
const CONTROL = { tries: 5, least: 4 }

/** The number of messages that a campaign judges per state. */
const SOME = 2

/** A contract that sends a packet for each answer would never stop. */
const MAX_PACKETS = 20

/**
 * What worked once can be made to work again. Honest designs have messages that work once, such as giving up ownership: only notes, unless `terminal` says
 * that the contract goes on, or when it has ended.
 */
export const I4: Invariant = {
  id: 'I4',
  title: 'no dead end',
  when: 'end',
  oftenMeant: true,
  judge: async (situation) => {
    if (!situation.story.state.atRest || situation.story.steps.length === 0)
      return unjudged('packets, failures or faults were waiting')
    if (isLimited(situation.story)) return unjudged('a rate limit refused transfers')
    const wanted = situation.refused
    const movers = situation.start.subjects.flatMap((subject) =>
      situation.memory
        .movers(subject.config.label)
        .filter(([recipe]) => {
          const { label, variant } = recipe!
          // At rest there are no failures, so nothing to resubmit.
          const { resubmit } = subject.config
          if (resubmit !== undefined && variant === kindOf(JSON.stringify(resubmit))) return false
          return wanted === undefined || wanted === `${label}/${variant}`
        })
        .map((recipes) => ({ subject, recipes })),
    )
    if (movers.length === 0)
      return unjudged(wanted === undefined ? 'no message has changed anything yet' : 'the refused message never worked')
    const first = situation.thorough ? 0 : situation.random.below(movers.length)
    return judgeNew(
      situation,
      [...movers.slice(first), ...movers.slice(0, first)],
      ({ recipes: [recipe] }) => `${wanted === undefined ? '' : 'refused '}${recipe!.label}/${recipe!.variant}`,
      async ({ subject, recipes }) =>
        (await hasEnded(situation, subject))
          ? unjudged('the contract has ended, as its `terminal` says')
          : judgeOne(situation, subject, recipes),
      SOME,
    )
  },
}

/** Checks whether a message that once moved coins or sent packets can be made to work again. */
async function judgeOne(situation: Situation, subject: Subject, recipes: readonly Recipe[]): Promise<Judgement> {
  const [recipe] = recipes
  if (recipe === undefined) return undefined
  const refusal = await twin(situation, () => refusalOf(situation, subject, recipes))
  if (refusal === undefined) return undefined
  const { label, variant } = recipe
  const violation: Violation = {
    about: `${label}/${variant}`,
    text: `${recipe.variant} succeeded before, and now fails whatever other actions come first: ${refusal}`,
    further: [execute(subject, withComingMoments(situation.start, subject, recipe))],
  }
  if (situation.excused(violation)) return undefined
  if (!(await situation.memory.worksFromStart(label, variant, () => control(situation, subject, recipes))))
    return unjudged('the message does not work reliably at the start of the action sequence either')
  if (await timeHelps(situation, subject, recipes)) return undefined
  if (await oneHelps(situation, subject, recipes)) return undefined
  if ((await works(situation, subject, recipes, situation.thorough ? LOOK : SEARCH, undefined, 1)) > 0) return undefined
  return violation
}

/** Whether the same search makes the message work from the start. If it does not, its failure later proves nothing. */
const control = async (situation: Situation, subject: Subject, recipes: readonly Recipe[]): Promise<boolean> =>
  (await works(situation, subject, recipes, { ...SEARCH, tries: CONTROL.tries }, situation.start.snapshot)) >=
  CONTROL.least

/** The error of the first message; undefined if one of them works, or if no sender can pay for one, since spent coins are not a dead end. */
async function refusalOf(
  { start }: Situation,
  subject: Subject,
  recipes: readonly Recipe[],
): Promise<string | undefined> {
  let refusal: string | undefined
  for (const recipe of recipes.filter((one) => canPay(start, subject, one)))
    for (const funds of new Set([recipe.funds, generous(start, subject, recipe)])) {
      const step = await attempt(start, execute(subject, withComingMoments(start, subject, { ...recipe, funds })))
      if (step !== undefined && step.error === undefined) return undefined
      if (step !== undefined && lacksAllowance(start, subject, recipe, step)) continue
      refusal ??= step?.error?.shortMessage ?? 'it cannot be sent'
    }
  return refusal
}

/** Whether the message failed for want of tokens that its sender lets the contract take. */
function lacksAllowance(
  { sandbox }: Situation['start'],
  { config }: Subject,
  { from }: Recipe,
  { results }: ExecutedStep,
): boolean {
  const { host } = sandbox.chain(config.chain)!
  const address = addressOfActor(host, accountOf(from))
  return results.some(({ trace }) => lacksTokens(host, trace, address))
}

function canPay({ sandbox }: Situation['start'], { config }: Subject, { from, funds }: Recipe): boolean {
  const chain = sandbox.chain(config.chain)!
  const address = addressOfActor(chain.host, accountOf(from))
  return coinsOf(funds).every(({ denom, amount }) => chain.balance(address, denom) >= amount)
}

/** The amount of each fee denomination to send, if the sender has as much. */
const PLENTY = 1_000_000n

/** Coins with more of the fee denominations, since fees may have risen, or may not have been required before. */
function generous(
  { sandbox, ledger, fees, config: { feeDenoms } }: Situation['start'],
  { config }: Subject,
  recipe: Recipe,
): string {
  const chain = sandbox.chain(config.chain)!
  const address = addressOfActor(chain.host, accountOf(recipe.from))
  const coins = new Map(coinsOf(recipe.funds).map(({ denom, amount }) => [denom, amount]))
  for (const denom of [...coins.keys(), ...(feeDenoms ?? [chain.host.app.denom])]) {
    if (!fees.has(ledger.assetOf(config.chain, denom))) continue
    const [amount, balance] = [coins.get(denom) ?? 0n, chain.balance(address, denom)]
    const wanted = amount * 10n > PLENTY ? amount * 10n : PLENTY
    const given = wanted < balance ? wanted : balance
    if (given > amount) coins.set(denom, given)
  }
  return [...coins].map(([denom, amount]) => `${amount}${denom}`).join(',')
}

const coinsOf = (funds: string): readonly Coin[] => (funds === '' ? [] : parseCoins(funds))

/** Longer than coins unbond, in seconds. */
const MONTH = 30 * 86_400

/** Whether a month helps, as where only so many delegations may unbond at once. */
const timeHelps = (situation: Situation, subject: Subject, recipes: readonly Recipe[]): Promise<boolean> =>
  twin(situation, async () => {
    await attempt(situation.start, { action: 'advance', seconds: MONTH })
    return (await refusalOf(situation, subject, recipes)) === undefined
  })

/** Whether one message of the campaign helps, each tried once. The random search misses the one that does too often if there are many. */
async function oneHelps(situation: Situation, subject: Subject, recipes: readonly Recipe[]): Promise<boolean> {
  const { start, memory } = situation
  for (const other of start.subjects) {
    const known = new Map(memory.recipes(other.config.label).map((recipe) => [recipe.variant, recipe]))
    for (const recipe of known.values()) {
      const helps = await twin(situation, async () => {
        const again = { ...recipe, funds: generous(start, other, recipe) }
        const step = await attempt(start, execute(other, withComingMoments(start, other, again)))
        if (step === undefined || step.error !== undefined) return false
        await attempt(start, { action: 'relay', limit: MAX_PACKETS })
        const reported = namingWhatWasReported(start, subject, recipes, step)
        return (await refusalOf(situation, subject, [...recipes, ...reported])) === undefined
      })
      if (helps) return true
    }
  }
  return false
}

/** The number of tries in which one of the messages works after some steps; stops at `enough`. */
async function works(
  situation: Situation,
  subject: Subject,
  recipes: readonly Recipe[],
  { tries, steps }: { readonly tries: number; readonly steps: number },
  from?: number,
  enough = tries,
): Promise<number> {
  let found = 0
  for (let i = 0; i < tries && found < enough; i++)
    if (await twin(situation, () => worksWithin(situation, subject, recipes, steps, from !== undefined), from)) found++
  return found
}

async function worksWithin(
  situation: Situation,
  subject: Subject,
  recipes: readonly Recipe[],
  steps: number,
  fromStart: boolean,
): Promise<boolean> {
  const { start } = situation
  const story = fromStart ? await Story.begin(start) : situation.story.copy()
  let reported: readonly Recipe[] = []
  for (let i = 0; i < steps; i++) {
    if ((await refusalOf(situation, subject, [situation.random.pick(recipes), ...reported])) === undefined) return true
    reported = []
    for (const action of helpful(situation, story)) {
      const step = await attempt(start, action)
      if (step !== undefined && step.error === undefined)
        reported = [...reported, ...namingWhatWasReported(start, subject, recipes, step)]
    }
  }
  return (await refusalOf(situation, subject, [...recipes, ...reported])) === undefined
}

/** Actions that may help: reopen channels, deliver what is due, wait, or send a message that is known to work. */
function helpful({ start, memory, random }: Situation, story: Story): readonly ActionInput[] {
  const { sandbox } = start
  const channels = start.subjects.flatMap((subject) => reopening(start, subject) ?? [])
  if (channels.length > 0 && random.chance(0.7)) return channels
  if (sandbox.relayer.pending().length > 0 && random.chance(0.7)) return [{ action: 'relay' }]
  const queries = pendingQueries(sandbox)
  if (random.chance(0.15)) return [{ action: 'advance', seconds: random.pick([60, 3600, 86_400]) }]
  if (queries.length > 0 && random.chance(0.15))
    return queries.map(({ queryId }) => ({ action: 'deliverQueries', query: queryId.toString() }))
  const subject = random.pick(start.subjects)
  const recipes = memory.recipes(subject.config.label)
  if (recipes.length > 0 && random.chance(0.8)) {
    const recipe = random.pick(recipes)
    const from = random.chance(0.2) ? (subject.config.admin ?? recipe.from) : recipe.from
    return [execute(subject, withComingMoments(start, subject, { ...recipe, from })), { action: 'relay' }]
  }
  const weights = {
    ...weightsOf(random),
    errors: 0,
    timeouts: 0,
    lies: 0,
    params: 0,
    faults: 0,
    strangers: 0,
    channels: 0,
    remote: 'usual' as const,
  }
  const action = nextAction(sceneOf(story, memory, weights, random))
  return action === undefined ? [] : [action]
}

async function hasEnded({ start }: Situation, { config, address }: Subject): Promise<boolean> {
  const { terminal } = config
  if (terminal === undefined || terminal === false) return false
  if (typeof terminal === 'function') return terminal(start.sandbox)
  const chain = start.sandbox.chain(config.chain)!
  const answer = answerTo(chain, address, terminal.query)
  return JSON.stringify(atPointer(answer, terminal.at)) === JSON.stringify(terminal.equals)
}

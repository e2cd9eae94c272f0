import type { Json } from '../../sandbox/internal.js'
import { ReachCount, type ContractReach } from '../reach/index.js'
import type { Start, Subject } from '../setup.js'
import { TimeIsOver } from '../time-limit.js'
import { perform } from '../story.js'
import { accepts, type Configuring } from './prerequisites/configuring.js'
import { hookMessages } from './hooks.js'
import type { DryRun, KnownErrors } from './result.js'
import { Trial } from './trial.js'

/**
 * Tries the messages of each contract, from the start and from the states after accepted messages, until the start's limit is over. The sandbox is at
 * the start afterwards.
 * @param known errors of dry runs before: a message that meets no other one is given up sooner
 */
export async function dryRun(
  start: Start,
  known: KnownErrors = new Map(),
): Promise<{ readonly runs: readonly DryRun[]; readonly contracts: readonly ContractReach[] }> {
  const reach = new ReachCount(start)
  const runs: DryRun[] = []
  const hooks = new Map<Subject, readonly Json[]>()
  for (const subject of start.subjects) hooks.set(subject, await unlessOver(hookMessages(start, subject)))
  // Tokens come last, when the contracts that they are sent to are known to accept messages that configure them.
  const isToken = (subject: Subject): boolean => hooks.get(subject)!.length > 0
  const ordered = [...start.subjects.filter((one) => !isToken(one)), ...start.subjects.filter(isToken)]
  const earlier: Configuring[] = []
  for (const subject of ordered) {
    const configuring = isToken(subject) ? earlier : []
    const run = await new Trial(start, subject, reach, {
      hooks: hooks.get(subject)!,
      earlier: configuring,
      known,
    }).run()
    earlier.push(...run.accepted.map((recipe) => ({ subject, recipe })))
    runs.push(run)
  }
  const order = start.subjects.map(({ config }) => config.label)
  runs.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label))
  const after = await start.limit.beyond(() => oneAfterTheOther(start, runs))
  return { runs: after, contracts: reach.contracts }
}

/**
 * The runs with the needed messages that are accepted one after the other from the start: each run found its own, and one may undo what another one needs.
 * The sandbox is at the start afterwards.
 */
async function oneAfterTheOther(start: Start, runs: readonly DryRun[]): Promise<readonly DryRun[]> {
  await start.sandbox.restore(start.snapshot)
  const sent = new Set<string>()
  const kept: DryRun[] = []
  for (const run of runs) {
    const needs: (typeof run.needs)[number][] = []
    for (const recipe of run.needs) {
      const { label, from, msg, funds } = recipe
      const text = JSON.stringify([label, from, msg, funds])
      const subject = start.subjects.find(({ config }) => config.label === label)!
      if (!sent.has(text) && (await accepts(start, subject, recipe))) needs.push(recipe)
      sent.add(text)
      for (const action of recipe.arrivals ?? []) await perform(start, action)
    }
    kept.push({ ...run, needs })
  }
  await start.sandbox.restore(start.snapshot)
  return kept
}

/** Nothing if the time is over meanwhile. */
const unlessOver = (work: Promise<readonly Json[]>): Promise<readonly Json[]> =>
  work.catch((error: unknown) => {
    if (error instanceof TimeIsOver) return []
    throw error
  })

import { UsageError } from '../../../base/index.js'
import type { ActionInput, Json } from '../../../sandbox/internal.js'
import { execute, type Recipe } from '../../model/index.js'
import type { Start, Subject } from '../../setup.js'
import { perform } from '../../story.js'
import type { KnownErrors } from '../result.js'

/** A message that another contract accepted. */
export interface Configuring {
  readonly subject: Subject
  readonly recipe: Recipe
  /** What happens on the other chain after it. */
  readonly arrivals?: readonly ActionInput[]
}

/** What is known of the other contracts. */
export interface TrialContext {
  /** Messages that they accept in the contract's own. */
  readonly hooks: readonly Json[]
  /** Messages that configure them. */
  readonly earlier: readonly Configuring[]
  /** Errors of dry runs before this one. */
  readonly known: KnownErrors
}

/** Brings the sandbox into the state after the messages, whether they work or not. */
export async function configure(start: Start, snapshot: number, messages: readonly Configuring[]): Promise<void> {
  await start.sandbox.restore(snapshot)
  for (const { subject, recipe, arrivals = [] } of messages) {
    await accepts(start, subject, recipe)
    for (const action of arrivals) await perform(start, action)
  }
}

/** Whether a message is accepted now. Nobody may have the coins that it names. */
export async function accepts(start: Start, subject: Subject, recipe: Recipe): Promise<boolean> {
  try {
    return (await perform(start, execute(subject, recipe))).error === undefined
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return false
  }
}

/** The fewest messages of others after which all of a contract's work, each on its own. */
export async function fewest(
  start: Start,
  snapshot: number,
  all: readonly Configuring[],
  subject: Subject,
  recipes: readonly Recipe[],
): Promise<readonly Configuring[]> {
  let kept = all
  for (const one of all) {
    const fewer = kept.filter((other) => other !== one)
    if (await work(start, snapshot, fewer, subject, recipes)) kept = fewer
  }
  return kept
}

async function work(
  start: Start,
  snapshot: number,
  before: readonly Configuring[],
  subject: Subject,
  recipes: readonly Recipe[],
): Promise<boolean> {
  for (const recipe of recipes) {
    await configure(start, snapshot, before)
    if (!(await accepts(start, subject, recipe))) return false
  }
  return true
}

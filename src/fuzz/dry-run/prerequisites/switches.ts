import { execute, type Recipe } from '../../model/index.js'
import type { Start, Subject } from '../../setup.js'
import { perform } from '../../story.js'
import { leavesOf, put } from '../places.js'
import { callsIn } from '../reading.js'
import { configure, type Configuring } from './configuring.js'

/** A message that is tried in the state of a snapshot, after others that configure the contract for it. */
export interface ConfiguredTrial {
  readonly start: Start
  readonly snapshot: number
  readonly subject: Subject
  readonly recipe: Recipe
}

/** The messages with one switch set the other way, for each switch in them. */
export const flipped = (messages: readonly Configuring[]): readonly (readonly Configuring[])[] =>
  messages.flatMap(({ recipe, ...rest }, at) =>
    [...leavesOf(recipe.msg)].flatMap(([place, value]) =>
      typeof value === 'boolean'
        ? [messages.with(at, { ...rest, recipe: { ...recipe, msg: put(recipe.msg, place, !value) } })]
        : [],
    ),
  )

/**
 * Messages that configure a contract, with a switch set the other way if the contract then does more for the message: an option that is off hides what it
 * does.
 *
 * @param before messages that come first, and stay @returns all
 */
export async function switchedOn(
  trial: ConfiguredTrial,
  before: readonly Configuring[],
  messages: readonly Configuring[],
): Promise<readonly Configuring[]> {
  let best = [...before, ...messages]
  let most = await callsAfter(trial, best)
  for (const version of flipped(messages)) {
    const other = [...before, ...version]
    const calls = await callsAfter(trial, other)
    if (calls > most) [best, most] = [other, calls]
  }
  return best
}

/** The number of calls for the message after the others; 0 if it is refused. */
async function callsAfter(
  { start, snapshot, subject, recipe }: ConfiguredTrial,
  before: readonly Configuring[],
): Promise<number> {
  await configure(start, snapshot, before)
  const { error, results } = await perform(start, execute(subject, recipe))
  return error === undefined ? callsIn(results.flatMap(({ trace }) => trace)) : 0
}

import type { Json } from '../../sandbox/index.js'
import type { FirstMessages, WorkingContract } from './first-message.js'

/**
 * What a contract accepts when only the other contracts that its messages name are deployed: with more, code ids would differ.
 *
 * @param search finds the messages when these contracts are deployed
 * @returns undefined when none is found
 */
export async function besideOthers(
  others: readonly WorkingContract[],
  search: (others: readonly WorkingContract[]) => Promise<FirstMessages>,
): Promise<{ readonly found: FirstMessages; readonly needs: readonly WorkingContract[] } | undefined> {
  if (others.length === 0) return undefined
  const found = await search(others)
  if (found.instantiate === undefined) return undefined
  const text = JSON.stringify([found.instantiate, found.query] as Json)
  const needs = others.filter(({ name }) => text.includes(found.addresses[name]!))
  return needs.length === others.length ? { found, needs } : besideOthers(needs, search)
}

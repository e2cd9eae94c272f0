import type { Json } from '../../sandbox/index.js'
import type { FirstMessages, WorkingContract } from './first-message.js'

/**
 * Looks for messages that a contract accepts beside others, and for the smallest set of those it needs. The search is repeated with fewer contracts,
 * because addresses depend on which are deployed.
 *
 * @param search finds messages when these contracts are deployed
 * @returns undefined if none are found
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

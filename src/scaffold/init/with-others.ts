import type { Json } from '../../sandbox/internal.js'
import { reference, type FirstMessages, type WorkingContract } from './first-message.js'

/**
 * Looks for messages that a contract accepts together with others, and for the smallest set of those it needs. The search is repeated with fewer contracts,
 * because addresses depend on which are deployed.
 *
 * @param search finds messages when these contracts are deployed
 * @returns undefined if none are found
 */
export async function withOthers(
  others: readonly WorkingContract[],
  search: (others: readonly WorkingContract[]) => Promise<FirstMessages>,
): Promise<{ readonly found: FirstMessages; readonly needs: readonly WorkingContract[] } | undefined> {
  if (others.length === 0) return undefined
  const found = await search(others)
  if (found.instantiate === undefined) return undefined
  const text = JSON.stringify([found.instantiate, found.query] as Json)
  const needed = new Set(others.map(({ name }) => name).filter((name) => text.includes(found.addresses[name]!)))
  // From the last one, because each may need earlier ones.
  for (const { name, instantiate } of others.toReversed())
    if (needed.has(name))
      for (const other of others)
        if (JSON.stringify(instantiate).includes(reference(other.name))) needed.add(other.name)
  const needs = others.filter(({ name }) => needed.has(name))
  return needs.length === others.length ? { found, needs } : withOthers(needs, search)
}

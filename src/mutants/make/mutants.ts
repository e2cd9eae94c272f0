import { UsageError } from '../../base/index.js'
import { ownCodeOf } from '../../vm/debug/index.js'
import type { Patch } from '../../vm/stand-in/index.js'
import { Calls } from './calls.js'
import { Drafts } from './drafts.js'
import type { Mutant } from './mutant.js'
import { draftsAt } from './mutators.js'
import { sitesOf, type Site } from './sites.js'
import { Sources } from './sources.js'
import type { Target } from './target.js'

/** The mutants of a contract, and the sources that they are in. */
export interface Mutants {
  readonly target: Target
  readonly mutants: readonly Mutant[]
  readonly sources: Sources
}

/**
 * Makes the mutants of a contract.
 * @param options `crates`: libraries that count as the contract's own code; by default those that a contract only wraps
 * @throws UsageError if nothing of it can be mutated, or has no code of one of them
 */
export function makeMutants(
  target: Target,
  { crates }: { readonly crates?: readonly string[] | undefined } = {},
): Mutants {
  if (!target.symbols.located)
    throw new UsageError(`${target.path} has no debug information, so no line of it can be mutated`, {
      details: [
        `right: build it with debug = "line-tables-only" and strip = "none", as ${target.path.replace(/(?:\.wasm)?$/, '.debug.wasm')} next to it`,
      ],
    })
  const own = ownCodeOf(target.module, target.symbols, crates)
  const sources = new Sources(own.crates)
  const calls = new Calls(target, own)
  const drafts = new Drafts()
  const { module } = target
  for (const sites of sitesOf(target, own)) {
    const together = grouped(sites)
    for (const site of sites) {
      const source = sources.of(site.place.file)
      if (source.silent.has(site.place.line)) continue
      for (const draft of draftsAt(site, { module, calls, source, together: together.get(keyOf(site))! }))
        drafts.add(site, source, draft)
    }
  }
  own.requireFound(target.path)
  const mutants = drafts.mutants
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column))
    .map((mutant, id) => ({ ...mutant, id, patches: inOrder(mutant.patches) }))
  return { target, mutants, sources }
}

const keyOf = ({ function: index, place: { file, line, column, copy } }: Site): string =>
  `${index} ${file}:${line}:${column} ${copy}`

function grouped(sites: readonly Site[]): ReadonlyMap<string, readonly Site[]> {
  const groups = new Map<string, Site[]>()
  for (const site of sites) {
    const key = keyOf(site)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [site])
    else known.push(site)
  }
  return groups
}

/** By position, each once: several copies of an expression may share the calls of the host that they change. */
function inOrder(patches: readonly Patch[]): readonly Patch[] {
  const byPlace = new Map(patches.map((patch) => [`${patch.function} ${patch.from} ${patch.to}`, patch]))
  return [...byPlace.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}

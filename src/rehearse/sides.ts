import { NotSupportedError, UsageError } from '../base/index.js'
import { KINDS, surfaceName, type Surface } from '../app/index.js'
import type { Fixture } from '../replay/internal.js'
import { chainNames, kindByName } from '../sandbox/internal.js'

type Chain = NonNullable<NonNullable<NonNullable<Fixture['options']>['chains']>[string]>

/** Options that belong to the release or the kind of a chain, and do not go with it to another. */
const OF_RELEASE = ['release', 'vm', 'wasmd', 'unpatched'] as const
const OF_KIND = ['bank', 'icq', 'layers', 'txContracts'] as const

const kindIn = (name: string, chain: Chain | undefined): keyof typeof KINDS | undefined =>
  chain?.kind ?? kindByName(name)

/**
 * The chains of a fixture that a rehearsal moves: those that are named, or else those of the kind that it starts from.
 * @throws UsageError if no chain has that name or kind; NotSupportedError for a chain that continues a live one, and whose state is not of the other side
 */
export function movedChains(
  { options }: Fixture,
  from: Surface,
  to: Surface,
  named: readonly string[] = [],
): readonly string[] {
  const names = chainNames(options?.chains)
  const unknown = named.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`the fixture has no chain ${unknown}`, { details: [`chains: ${names.join(', ')}`] })
  const moved = named.length > 0 ? named : names.filter((name) => kindIn(name, options?.chains?.[name]) === from.kind)
  if (moved.length === 0)
    throw new UsageError(`no chain of the fixture is of kind ${from.kind}`, {
      details: [
        `chains: ${names.map((name) => `${name} (${kindIn(name, options?.chains?.[name]) ?? 'unknown'})`).join(', ')}`,
        'right: --from the kind of one of them, or --chain its name',
      ],
    })
  const forked = moved.find((name) => options?.chains?.[name]?.fork !== undefined)
  if (forked !== undefined && surfaceName(from) !== surfaceName(to))
    throw new NotSupportedError(
      `${forked} continues a live chain, whose state is that of ${surfaceName(from)}: it is not migrated to ${surfaceName(to)}`,
      { details: [`right: another release of its contract VM, such as --to ${surfaceName(from)}/${to.vm}`] },
    )
  return moved
}

/** The fixture on a release. Prefix, denominations and names stay, so that addresses and coins are equal on both sides. */
export function onRelease(fixture: Fixture, chains: readonly string[], to: Surface): Fixture {
  const all = fixture.options?.chains ?? {}
  const moved = chains.map((name) => [name, movedOptions(name, all[name], to)] as const)
  const kept = chainNames(all).map((name) => [name, all[name] ?? {}] as const)
  return {
    ...fixture,
    options: { ...fixture.options, chains: Object.fromEntries([...kept, ...moved]) },
  }
}

function movedOptions(name: string, chain: Chain | undefined, to: Surface): Chain {
  const from = kindIn(name, chain)
  const left = new Set<string>(from === to.kind ? OF_RELEASE : [...OF_RELEASE, ...OF_KIND])
  const rest = Object.fromEntries(Object.entries(chain ?? {}).filter(([option]) => !left.has(option)))
  const { prefix, denom, name: segment } = KINDS[from ?? to.kind].defaults
  return {
    // A chain that continues a live one has those of that one.
    ...(chain?.fork === undefined && { name: segment, prefix, denom }),
    ...rest,
    kind: to.kind,
    vm: to.vm,
    ...(KINDS[to.kind].takes.some((option) => option === 'release') && { release: to.release }),
  }
}

/** What a side is called. */
export const sideName = (surface: Surface): string => `${surfaceName(surface)}, cosmwasm-vm ${surface.vm}`

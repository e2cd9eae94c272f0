import { allSurfaces, programsOf, surfaceName, type Surface } from '../app/index.js'
import { VM_OF_WASMVM } from '../vm/internal.js'
import type { Advisory } from './advisories.js'
import type { Releases } from './audit.js'
import { inOrder, isAffected, lineOf } from './versions.js'

/** The first releases of a program, or of a crate, without certain faults: one for each line that has one. All that are newer than the last are without them. */
export interface SafeReleases {
  readonly program: string
  readonly releases: readonly string[]
}

/** A kind of chain in one of its releases, and which of certain advisories it has not patched. */
export interface KindVerdict {
  readonly kind: string
  readonly open: readonly string[]
}

/** The releases on which none of the advisories applies, by program. cosmwasm-vm is a part of wasmvm. */
export function safeReleases(advisories: readonly Advisory[]): readonly SafeReleases[] {
  const of = (...components: readonly Advisory['component'][]): readonly Advisory[] =>
    advisories.filter(({ component }) => components.includes(component))
  return [
    { program: 'wasmvm', releases: safeWasmvm(of('wasmvm', 'cosmwasm-vm')) },
    ...(['wasmd', 'ibc-go', 'cosmwasm-std', 'serde-json-wasm'] as const).map((program) => ({
      program,
      releases: safePatches(of(program)),
    })),
  ].filter(({ releases }) => releases.length > 0)
}

/** Patched releases that have all patches. */
function safePatches(advisories: readonly Advisory[]): readonly string[] {
  const patched = inOrder(advisories.flatMap(({ affected }) => affected.patched))
  return byLine(patched)
    .map((line) => line.at(-1)!)
    .filter((release) => !advisories.some(({ affected }) => isAffected(release, affected)))
}

/** The release after the last unsafe one of each line, up to the last line that has an unsafe one. */
function safeWasmvm(advisories: readonly Advisory[]): readonly string[] {
  const isUnsafe = (wasmvm: string): boolean => openOn(advisories, wasmvmReleases(wasmvm)).length > 0
  const lines = byLine(inOrder(Object.keys(VM_OF_WASMVM)))
  const last = lines.findLastIndex((line) => line.some(isUnsafe))
  if (last < 0) return []
  const firsts = lines.map((line) => line[line.findLastIndex(isUnsafe) + 1])
  // Where the last of these lines has no safe release, the first of the next line is.
  const end = firsts[last] === undefined ? last + 2 : last + 1
  return firsts.slice(0, end).filter((release) => release !== undefined)
}

const wasmvmReleases = (wasmvm: string): Releases => ({
  wasmvm,
  'cosmwasm-vm': VM_OF_WASMVM[wasmvm as keyof typeof VM_OF_WASMVM],
})

const openOn = (advisories: readonly Advisory[], releases: Releases): readonly string[] =>
  advisories
    .filter(({ component, affected }) => {
      const release = releases[component]
      return release !== undefined && isAffected(release, affected)
    })
    .map(({ id }) => id)

/** @param releases in order */
function byLine(releases: readonly string[]): readonly (readonly string[])[] {
  const lines = new Map<string, string[]>()
  for (const release of releases) lines.set(lineOf(release), [...(lines.get(lineOf(release)) ?? []), release])
  return [...lines.values()]
}

/** The releases of a kind of chain. With another contract VM than its own, no release of wasmvm is named. */
export function releasesOfKind(surface: Pick<Surface, 'kind' | 'release' | 'vm'>): Releases {
  const { wasmd, wasmvm, ibcGo } = programsOf(surfaceName(surface))
  const own = wasmvmReleases(wasmvm)
  return {
    wasmd,
    'ibc-go': ibcGo,
    'cosmwasm-vm': surface.vm,
    ...(own['cosmwasm-vm'] === surface.vm && { wasmvm }),
  }
}

/** Which of the advisories each kind of chain here has not patched. */
export const kindVerdicts = (advisories: readonly Advisory[]): readonly KindVerdict[] =>
  allSurfaces().map((surface) => ({ kind: surfaceName(surface), open: openOn(advisories, releasesOfKind(surface)) }))

import { knownNames } from '../rehearse/index.js'
import { ADVISORIES, type Advisory, type Component } from './advisories.js'
import { evidenceFor, traitsOf, type Evidence } from './evidence.js'
import { fixOf } from './versions.js'

/** Releases of the parts of a chain; those that are not given are not judged. */
export type Releases = Readonly<Partial<Record<Component, string>>>

/** An advisory that is about something that a contract does. */
export interface Concerned extends Evidence {
  readonly advisory: Advisory
  /** `open`: the given release has the fault; `patched`: it has not; `not judged`: no release of the component is given. */
  readonly state: 'open' | 'patched' | 'not judged'
  /** The release that was judged, and the next one without the fault. */
  readonly release: string | undefined
  readonly fix: string | undefined
}

/**
 * The advisories that concern a contract, by its bytes alone: what it exports and imports, the messages and queries that it names, and the crates that it
 * was built with.
 * @param known names of messages and queries that exist
 * @throws UsageError for bytes that cannot be read
 */
export function audit(bytes: Uint8Array, releases: Releases, known = knownNames()): readonly Concerned[] {
  const traits = traitsOf(bytes, known)
  return ADVISORIES.flatMap((advisory): readonly Concerned[] => {
    const evidence = evidenceFor(advisory, traits)
    if (evidence === undefined) return []
    const { component, affected } = advisory
    const release = evidence.by === 'crate' ? traits.crates.get(component) : releases[component]
    const fix = release === undefined ? undefined : fixOf(release, affected)
    // A crate is a part of the contract: with a patched release the fault is not in it.
    if (evidence.by === 'crate' && fix === undefined) return []
    const state = release === undefined ? 'not judged' : fix === undefined ? 'patched' : 'open'
    return [{ advisory, ...evidence, state, release, fix }]
  })
}

import { PLACEHOLDER } from '../../fuzz/model/via.js'
import { ACTORS, reference } from '../init/index.js'
import { alternatives } from './alternatives.js'
import type { CampaignSubject } from './plan.js'

/** The contracts of a campaign, one of which is instantiated with another. */
export interface Neighbours {
  readonly label: string
  readonly field: string
  readonly neighbour: string
  readonly subjects: readonly CampaignSubject[]
}

/**
 * For each field of an instantiate message that names the placeholder, and then for each that names an account, the contracts with another one of them
 * there instead. Contracts that would need each other are left out.
 */
export function neighbours(subjects: readonly CampaignSubject[]): readonly Neighbours[] {
  const inPlaceOf = (names: readonly string[]): readonly Neighbours[] =>
    subjects.flatMap(({ label, instantiate }, at) =>
      subjects
        .filter((other) => other.label !== label)
        .flatMap((other) =>
          alternatives(instantiate, (text) => (names.includes(text) ? [reference(other.label)] : [])).flatMap((one) => {
            const ordered = inOrder(subjects.with(at, { ...subjects[at]!, instantiate: one.instantiate }))
            return ordered === undefined ? [] : [{ label, field: one.field, neighbour: other.label, subjects: ordered }]
          }),
        ),
    )
  return [...inPlaceOf([reference(PLACEHOLDER)]), ...inPlaceOf(ACTORS.map(reference))]
}

/** The contracts with those first that others are instantiated with. @returns undefined if contracts need each other */
function inOrder(subjects: readonly CampaignSubject[]): readonly CampaignSubject[] | undefined {
  const ordered: CampaignSubject[] = []
  const isReady = ({ instantiate }: CampaignSubject): boolean =>
    subjects.every((other) => ordered.includes(other) || !JSON.stringify(instantiate).includes(reference(other.label)))
  while (ordered.length < subjects.length) {
    const next = subjects.find((subject) => !ordered.includes(subject) && isReady(subject))
    if (next === undefined) return undefined
    ordered.push(next)
  }
  return ordered
}

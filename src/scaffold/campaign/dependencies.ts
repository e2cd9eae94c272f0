import { reference } from '../init/index.js'
import { alternatives, type Alternative } from './alternatives.js'
import { REFERENCE } from './placeholder.js'
import type { CampaignSubject } from './plan.js'

/** The contracts of a campaign, of which one is instantiated with the address of another. */
export interface WithDependency extends Pick<Alternative, 'field'> {
  readonly label: string
  readonly dependency: string
  /** Dependencies come first. */
  readonly subjects: readonly CampaignSubject[]
}

/**
 * For each field of an instantiate message that names the placeholder, and for each other contract, the contracts with the address of that one there
 * instead. Contracts never depend on each other.
 */
export const withDependencies = (subjects: readonly CampaignSubject[]): readonly WithDependency[] =>
  subjects.flatMap((subject, at) =>
    subjects
      .filter((other) => other !== subject)
      .flatMap(({ label: dependency }) =>
        alternatives(subject.instantiate, (text) => (text === REFERENCE ? [reference(dependency)] : [])).flatMap(
          ({ field, instantiate }) => {
            const ordered = dependenciesFirst(subjects.with(at, { ...subject, instantiate }))
            return ordered === undefined ? [] : [{ field, label: subject.label, dependency, subjects: ordered }]
          },
        ),
      ),
  )

/** The contracts in an order in which each comes after those that it names. @returns undefined if contracts depend on each other */
function dependenciesFirst(subjects: readonly CampaignSubject[]): readonly CampaignSubject[] | undefined {
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

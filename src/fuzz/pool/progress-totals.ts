import type { CampaignReport, Measures, Progress } from '../campaign.js'
import { joinedChecks } from '../checks.js'
import { joinedCosts, type CampaignCost } from '../invariants/costs.js'
import { certificatesOf, joinedEvidence } from '../cliffs/certificate.js'
import { joinedGrowths } from '../cliffs/growth.js'
import { joinedReach } from '../reach/index.js'
import { ranked, type Finding } from '../findings/finding.js'

/** The progress of the current worker in one place of the pool, and the totals of its predecessors. */
interface Place {
  readonly now: Progress | undefined
  readonly sequences: number
  readonly actions: number
}

const EMPTY: Place = { now: undefined, sequences: 0, actions: 0 }

/** Adds up the progress of all workers. */
export class ProgressTotals {
  readonly #places: Place[]
  /** Findings of workers that the engine has ended. */
  readonly #lost: Finding[] = []
  readonly #warnings = new Set<string>()
  readonly #reports: CampaignReport[] = []

  constructor(workers: number) {
    this.#places = Array.from({ length: workers }, () => EMPTY)
  }

  get findings(): readonly Finding[] {
    const found = new Map<string, Finding>()
    for (const finding of [...this.#lost, ...this.#places.flatMap(({ now }) => now?.findings ?? [])]) {
      const known = found.get(finding.cluster)
      if (known === undefined || (known.isShrinking === true && finding.isShrinking !== true))
        found.set(finding.cluster, finding)
    }
    return [...found.values()]
  }

  /** The combined measurements of finished workers. */
  get measures(): Measures {
    const contracts = joinedReach(this.#reports.map((report) => report.contracts))
    const evidence = joinedEvidence(this.#reports.map(({ certificates }) => certificates))
    return {
      contracts,
      checks: joinedChecks(this.#reports.map(({ checks }) => checks)),
      growths: joinedGrowths(this.#reports.map(({ growths }) => growths)),
      certificates: certificatesOf(evidence, contracts, this.findings),
    }
  }

  /** What the parts of finished workers cost. */
  get costs(): readonly CampaignCost[] {
    return joinedCosts(this.#reports.map(({ costs }) => costs))
  }

  done(report: CampaignReport): void {
    this.#reports.push(report)
  }

  /** Records the progress of a worker. @returns the findings that no worker reported before, or that are smaller now */
  take(index: number, progress: Progress, corpusWarnings: readonly string[]): readonly Finding[] {
    const before = new Set(this.findings.map(versionOf))
    this.#places[index] = { ...this.#places[index]!, now: progress }
    for (const warning of [...progress.warnings, ...corpusWarnings]) this.#warnings.add(warning)
    return this.findings.filter((finding) => !before.has(versionOf(finding)))
  }

  /** Keeps the totals of a worker that the engine has ended. */
  lost(index: number, fault: string): void {
    const { now, sequences, actions } = this.#places[index]!
    // Nobody shrinks them any more.
    for (const finding of now?.findings ?? []) this.#lost.push({ ...finding, isShrinking: false })
    this.#places[index] = {
      now: undefined,
      sequences: sequences + (now?.sequences ?? 0),
      actions: actions + (now?.actions ?? 0),
    }
    this.#warnings.add(`a worker was stopped and restarted: ${fault}`)
  }

  /** How many action sequences a place has left to run. */
  left(sequences: number, index: number): number {
    return Math.max(0, sequences - this.#places[index]!.sequences)
  }

  sums(): Progress {
    const sum = (of: (place: Place) => number): number => this.#places.reduce((total, place) => total + of(place), 0)
    const most = (of: (progress: Progress) => number): number =>
      Math.max(0, ...this.#places.map(({ now }) => (now === undefined ? 0 : of(now))))
    return {
      sequences: sum(({ sequences, now }) => sequences + (now?.sequences ?? 0)),
      actions: sum(({ actions, now }) => actions + (now?.actions ?? 0)),
      // All workers share the corpus, but see it with some delay.
      features: most(({ features }) => features),
      corpus: most(({ corpus }) => corpus),
      findings: ranked(this.findings),
      warnings: [...this.#warnings],
    }
  }
}

/** Two workers may find the same violation with other amounts and names, and only one of them is a finding. */
const versionOf = ({ cluster, isShrinking = false }: Finding): string => `${cluster} ${isShrinking}`

import type { Progress } from '../campaign.js'
import { joinedReach, type ContractReach } from '../reach/index.js'
import { ranked, type Finding } from '../finding.js'

/** What one place of the pool has done, by the worker that is there and by those before it. */
interface Place {
  readonly now: Progress | undefined
  readonly stories: number
  readonly actions: number
}

const EMPTY: Place = { now: undefined, stories: 0, actions: 0 }

/** Adds up what the workers say. */
export class ProgressTotals {
  readonly #places: Place[]
  readonly #findings = new Map<string, Finding>()
  readonly #warnings = new Set<string>()
  readonly #reached: (readonly ContractReach[])[] = []

  constructor(workers: number) {
    this.#places = Array.from({ length: workers }, () => EMPTY)
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()]
  }

  /** How far the workers that are done got into each contract. */
  get contracts(): readonly ContractReach[] {
    return joinedReach(this.#reached)
  }

  done(contracts: readonly ContractReach[]): void {
    this.#reached.push(contracts)
  }

  /** @returns findings that no worker had before */
  take(index: number, progress: Progress, corpusWarnings: readonly string[]): readonly Finding[] {
    this.#places[index] = { ...this.#places[index]!, now: progress }
    for (const warning of [...progress.warnings, ...corpusWarnings]) this.#warnings.add(warning)
    const fresh = progress.findings.filter((finding) => !this.#findings.has(identity(finding)))
    for (const finding of fresh) this.#findings.set(identity(finding), finding)
    return fresh
  }

  /** A worker was ended by the engine: what it did stays done. */
  lost(index: number, fault: string): void {
    const { now, stories, actions } = this.#places[index]!
    this.#places[index] = {
      now: undefined,
      stories: stories + (now?.stories ?? 0),
      actions: actions + (now?.actions ?? 0),
    }
    this.#warnings.add(`a worker was ended and started anew: ${fault}`)
  }

  /** How many of so many stories a place has still to tell. */
  left(stories: number, index: number): number {
    return Math.max(0, stories - this.#places[index]!.stories)
  }

  sums(): Progress {
    const sum = (of: (place: Place) => number): number => this.#places.reduce((total, place) => total + of(place), 0)
    const most = (of: (progress: Progress) => number): number =>
      Math.max(0, ...this.#places.map(({ now }) => (now === undefined ? 0 : of(now))))
    return {
      stories: sum(({ stories, now }) => stories + (now?.stories ?? 0)),
      actions: sum(({ actions, now }) => actions + (now?.actions ?? 0)),
      // All of them have the same corpus, some a little later.
      features: most(({ features }) => features),
      corpus: most(({ corpus }) => corpus),
      findings: ranked(this.findings),
      warnings: [...this.#warnings],
    }
  }
}

/** Two workers that find the same fault do so with other amounts and names. */
const identity = ({ cluster }: Finding): string => cluster

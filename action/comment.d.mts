export type Outcome = 'accepted' | 'failed' | 'out of gas'

/** A row of the file that the plug-in's option `callbacks` writes. */
export interface CallbackRow {
  readonly contract: string
  readonly sha256: string
  readonly callback: string
  readonly limit?: string | undefined
  readonly outcomes: Partial<Record<Outcome, { readonly runs: number; readonly gas: string }>>
}

export interface TestRun {
  /** Exit code. */
  readonly code: number
  /** Undefined if the run wrote none. */
  readonly callbacks: readonly CallbackRow[] | undefined
}

export interface Campaign {
  readonly contract: string
  /** Why it could not run. */
  readonly problem?: string
  readonly findings: readonly {
    readonly invariant: string
    readonly text: string
    readonly file: string | null
    readonly lines: readonly string[]
  }[]
}

export interface Mutants {
  readonly contract: string
  /** Why there are none. */
  readonly problem?: string
  readonly tried: number
  readonly survivors: readonly {
    readonly file: string
    readonly line: number
    readonly text: string
    readonly replacement: string
    readonly status: string
  }[]
}

export interface Comparison {
  /** The commit, shortened. */
  readonly base: string
  /** Undefined if the base has no tests. */
  readonly before: TestRun | undefined
  readonly after: TestRun
  /** The contracts whose code differs. */
  readonly changed: readonly string[]
  readonly campaigns: readonly Campaign[]
  readonly mutants: readonly Mutants[]
}

/** The comment on a pull request, as Markdown. */
export function commentText(comparison: Comparison): string

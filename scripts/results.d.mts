export type ResultRow = Readonly<Record<string, string | number>>

export interface Results {
  readonly title: string
  readonly about?: string
  readonly command?: string
  /** Place on the page; without it the page names only the file. */
  readonly order?: number
  readonly columns: readonly string[]
  /** Columns that identify a row; default the first one. */
  readonly key?: readonly string[]
  readonly rows: readonly ResultRow[]
}

export function readResults(): Map<string, Results>
export function mergeRows(
  results: Results,
  rows: readonly ResultRow[],
  measured: { date: string; machine: string },
): Results

export interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
export function countLine(count: Count): string
export function sumOf(runs: readonly { readonly output: string; readonly code: number | null }[]): Count

import type { ResultRow } from '../results.mjs'

interface Hunt {
  readonly seconds: number
  readonly actions?: number
  readonly invariant?: string
}

interface TestFile {
  readonly name: string
  readonly tests: number
  readonly passed: number
  readonly skipped: number
  readonly failed: readonly { readonly title: string }[]
}

export function faultRow(fault: string, hunts: readonly Hunt[]): ResultRow
export function cleanRow(
  name: string,
  hunt: {
    readonly seconds: number
    readonly sequences: string
    readonly invariant?: string
  },
): ResultRow
export function relayerRows(
  rows: readonly { readonly name: string; readonly done: boolean; readonly seconds: number; readonly text: string }[],
  column: string,
): ResultRow[]
export function testFileRows(files: readonly TestFile[], options: { readonly whole: boolean }): ResultRow[]
export function killRows(killed: {
  readonly rounds: number
  readonly answered: number
  readonly unanswered: number
}): ResultRow[]
export function soakRow(soak: {
  readonly minutes: number
  readonly jobs: number
  readonly seed: number
  readonly failed: readonly string[]
  readonly command: string
}): ResultRow

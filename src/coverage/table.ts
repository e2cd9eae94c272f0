import { relative } from 'node:path'
import Table from 'cli-table3'
import type { CoverageMap } from 'istanbul-lib-coverage'
import { inLine } from '../base/index.js'

const MAX_RANGES = 6

/** One row per file, and their sum. */
export function tableLines(map: CoverageMap): readonly string[] {
  const table = new Table({
    head: ['contract coverage', 'lines', 'functions', 'branches', 'lines that did not run'],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  })
  const row = (name: string, summary: ReturnType<CoverageMap['getCoverageSummary']>, missed: string): void => {
    table.push([name, ...[summary.lines, summary.functions, summary.branches].map(({ pct }) => `${pct} %`), missed])
  }
  for (const path of map.files()) {
    const file = map.fileCoverageFor(path)
    const short = relative(process.cwd(), path)
    row(inLine(short.startsWith('..') ? path : short), file.toSummary(), ranges(file.getUncoveredLines().map(Number)))
  }
  row('all', map.getCoverageSummary(), '')
  return table.toString().split('\n')
}

/** `3, 7-9`. Lines between two that did not run may have no code: such two are one range only where they are neighbours. */
function ranges(lines: readonly number[]): string {
  const found: [number, number][] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === line - 1) last[1] = line
    else found.push([line, line])
  }
  const shown = found.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return [...shown, ...(found.length > MAX_RANGES ? [`… ${found.length - MAX_RANGES} more`] : [])].join(', ')
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { CoverageMapData, FileCoverageData, Totals } from 'istanbul-lib-coverage'
import { ENTRY_POINTS } from '../vm/internal.js'
import { findSource } from '../vm/debug/index.js'
import { joinCodes, openCode, type CountedCode } from './counted-code.js'
import type { FileCounts } from './source-counts.js'
import { sourceReport } from './source-report.js'
import { tableLines } from './table.js'
import { asLines } from '../base/index.js'

/** Least percentages of a run; below them it fails. */
export interface CoverageThresholds {
  readonly lines?: number
  readonly functions?: number
  readonly branches?: number
}

const MEASURES = ['lines', 'functions', 'branches'] as const

/** How much of something ran. */
export interface Covered {
  readonly total: number
  readonly covered: number
  /** Percentage, 100 of nothing. */
  readonly percent: number
}

/** What a run covered of its contracts. */
export interface CoverageReport {
  readonly lines: Covered
  readonly functions: Covered
  readonly branches: Covered
  /** For a terminal: a table, and remarks. */
  readonly text: string
  /** The thresholds that were not reached, in words. */
  readonly missed: readonly string[]
}

/**
 * Writes `lcov.info` and HTML (`index.html`) to a folder.
 *
 * @param codes what ran, in any number of processes
 */
export async function writeCoverage(
  codes: readonly CountedCode[],
  { folder, thresholds = {} }: { readonly folder: string; readonly thresholds?: CoverageThresholds },
): Promise<CoverageReport> {
  // 20 ms that only runs with coverage take.
  const [{ default: coverage }, { default: lib }, { default: reports }] = await Promise.all([
    import('istanbul-lib-coverage'),
    import('istanbul-lib-report'),
    import('istanbul-reports'),
  ])
  const joined = joinCodes(codes)
  const { files, unknown } = sourceReport(joined)
  const coverageMap = coverage.createCoverageMap(
    Object.fromEntries(Array.from(files, ([path, counts]) => [path, fileData(path, counts)])) as CoverageMapData,
  )
  mkdirSync(folder, { recursive: true })
  const context = lib.createContext({ dir: folder, coverageMap, sourceFinder: sourceOf } as Parameters<
    typeof lib.createContext
  >[0])
  reports.create('lcovonly').execute(context)
  nameWhole(join(folder, 'lcov.info'))
  // Even without files: another run may have left a page here.
  reports.create('html').execute(context)
  const summary = coverageMap.getCoverageSummary().toJSON()
  const text = asLines([
    ...(files.size > 0 ? tableLines(coverageMap) : []),
    ...joined.filter(({ isTwin }) => isTwin).map(twinLine),
    ...missingLines([...files.keys()].filter((path) => findSource(path) !== path)),
    ...unknown.flatMap(withoutInformation),
  ])
  return {
    lines: coveredOf(summary.lines),
    functions: coveredOf(summary.functions),
    branches: coveredOf(summary.branches),
    text,
    missed: MEASURES.flatMap((measure) => {
      const least = thresholds[measure]
      const { percent } = coveredOf(summary[measure])
      if (least !== undefined && least > 0 && summary.lines.total === 0)
        return [`${measure}: no lines are known of what ran, so ${least} % cannot be reached`]
      return least === undefined || percent >= least ? [] : [`${measure}: ${percent} %, less than ${least} %`]
    }),
  }
}

/** Paths in the working directory stay short; of others the whole path is the name. */
function nameWhole(lcov: string): void {
  const text = readFileSync(lcov, 'utf8')
  writeFileSync(
    lcov,
    text.replaceAll(/^SF:(\.\.[\\/].*)$/gm, (_, path: string) => `SF:${resolve(path)}`),
  )
}

const coveredOf = ({ total, covered }: Totals): Covered => ({
  total,
  covered,
  percent: total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100,
})

/** For the HTML. Files are opened by the rules of `findSource`, because whoever built the module wrote their paths. */
const sourceOf = (path: string): string =>
  findSource(path) === path ? readFileSync(path, 'utf8') : '// The source was not found on this machine.\n'

/** Each line is a statement. */
function fileData(path: string, { lines, functions, branches }: FileCounts): FileCoverageData {
  const sorted = [...lines].sort(([a], [b]) => a - b)
  const named = [...functions.values()].sort((a, b) => a.line - b.line)
  const names = new Map<string, number>()
  for (const { name } of named) names.set(name, (names.get(name) ?? 0) + 1)
  const choices = [...branches.values()].sort((a, b) => a.line - b.line || a.column - b.column)
  const rangeOf = (line: number, column = 0) => ({ start: { line, column }, end: { line, column: Infinity } })
  const numbered = <T, U>(list: readonly T[], of: (one: T) => U): Record<string, U> =>
    Object.fromEntries(list.map((one, i) => [String(i), of(one)]))
  return {
    path,
    statementMap: numbered(sorted, ([line]) => rangeOf(line)),
    s: numbered(sorted, ([, count]) => count),
    fnMap: numbered(named, ({ name, line }) => ({
      name: names.get(name) === 1 ? name : `${name}:${line}`,
      line,
      decl: rangeOf(line),
      loc: rangeOf(line),
    })),
    f: numbered(named, ({ count }) => count),
    branchMap: numbered(choices, ({ line, column }) => {
      const loc = rangeOf(line, Math.max(0, column - 1))
      return { type: 'if', line, loc, locations: [loc, loc] }
    }),
    b: numbered(choices, ({ arms: [no, yes] }) => [yes, no]),
  }
}

const nameOf = ({ file, checksum }: CountedCode): string =>
  file === undefined ? `code ${checksum.slice(0, 12)}` : basename(file)

const twinLine = (code: CountedCode): string =>
  `${nameOf(code)}: its debug twin ran in its place, which is other code: gas differs from a run without coverage`

function missingLines(paths: readonly string[]): readonly string[] {
  const [first] = paths
  if (first === undefined) return []
  const which = paths.length === 1 ? first : `${first} and ${paths.length - 1} more`
  return [
    `${which}: the source was not found in the repository of the working directory, so lines of attributes count too, and the HTML has no text. Right: run it in the repository of the contract`,
  ]
}

/** The report on a code without lines: functions by name, and how its messages were called. */
function withoutInformation(code: CountedCode): readonly string[] {
  const { module, symbols } = openCode(code)
  const entered = new Map<number, number>()
  for (const [i, { function: index }] of code.blocks.entries())
    if (!entered.has(index)) entered.set(index, code.counts[i]!)
  const named = [...entered].filter(([index]) => symbols.functionName(index) !== undefined)
  const ran = [...entered.values()].filter((count) => count > 0).length
  const missed = named.filter(([, count]) => count === 0).length
  const why = symbols.located ? 'its debug information names no lines of the contract' : 'no debug information'
  const reason = code.problem === undefined ? '' : ` (${code.problem})`
  return [
    `${nameOf(code)}: ${why}${reason}, so no lines. Right: build it with debug = "line-tables-only" and strip = "none", as ${nameOf(code).replace(/(?:\.wasm)?$/, '.debug.wasm')} next to it`,
    `  functions: ${ran} of ${entered.size} ran${named.length === 0 ? ', without names' : `; ${missed} with a name did not`}`,
    `  entry points: ${entryPoints(
      code,
      module.exports.map(({ name }) => name),
    ).join(', ')}`,
    ...[...code.messages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, { calls, succeeded }]) =>
          `  ${name}: ${calls} ${calls === 1 ? 'call' : 'calls'}, ${succeeded} succeeded`,
      ),
  ]
}

function entryPoints({ messages }: CountedCode, exported: readonly string[]): readonly string[] {
  const called = new Set([...messages.keys()].map((name) => name.split('.')[0]!))
  return Object.keys(ENTRY_POINTS)
    .filter((name) => exported.includes(name))
    .map((name) => (called.has(name) ? name : `${name} (not called)`))
}

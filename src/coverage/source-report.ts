import { readFileSync } from 'node:fs'
import { findSource } from '../vm/debug/index.js'
import { openCode, type CountedCode } from './counted-code.js'
import { pathInReports } from './path-in-reports.js'
import { sourceCounts } from './places.js'
import { rustFunctions } from './rust-functions.js'
import { linesWithoutCode } from './rust-lines.js'
import { addBranch, addFunction, addLine, fileCounts, type FileCounts, type SourceCounts } from './source-counts.js'

/** Which of the source ran, for all codes together, and the codes without debug information. */
export interface SourceReport {
  /** By path: of this machine where the file is found here, else as the compiler noted it. */
  readonly files: SourceCounts
  readonly unknown: readonly CountedCode[]
}

export function sourceReport(codes: readonly CountedCode[]): SourceReport {
  const all: SourceCounts = new Map()
  const unknown: CountedCode[] = []
  for (const code of codes) {
    const { module, symbols } = openCode(code)
    if (!symbols.located) {
      unknown.push(code)
      continue
    }
    const counted = sourceCounts({ module, symbols, blocks: code.blocks, counts: code.counts })
    if (counted.size === 0) unknown.push(code)
    for (const [file, counts] of counted) add(fileCounts(all, findSource(file) ?? pathInReports(file)), counts)
  }
  for (const [file, counts] of all) {
    if (findSource(file) === file) compareWithSource(counts, readFileSync(file, 'utf8'))
    if (counts.lines.size === 0) all.delete(file)
  }
  return { files: new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))), unknown }
}

function add(to: FileCounts, from: FileCounts): void {
  for (const [line, count] of from.lines) addLine(to, line, count)
  for (const one of from.functions.values()) addFunction(to, one)
  for (const [key, one] of from.branches) addBranch(to, key, one)
}

/** Leaves out lines that nobody wrote to be run, and finds where functions begin: the code of one may lack its first line. */
function compareWithSource({ lines, functions, branches }: FileCounts, source: string): void {
  const without = linesWithoutCode(source)
  for (const line of without) lines.delete(line)
  for (const [key, { line }] of branches) if (without.has(line)) branches.delete(key)
  const written = rustFunctions(source)
  const counted = [...functions.values()]
  functions.clear()
  for (const { name, line, count } of counted) {
    const of = written.findLast((one) => one.name === name && one.line <= line)
    // Others were made by macros.
    if (of !== undefined) addFunction({ lines, functions, branches }, { name, line: of.line, count })
  }
}

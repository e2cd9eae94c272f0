import type { Source } from '../make/sources.js'
import type { Mutants } from '../make/mutants.js'
import type { MutantRun, TriedMutant } from '../run/run.js'
import type { Sketch } from '../sketch/sketch.js'

/** How many mutants became what. */
export interface Totals {
  readonly mutants: number
  readonly killed: number
  readonly timeout: number
  readonly survived: number
  readonly noCoverage: number
  /** Percentage of those that a test noticed, with two decimals; 100 of none. */
  readonly score: number
}

export function totalsOf(tried: readonly Pick<TriedMutant, 'status'>[]): Totals {
  const count = (wanted: TriedMutant['status']): number => tried.filter(({ status }) => status === wanted).length
  const [killed, timeout] = [count('Killed'), count('Timeout')]
  return {
    mutants: tried.length,
    killed,
    timeout,
    survived: count('Survived'),
    noCoverage: count('NoCoverage'),
    score: tried.length === 0 ? 100 : Math.floor(((killed + timeout) * 10_000) / tried.length) / 100,
  }
}

/** The report in the schema that Stryker's tools read: https://github.com/stryker-mutator/mutation-testing-elements. */
export function reportDocument(
  { sources }: Mutants,
  { tried, covered }: MutantRun,
  sketches: ReadonlyMap<number, Sketch> = new Map(),
): object {
  const files = new Map<string, TriedMutant[]>()
  for (const one of tried) files.set(one.mutant.file, [...(files.get(one.mutant.file) ?? []), one])
  const texts = new Map(sources.all.map((source) => [source.shown, source]))
  return {
    schemaVersion: '2',
    thresholds: { high: 90, low: 70 },
    files: Object.fromEntries(
      [...files].map(([file, own]) => [
        file,
        {
          language: 'rust',
          source: textOf(texts.get(file), own),
          mutants: own.map((one) => mutantEntry(one, sketches.get(one.mutant.id))),
        },
      ]),
    ),
    testFiles: Object.fromEntries(
      [...covered].map(([path, { tests }]) => [
        path,
        { tests: tests.filter(({ id }) => id !== '').map(({ id, name }) => ({ id, name })) },
      ]),
    ),
  }
}

/** Without the source, blank lines as far as there are mutants. */
const textOf = (source: Source | undefined, own: readonly TriedMutant[]): string =>
  source?.text ?? '\n'.repeat(Math.max(...own.map(({ mutant }) => mutant.line)))

function mutantEntry({ mutant, status, failure, tests, differs }: TriedMutant, sketch: Sketch | undefined): object {
  const { id, mutator, replacement, line, column, endColumn } = mutant
  const reason =
    failure?.error ?? (sketch && sketchText(sketch)) ?? (status === 'Survived' && differs === false ? SAME : undefined)
  return {
    id: String(id),
    mutatorName: mutator,
    replacement,
    location: { start: { line, column }, end: { line, column: endColumn } },
    status,
    static: false,
    coveredBy: tests,
    ...(failure !== undefined && failure.test !== '' && { killedBy: [failure.test] }),
    ...(reason !== undefined && { statusReason: reason.slice(0, 2000) }),
  }
}

/** The test that would catch a mutant, in words. */
const sketchText = ({ what, lines }: Sketch): string => ['A test that would catch it:', ...lines, ...what].join('\n')

/** The state of a survivor that no test could have noticed by what it called. */
export const SAME = 'the contract answers the same in all tests'

import Table from 'cli-table3'
import { asLine } from '../../base/index.js'
import { mutantText, SAME, totalsOf, type MutantRun, type TriedMutant } from '../../mutants/index.js'
import type { SketchFile } from '../sketches.js'
import { junitLine, junitTexts, junitXml } from './junit.js'

const UNNOTICED: readonly TriedMutant['status'][] = ['Survived', 'NoCoverage']

export const unnoticed = (tried: readonly TriedMutant[]): readonly TriedMutant[] =>
  tried.filter(({ status }) => UNNOTICED.includes(status))

/** A row for each file, their sum, and a line for each mutant that no test noticed. */
export function mutantLines(
  { tried, seconds, remarks }: MutantRun,
  sketches: ReadonlyMap<number, SketchFile> = new Map(),
): readonly string[] {
  const table = new Table({
    head: ['mutants', 'all', 'killed', 'timeout', 'survived', 'no coverage', 'score'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  const row = (name: string, own: readonly TriedMutant[]): void => {
    const { mutants, killed, timeout, survived, noCoverage, score } = totalsOf(own)
    table.push([asLine(name), mutants, killed, timeout, survived, noCoverage, `${score} %`])
  }
  const files = new Set(tried.map(({ mutant }) => mutant.file))
  for (const file of files)
    row(
      file,
      tried.filter(({ mutant }) => mutant.file === file),
    )
  if (files.size > 1) row('all', tried)
  const ran = tried.filter(({ status }) => status !== 'NoCoverage').length
  return [
    ...table.toString().split('\n'),
    ...unnoticed(tried).flatMap(({ mutant, status, differs }) => {
      const sketch = sketches.get(mutant.id)
      const isSame = status === 'Survived' && differs === false && sketch === undefined
      const line = `${status === 'Survived' ? 'survived' : 'no test '}  ${asLine(mutantText(mutant))}`
      return [`${line}${isSame ? `  (${SAME})` : ''}`, ...(sketch === undefined ? [] : sketchLines(sketch))]
    }),
    ...remarks.map(asLine),
    `${ran} mutants tried in ${seconds.toFixed(1)} s, ${(ran / Math.max(seconds, 0.001)).toFixed(1)} a second`,
  ]
}

/** The sketch of a test, with the fixture that is one. */
const sketchLines = ({ lines, what, file }: SketchFile): readonly string[] => [
  ...lines.map((line) => `            ${asLine(line)}`),
  ...what.map((line) => `            ${asLine(line)}`),
  `            ${asLine(file)}`,
]

/** The text of a failure: the test that would catch the mutant. */
const sketchElement = (sketch: SketchFile | undefined): { readonly '#text'?: string } =>
  sketch === undefined
    ? {}
    : { '#text': junitTexts(['A test that would catch it:', ...sketch.lines, ...sketch.what, sketch.file]) }

/** The mutants as tests of JUnit: one that no test noticed has failed. */
export function mutantsJunit(
  title: string,
  { tried, seconds }: MutantRun,
  sketches: ReadonlyMap<number, SketchFile> = new Map(),
): string {
  const failed = unnoticed(tried).length
  const suite = {
    '@name': `mutants of ${title}`,
    '@tests': tried.length,
    '@failures': failed,
    '@errors': 0,
    '@skipped': 0,
    '@time': seconds.toFixed(3),
    testcase: tried.map((one) => ({
      '@name': junitLine(mutantText(one.mutant)),
      '@classname': junitLine(one.mutant.file),
      ...(UNNOTICED.includes(one.status) && {
        failure: {
          '@type': one.status,
          '@message': one.status === 'Survived' ? `${one.tests.length} tests reach it, and pass` : 'no test reaches it',
          ...sketchElement(sketches.get(one.mutant.id)),
        },
      }),
    })),
  }
  return junitXml(suite)
}

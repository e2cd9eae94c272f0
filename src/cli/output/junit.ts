import { relative } from 'node:path'
import XMLBuilder from 'fast-xml-builder'
import type { Finding, PoolReport } from '../../fuzz/internal.js'
import { replayText } from './command-text.js'
import { levelLines } from './level-lines.js'
import { asLine } from '../../base/index.js'

/** Characters that XML 1.0 cannot contain, not even escaped, and other control characters. */
const NO_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** A line of text as JUnit XML may contain it: a reader of the log sees attributes as they are. */
export const junitLine = (value: string): string => asLine(value.replaceAll(NO_XML, '\ufffd'))

/** Lines of text in an element. */
export const junitTexts = (lines: readonly string[]): string => lines.map(junitLine).join('\n')

/**
 * The report of a campaign as JUnit XML for CI systems: a failed test for each finding, or one passed test for zero findings.
 * @param trust whether a replay needs `--trust`
 */
export function junitReport(
  { title, seconds, seed, sequences, earlier, findings, warnings }: PoolReport,
  trust: boolean,
): string {
  const failures = findings.filter(({ level }) => level === 'error')
  const output = [
    ...warnings.map((warning) => `warning ${warning}`),
    ...findings
      .filter(({ level }) => level !== 'error')
      .map(
        ({ level, invariant, about, text: of }) =>
          `${level} ${invariant} ${of}${about === undefined ? '' : ` at ${about}`}`,
      ),
  ]
  const time = seconds.toFixed(3)
  const passed = { '@name': 'no invariant is violated', '@classname': junitLine(title), '@time': time }
  const suite = {
    '@name': junitLine(title),
    '@tests': Math.max(1, failures.length),
    '@failures': failures.length,
    '@errors': 0,
    '@skipped': 0,
    '@time': time,
    properties: {
      property: [
        { '@name': 'seed', '@value': seed },
        { '@name': 'sequences', '@value': sequences + earlier },
      ],
    },
    testcase: failures.length === 0 ? [passed] : failures.map((finding) => failed(title, finding, trust)),
    ...(output.length > 0 && { 'system-out': junitTexts(output) }),
  }
  return junitXml(suite)
}

/** A document with one test suite, whose attributes begin with `@`. */
export function junitXml(suite: object): string {
  const builder = new XMLBuilder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: { testsuite: suite } })}`
}

function failed(title: string, finding: Finding, trust: boolean): object {
  const { invariant, about, text: what, lines, file } = finding
  const path = relative('', file)
  return {
    '@name': junitLine(about === undefined ? invariant : `${invariant} at ${about}`),
    '@classname': junitLine(title),
    '@file': junitLine(path),
    failure: {
      '@type': invariant,
      '@message': junitLine(what),
      '#text': junitTexts([...lines, replayText(path, trust), ...levelLines(finding)]),
    },
  }
}

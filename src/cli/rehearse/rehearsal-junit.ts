import type { CauseGroup, Rehearsal } from '../../rehearse/index.js'
import { junitLine, junitXml } from '../output/junit.js'
import { causeText, differenceText } from './rehearsal-output.js'

/** A rehearsal as JUnit XML: a failed test for each cause, or one passed test. */
export function rehearsalJunit({ title, from, to, groups }: Rehearsal, file: string): string {
  const common = { '@classname': junitLine(title), '@file': junitLine(file) }
  return junitXml({
    '@name': junitLine(`${title}: ${from} → ${to}`),
    '@tests': Math.max(1, groups.length),
    '@failures': groups.length,
    '@errors': 0,
    '@skipped': 0,
    testcase:
      groups.length === 0
        ? [{ '@name': 'nothing differs', ...common }]
        : groups.map((group) => ({
            '@name': junitLine(group.cause),
            ...common,
            failure: { '@type': group.kind, '@message': junitLine(causeText(group)), '#text': texts(group) },
          })),
  })
}

const texts = ({ differences, consequences }: CauseGroup): string =>
  [
    ...differences.map(differenceText),
    ...(consequences.length === 0 ? [] : ['what may follow from it:', ...consequences.map(differenceText)]),
  ]
    .map(junitLine)
    .join('\n')

import type { CauseGroup, Rehearsal } from '../../rehearse/index.js'
import { junitLine, junitXml } from '../output/junit.js'
import { causeText, differenceText, sidesText } from './rehearsal-output.js'

/** A rehearsal as JUnit XML: a failed test for each cause, or one passed test. */
export function rehearsalJunit(found: Rehearsal, file: string): string {
  const { title, isSameTarget, groups } = found
  const common = { '@classname': junitLine(title), '@file': junitLine(file) }
  return junitXml({
    '@name': junitLine(`${title}: ${sidesText(found)}`),
    '@tests': Math.max(1, groups.length),
    '@failures': groups.length,
    '@errors': 0,
    '@skipped': 0,
    testcase:
      groups.length === 0
        ? [{ '@name': isSameTarget ? 'both sides are the same' : 'nothing differs', ...common }]
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

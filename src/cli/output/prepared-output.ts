import type { PreparedCampaign } from '../../scaffold/campaign/index.js'
import { reachLines } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** The result of a dry run: which messages work, from which sender and with which funds, and which invariants hold before the first message. */
export function preparedLines({ runs, contracts, untouched }: PreparedCampaign, out: Terminal): readonly string[] {
  const { colors } = out
  const broken = untouched.filter(({ text }) => text !== undefined)
  const held = untouched.filter(({ text }) => text === undefined).map(({ invariant }) => invariant)
  return [
    ...reachLines(contracts, out),
    ...runs.flatMap(({ accepted }) =>
      accepted.map(
        ({ variant, from, funds }) => `  ${variant} works from ${from}${funds === '' ? '' : ` with ${funds}`}`,
      ),
    ),
    '',
    `before the first message, ${held.join(', ')} hold`,
    ...broken.map(
      ({ invariant, text }) =>
        `${colors.yellow('warning')} before the first message, ${invariant} is violated: ${text}`,
    ),
    '',
  ]
}

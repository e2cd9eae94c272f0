import type { PreparedCampaign } from '../../scaffold/campaign/index.js'
import { reachLines } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** What came out when a new campaign was tried: what works, from whom, with what; and what its invariants say of contracts that nobody touched. */
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
    `untouched, ${held.join(', ')} hold`,
    ...broken.map(({ invariant, text }) => `${colors.yellow('warning')} untouched, ${invariant} is broken: ${text}`),
    '',
  ]
}

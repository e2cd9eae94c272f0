import { nowText, type PreparedCampaign } from '../../scaffold/index.js'
import { reachJson, reachLines } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** How many queries are listed of a contract. */
const PROPOSALS = 6

/** The result of a dry run: which messages work, from which sender and with which funds, and which invariants are violated before the first message. */
export function preparedLines(
  { runs, contracts, untouched }: Pick<PreparedCampaign, 'runs' | 'contracts' | 'untouched'>,
  out: Terminal,
): readonly string[] {
  const { colors } = out
  const working = runs.flatMap(({ label, accepted }) => accepted.map((one) => ({ ...one, contract: label })))
  const broken = untouched.filter(({ text }) => text !== undefined)
  return [
    ...reachLines(contracts, out),
    ...(working.length === 0 ? [] : ['', colors.bold('messages that work')]),
    ...working.map(
      ({ contract, variant, from, funds }) =>
        `  ${contract} ${variant} from ${from}${funds === '' ? '' : ` with ${funds}`}`,
    ),
    ...claimsLines(runs, out),
    '',
    untouched.length === 0
      ? 'there was no time to check the invariants before the first message'
      : broken.length === 0
        ? `no invariant is violated before the first message (${untouched.length} checked)`
        : `${broken.length} of ${untouched.length} invariants are violated before the first message, and so in every action sequence:`,
    ...broken.map(({ invariant, text }) => `${colors.yellow('warning')} ${invariant}: ${text}`),
    '',
  ]
}

const isSame = (one: Place, other: Place | undefined): boolean =>
  other !== undefined && one.at === other.at && JSON.stringify(one.query) === JSON.stringify(other.query)
type Place = PreparedCampaign['runs'][number]['amounts'][number]

/** The queries for what actors may claim, and what each gave; of a contract without one in the campaign, those that may be it. */
function claimsLines(runs: PreparedCampaign['runs'], { colors }: Terminal): readonly string[] {
  const lines = runs.flatMap(({ label, claims, amounts }) =>
    (claims === undefined ? amounts.slice(0, PROPOSALS) : [claims]).map(
      (one) =>
        `  ${label} ${claims === undefined ? 'perhaps ' : ''}${JSON.stringify(one.query)} at ${one.at}: ${nowText(one)}`,
    ),
  )
  return lines.length === 0 ? [] : ['', colors.bold('what actors may claim'), ...lines]
}

/** The document of `--dry-run --json`. */
export const preparedJson = ({ file, runs, contracts, untouched, cut }: PreparedCampaign): object => ({
  file,
  isComplete: !cut,
  messages: runs.flatMap(({ label, accepted }) =>
    accepted.map(({ variant, from, funds, msg }) => ({ contract: label, message: variant, from, funds, msg })),
  ),
  contracts: reachJson(contracts),
  claims: runs.flatMap(({ label, claims, amounts }) =>
    [
      ...(claims === undefined ? [] : [{ ...claims, isUsed: true }]),
      ...amounts.filter((one) => !isSame(one, claims)).map((one) => ({ ...one, isUsed: false })),
    ].map((one) => ({ contract: label, ...one })),
  ),
  checks: untouched.map(({ invariant, text }) => ({ invariant, violation: text ?? null })),
})

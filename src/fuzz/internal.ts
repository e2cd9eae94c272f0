/** What other folders of this repository use of campaigns, and users of `sudobox/fuzz` do not. */
export { warningOfCode } from './campaign-file.js'
export { byInvariant, ruleOf, switchedOff, unjudgedTimes } from './checks.js'
export type { Exception } from './config.js'
export {
  dryRun,
  judgeUntouched,
  withLongTimeouts,
  type ClaimProposal,
  type DryRun,
  type UntouchedVerdict,
} from './dry-run/index.js'
export { exceptionText } from './exceptions.js'
export { INVARIANTS } from './invariants/index.js'
export { PLACEHOLDER } from './model/via.js'
export { entryPointReach, wholeReach } from './reach/index.js'
export { SEARCH_PARTS, type SearchPart } from './search/index.js'
export { startCampaign, type Start } from './setup.js'
export { secondsLeft, TimeLimit } from './time-limit.js'

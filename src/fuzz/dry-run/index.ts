export type { ClaimProposal } from './claims.js'
export { dryRun, type DryRun } from './dry-run.js'
export { judgeUntouched, type UntouchedVerdict } from './untouched.js'
export { withLongTimeouts } from './timeouts.js'

/** For the other folders of this repository; `index.ts` is for users of the package. */
export {
  isAsExpected,
  judgeFinding,
  watchFinding,
  type Judged,
  type JudgeOptions,
  type WatchedFinding,
} from './again.js'
export { sequencesIn } from './budget.js'
export { readCampaign, warningOfCode } from './campaign-file.js'
export { byInvariant, ruleOf, switchedOff, unjudgedTimes, type CheckCount } from './checks.js'
export type { GasBound, GasCertificate } from './cliffs/certificate.js'
export { fitGrowth } from './cliffs/cliff.js'
export type { MeasuredGrowth } from './cliffs/growth.js'
export type { QueueProgress, QueueReport } from './cluster/run-queue.js'
export type { CallbackSeen } from './view.js'
export { defineCampaign, type CampaignConfig, type CampaignConfigInput } from './config.js'
export { corpusFixtures } from './corpus/fixtures.js'
export type { DifferenceClass } from './diff/difference.js'
export { differenceFixtures, fixtureOn } from './diff/fixtures.js'
export { compareBuilds, type CompareProgress, type Comparison, type FoundDifference } from './diff/search.js'
export {
  answerFor,
  dryRun,
  joinErrors,
  judgeUntouched,
  learnAnswer,
  leavesOf,
  MAX_BEGINNINGS,
  nftOf,
  put,
  relayBeginnings,
  repairs,
  unreadAnswer,
  withUsableLimits,
  wordsIn,
  type Answers,
  type Beginnings,
  type ShownClaim,
  type DryRun,
  type KnownErrors,
  type UntouchedVerdict,
} from './dry-run/index.js'
export { entryText, exceptionText } from './findings/exceptions.js'
export type { Finding } from './findings/finding.js'
export { GasOfTries, ranOutOfGas } from './gas-of-tries.js'
export { INVARIANTS } from './invariants/index.js'
export { learnedAround } from './model/index.js'
export { PLACEHOLDER } from './model/via.js'
export { runPool, type PoolOptions, type PoolProgress, type PoolReport } from './pool/pool.js'
export { entryPointReach, shapeOf, wholeReach, type ContractReach, type MessageReach } from './reach/index.js'
export { SEARCH_PARTS, type SearchPart } from './search/index.js'
export { startCampaign, type Start } from './setup.js'
export { shrink } from './shrink/shrink-file.js'
export { secondsLeft, TimeIsOver, TimeLimit } from './time-limit.js'
export type { StateView } from './view.js'
export { WORLD_NAMES, type WorldName } from './worlds/names.js'

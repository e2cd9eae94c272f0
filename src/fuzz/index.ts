/** `sudobox/fuzz`: messages generated from schemas, arbitraries, and campaigns. */
export * as arbitraries from './arbitraries/index.js'
export { expectFinding, FindingError, judgeFinding, type Judged, type JudgeOptions } from './again.js'
export type { Budget } from './budget.js'
export type { CampaignReport, Measures, Progress } from './campaign.js'
export { readCampaign } from './campaign-file.js'
export type { BoundKind, GasBound, GasCertificate, GasCrossing } from './cliffs/certificate.js'
export { fitGrowth, type Growth, type GrowthPoint } from './cliffs/cliff.js'
export type { GrowthDegree } from './cliffs/envelope.js'
export type { MeasuredGrowth } from './cliffs/growth.js'
export {
  campaignJsonSchema,
  defineCampaign,
  type CampaignConfig,
  type CampaignConfigInput,
  type Claims,
  type ClaimsFunction,
  type OwnCheck,
  type SetupFunction,
  type TerminalFunction,
} from './config.js'
export type { CampaignCost } from './invariants/costs.js'
export { Corpus, type CorpusWarning, type KeptStory } from './corpus/index.js'
export { countClass, featureOf, StoryCoverage, type Feature } from './coverage.js'
export type { Finding } from './findings/finding.js'
export type { FindingLevel } from './findings/level.js'
export type { Balances, Sums } from './money/money.js'
export { campaign, CampaignFailure, type CampaignInTest } from './in-test.js'
export { shrink, type ShrinkFileOptions, type ShrunkFile } from './shrink/shrink-file.js'
export type { CheckCount, JudgingLimit } from './checks.js'
export type { IsKnown, Verdict } from './oracle.js'
export { runPool, type PoolOptions, type PoolProgress, type PoolReport } from './pool/pool.js'
export { CampaignError } from './pool/sent-error.js'
export type { CodeMoment, CodeRun, ContractReach, MessageReach, Refusal } from './reach/index.js'
export {
  nearlyValid,
  readContractSchema,
  readContractSchemaFile,
  variantNames,
  variantsOf,
  type ContractSchema,
  type MessageSchema,
  type MessageVariant,
  type Surroundings,
} from '../schema/index.js'
export type { CallbackSeen, StateView, StoryView, ExecutedStep } from './view.js'

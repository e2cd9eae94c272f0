import type { SandboxSetting } from '../sandbox/internal.js'
import type { Budget } from './budget.js'
import { CampaignRun } from './campaign-run.js'
import type { CheckCount } from './checks.js'
import type { GasCertificate } from './cliffs/certificate.js'
import type { MeasuredGrowth } from './cliffs/growth.js'
import type { CampaignConfig } from './config.js'
import type { CampaignCost } from './invariants/costs.js'
import type { Corpus } from './corpus/corpus.js'
import type { Finding } from './findings/finding.js'
import type { ContractReach } from './reach/index.js'
import type { SearchPart } from './search/index.js'
import { startCampaign } from './setup.js'
import { unparsedExamples } from './unparsed.js'
import { withThirdChain } from './worlds/index.js'

/** What a campaign has done and found so far. */
export interface Progress {
  /** Action sequences that were run. */
  readonly sequences: number
  readonly actions: number
  readonly features: number
  /** Action sequences in the corpus. */
  readonly corpus: number
  readonly findings: readonly Finding[]
  /** Distinct warnings for the user. */
  readonly warnings: readonly string[]
}

/** What a campaign measured. */
export interface Measures {
  /** Per contract, which messages were accepted and which code ran. */
  readonly contracts: readonly ContractReach[]
  /** How often each invariant could judge. */
  readonly checks: readonly CheckCount[]
  /** The gas of callbacks after different numbers of messages. */
  readonly growths: readonly MeasuredGrowth[]
  /** For each callback that was seen, bounds of its gas, or what makes it run out of gas. */
  readonly certificates: readonly GasCertificate[]
}

/** The result of a campaign. */
export interface CampaignReport extends Progress, Measures {
  readonly costs: readonly CampaignCost[]
  readonly seed: number
  readonly seconds: number
}

export interface CampaignOptions {
  readonly seed: number
  readonly budget: Budget
  /** Milliseconds. The end of the campaign depends on it, and at which moments coverage is recorded; nothing else does. */
  readonly clock: () => number
  /** Milliseconds of CPU time, to measure what the parts of the campaign cost. Nothing else depends on it. */
  readonly cpu?: (() => number) | undefined
  readonly corpus: Corpus
  /** The search strategies to use; all when left out. */
  readonly search?: readonly SearchPart[] | undefined
  /** Clusters of findings from elsewhere; violations in them are ignored. */
  readonly known?: readonly string[]
  readonly onProgress?: (progress: Progress) => void
  /** Called between action sequences. */
  readonly stop?: () => boolean
  /** Asked before each action: ends the campaign as the end of its time does. */
  readonly abandon?: () => boolean
  /** Called while a chain waits for the live one that it was forked from. */
  readonly onFork?: SandboxSetting['onFork']
}

/** One worker's run. It is deterministic in the campaign, the seed and the corpus. @throws what {@link startCampaign} throws */
export async function runCampaign(config: CampaignConfig, options: CampaignOptions): Promise<CampaignReport> {
  const began = options.clock()
  const start = await startCampaign(withThirdChain(config), true, undefined, options.onFork)
  try {
    const run = new CampaignRun(start, options, await unparsedExamples(start), began)
    options.onProgress?.(run.progress())
    await run.all()
    const seconds = (options.clock() - began) / 1000
    return { ...run.progress(), seed: options.seed, seconds, ...run.measures, costs: run.costs }
  } finally {
    await start.sandbox.close()
  }
}

import type { CampaignConfig } from './config.js'
import type { Corpus } from './corpus/index.js'
import type { Finding } from './finding.js'

/** When a campaign ends: at the first of these. */
export interface Budget {
  readonly stories?: number
  readonly seconds?: number
  /** Findings that are no warnings; 1 when left out. */
  readonly findings?: number
}

/** How far a campaign has come. */
export interface Progress {
  readonly stories: number
  readonly actions: number
  readonly features: number
  /** Stories that are kept. */
  readonly corpus: number
  readonly findings: readonly Finding[]
  /** What the user should know, each once. */
  readonly warnings: readonly string[]
}

export interface CampaignReport extends Progress {
  readonly seed: number
  readonly seconds: number
}

export interface CampaignOptions {
  readonly seed: number
  readonly budget: Budget
  /** Milliseconds; it only ends the campaign. */
  readonly clock: () => number
  readonly corpus: Corpus
  readonly onProgress?: (progress: Progress) => void
  /** Asked between stories. */
  readonly stop?: () => boolean
}

/** One worker's run: everything that it does is decided by the campaign, the seed and the corpus. */
export declare function runCampaign(config: CampaignConfig, options: CampaignOptions): Promise<CampaignReport>

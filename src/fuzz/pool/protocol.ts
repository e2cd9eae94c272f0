import type { Budget } from '../budget.js'
import type { CampaignReport, Progress } from '../campaign.js'
import type { OnFork, Pins } from '../forked/forks.js'
import type { VmReleases } from '../../replay/internal.js'
import type { SearchPart } from '../search/index.js'
import type { WorldName } from '../worlds/names.js'
import type { SentError } from './sent-error.js'

/** Workers end after their current action sequence. */
export const AFTER_SEQUENCES = 1
/** Workers abandon their current action sequence. */
export const AT_ONCE = 2

/** The data of a new worker. */
export interface WorkerTask {
  /** The campaign's file. A campaign may have functions, which cannot be sent. */
  readonly file: string
  readonly seed: number
  readonly budget: Budget
  /** When it was sent, by {@link clockOfAll}: the time that the worker takes to start counts towards the budget. */
  readonly sent: number
  readonly corpus: string | undefined
  readonly search: readonly SearchPart[] | undefined
  /** Whether to measure CPU time. */
  readonly costs: boolean
  readonly found: string | undefined
  readonly vm: VmReleases | undefined
  readonly migrateTo: string | undefined
  readonly worlds: readonly WorldName[] | undefined
  /** Whether a campaign that is data may do what a module may. */
  readonly trust: boolean | undefined
  /** Where forks of live chains start. */
  readonly forks: Pins
  /** Folder for what the worker's contracts ran; see `writePart`. */
  readonly coverage?: string | undefined
  /** One 32-bit number: 0, {@link AFTER_SEQUENCES}, or {@link AT_ONCE}. */
  readonly stop: SharedArrayBuffer
}

export type FromWorker =
  | { readonly type: 'progress'; readonly progress: Progress; readonly corpusWarnings: readonly string[] }
  | { readonly type: 'done'; readonly report: CampaignReport; readonly corpusWarnings: readonly string[] }
  | { readonly type: 'fork'; readonly progress: Parameters<OnFork>[0] }
  | { readonly type: 'error'; readonly error: SentError }

/** Milliseconds on a clock that all threads share. */
export const clockOfAll = (): number => performance.timeOrigin + performance.now()

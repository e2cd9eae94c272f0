import type { Budget, CampaignReport, Progress } from '../campaign.js'
import type { SearchPart } from '../search/index.js'
import type { SentError } from './sent-error.js'

/** What a worker is started with. */
export interface WorkerTask {
  /** The campaign's file: modules hold functions, which cannot be sent. */
  readonly file: string
  readonly seed: number
  readonly budget: Budget
  /** When it was sent, as {@link clockOfAll} tells: its seconds pass while the worker starts. */
  readonly sent: number
  readonly corpus: string | undefined
  readonly search: readonly SearchPart[] | undefined
  readonly found: string | undefined
  /** Whether the campaign's file may name what code may. */
  readonly trust: boolean | undefined
  /** One 32-bit number: not 0, the worker ends after its story. */
  readonly stop: SharedArrayBuffer
}

export type FromWorker =
  | { readonly type: 'progress'; readonly progress: Progress; readonly corpusWarnings: readonly string[] }
  | { readonly type: 'done'; readonly report: CampaignReport; readonly corpusWarnings: readonly string[] }
  | { readonly type: 'error'; readonly error: SentError }

/** Milliseconds on a clock that all threads share. */
export const clockOfAll = (): number => performance.timeOrigin + performance.now()

import type { SentError } from '../pool/sent-error.js'
import type { Packed } from './packed.js'
import type { sentResult } from './result.js'
import type { StoryFile } from './slice.js'

/** The data of a new thread. */
export interface ThreadTask {
  readonly packed: Packed
  /** One 32-bit number. When it is not 0, the slice ends after the current action sequence. */
  readonly stop: SharedArrayBuffer
  /** Whether what its contracts ran is counted and sent. */
  readonly coverage: boolean
}

/** The next slice for a thread. */
export interface SliceWork {
  readonly seed: number
  readonly stories: number
  readonly corpus: readonly StoryFile[]
  readonly known: readonly string[]
}

export type FromThread =
  | { readonly type: 'progress'; readonly stories: number; readonly actions: number }
  | { readonly type: 'done'; readonly result: ReturnType<typeof sentResult> }
  | { readonly type: 'error'; readonly error: SentError }

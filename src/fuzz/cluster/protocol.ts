import type { SentError } from '../pool/sent-error.js'
import type { Packed } from './packed.js'
import type { sentResult } from './result.js'
import type { StoryFile } from './slice.js'

/** What a thread is started with. */
export interface ThreadTask {
  readonly packed: Packed
  /** One 32-bit number: not 0, the slice ends after its story. */
  readonly stop: SharedArrayBuffer
}

/** What a thread is told to do next. */
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

import { workerData } from 'node:worker_threads'
import colors from 'picocolors'

type Colors = ReturnType<typeof colors.createColors>

interface TerminalData {
  readonly color?: boolean
  readonly columns?: number
  readonly live?: boolean
}

const data = (workerData ?? {}) as TerminalData

/** What the command knows of where it prints. */
export interface Terminal {
  readonly colors: Colors
  readonly columns: number
  /** Whether lines of progress can be written over: a person looks at them. */
  readonly live: boolean
}

/** @param color undefined: as the terminal wants it */
export const terminal = (color?: boolean): Terminal => ({
  colors: colors.createColors(color ?? data.color ?? false),
  columns: data.columns ?? 120,
  live: data.live ?? false,
})

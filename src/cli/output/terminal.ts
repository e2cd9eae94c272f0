import { workerData } from 'node:worker_threads'
import type { Command } from 'commander'
import colors from 'picocolors'

type Colors = ReturnType<typeof colors.createColors>

interface TerminalData {
  readonly color?: boolean
  readonly columns?: number
  readonly live?: boolean
}

const data = (workerData ?? {}) as TerminalData

/** The terminal that the command prints to. */
export interface Terminal {
  readonly colors: Colors
  readonly columns: number
  /** Whether progress lines can be overwritten: the output is interactive. */
  readonly live: boolean
}

/** @param color undefined for the terminal's default */
export const terminal = (color?: boolean): Terminal => ({
  colors: colors.createColors(color ?? data.color ?? false),
  columns: data.columns ?? 120,
  live: data.live ?? false,
})

/** Whether a command prints colours: false with `--no-color`, otherwise undefined, for the terminal's default. */
export const colorOf = (command: Command): boolean | undefined =>
  command.optsWithGlobals<{ readonly color?: boolean }>().color === false ? false : undefined

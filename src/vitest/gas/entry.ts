/** One comparison, as a test tells it to the reporter: everything is text, for it goes from process to process. */
export interface GasEntry {
  /** The file of the snapshot. */
  readonly file: string
  readonly name: string
  /** Undefined: it was not there. */
  readonly was: string | undefined
  readonly is: string
  /** `written`: the file has it now, by the mode of the run. */
  readonly status: 'same' | 'written' | 'differs' | 'missing'
}

declare module 'vitest' {
  interface TaskMeta {
    /** What `toMatchGasSnapshot` compared. */
    sudoboxGas?: GasEntry[]
  }
}

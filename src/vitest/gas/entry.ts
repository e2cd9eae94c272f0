/** One comparison, as a test sends it to the reporter: all strings, since it passes between processes. */
export interface GasEntry {
  /** The file of the snapshot. */
  readonly file: string
  readonly name: string
  /** Undefined if the file had no entry. */
  readonly was: string | undefined
  readonly is: string
  /** `written`: the run's mode allowed to write it to the file. */
  readonly status: 'same' | 'written' | 'differs' | 'missing'
}

declare module 'vitest' {
  interface TaskMeta {
    /** What `toMatchGasSnapshot` compared. */
    sudoboxGas?: GasEntry[]
  }
}

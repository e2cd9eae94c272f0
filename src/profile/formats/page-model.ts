import type { FrameOf } from '../profile.js'

/** The data of a gas profile's page. Gas is VM gas. */
export interface ProfileDocument {
  readonly title: string
  /** Who wrote it: `Sudobox 1.2.3`. */
  readonly by: string
  /** VM gas of one gas of the chain. */
  readonly perGas: number
  readonly notes: readonly string[]
  /** The contract is a number in the list of contracts; -1 for none. */
  readonly functions: readonly (readonly [name: string, of: FrameOf, contract: number])[]
  readonly files: readonly ProfileFile[]
  /** What ran from the first callback on, if anything ran before it; and everything. */
  readonly views: readonly ProfileView[]
}

/** A part of the run. */
export interface ProfileView {
  /** What each contract spent itself, and with all that it called. */
  readonly contracts: readonly (readonly [name: string, calls: number, self: number, total: number])[]
  /** The tree of calls: of each node its parent (-1 for none), its function, and what it spent itself. A parent comes before its children. */
  readonly parents: readonly number[]
  readonly calls: readonly number[]
  readonly self: readonly number[]
  readonly lines: readonly ProfileLine[]
}

export interface ProfileFile {
  /** For display. */
  readonly path: string
  /** Undefined where it was not found. */
  readonly text?: string
}

/** A line that spent gas, or called something that did. */
export type ProfileLine = readonly [file: number, line: number, self: number, total: number, isOwn: 0 | 1]

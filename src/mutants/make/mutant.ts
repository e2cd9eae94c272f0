import type { EntryPoint } from '../../vm/internal.js'
import type { Patch, Place } from '../../vm/stand-in/index.js'

/** What is changed; docs/guides/mutants.md describes each. */
export type Mutator =
  | 'Boundary'
  | 'Negation'
  | 'Condition'
  | 'Arithmetic'
  | 'Constant'
  | 'Write'
  | 'Call'
  | 'Message'
  | 'Result'

/** Changes the answers to one kind of message. */
export interface AnswerChange {
  readonly entry: EntryPoint
  /** Its name; undefined where messages have none. */
  readonly message: string | undefined
  /** `error`: an error becomes an empty response. A number: that message of the response is dropped. */
  readonly change: 'error' | number
}

/** A small fault in a contract: one line of its source that says something else. */
export interface Mutant {
  /** Counted from 0, in the order of the source. */
  readonly id: number
  readonly mutator: Mutator
  /** The path as reports name it. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. What is changed begins there, and ends before `endColumn`. */
  readonly column: number
  readonly endColumn: number
  /** The line, without its indentation; empty if the source is not known. */
  readonly text: string
  readonly replacement: string
  /** Empty if answers change. */
  readonly patches: readonly Patch[]
  readonly answer?: AnswerChange
}

/** Where a mutant is: a test that runs none of these places does not reach it. */
export const placesOf = ({ patches }: Pick<Mutant, 'patches'>): readonly Place[] =>
  patches
    // The first patch of each function may be at a call of the host that others share.
    .filter(({ locals }) => locals === undefined || patches.length === 1)
    .map((patch) => [patch.function, patch.from] as const)

/** What JSON says of a mutant. */
export const mutantJson = ({ id, mutator, file, line, column, endColumn, text, replacement }: Mutant): object => ({
  id,
  mutator,
  file,
  line,
  column,
  endColumn,
  text,
  replacement,
})

/** `contract.rs:212  if amount <= claim  →  <`. */
export const mutantText = ({ file, line, text, replacement }: Mutant): string =>
  `${file}:${line}  ${text === '' ? '' : `${text}  `}→  ${replacement}`

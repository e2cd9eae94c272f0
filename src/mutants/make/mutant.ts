import type { EntryPoint } from '../../vm/internal.js'
import type { Patch } from '../../vm/stand-in/index.js'

/** What a mutator does, for a table of them. */
export const MUTATORS = {
  Boundary: 'a comparison takes in its boundary, or leaves it out; equal for different',
  Negation: 'a branch goes the other way',
  Condition: 'a branch always goes one way',
  Arithmetic: 'another operation: + for -, * for /, min for max',
  Constant: 'one more, 0, or 1 in place of a number in the source',
  Write: 'nothing that a call saves or removes reaches the storage',
  Call: 'a call without a result is left out',
  Message: 'a message of the response is dropped',
  Result: 'an error is answered as a success',
} as const

export type Mutator = keyof typeof MUTATORS

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
  /** As reports name it. */
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

/** `contract.rs:212  if amount <= claim  →  <`. */
export const mutantText = ({ file, line, text, replacement }: Mutant): string =>
  `${file}:${line}  ${text === '' ? '' : `${text}  `}→  ${replacement}`

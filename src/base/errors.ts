import { asLines } from './plain-line.js'

/** The parts of a Sudobox error; see {@link SudoboxError}. */
export interface ErrorParts {
  /** Detail lines: what was given, what was expected, which call would be right. */
  readonly details?: readonly string[]
  readonly cause?: unknown
}

/**
 * The base class of all errors that Sudobox throws. `message` is the short message followed by the details, one a line; line ends and other control
 * characters in them are escaped there, since contracts write them.
 * `code` is stable and suitable for `switch`: a word of Sudobox's own, or the number from the chain or JSON-RPC node.
 * Texts that a real chain prints are in `shortMessage` unchanged.
 */
export abstract class SudoboxError extends Error {
  abstract readonly code: string | number
  readonly shortMessage: string
  readonly details: readonly string[]

  constructor(shortMessage: string, parts: ErrorParts = {}) {
    const details = parts.details ?? []
    super(
      asLines([shortMessage, ...details.map((line) => `  ${line}`)]),
      'cause' in parts ? { cause: parts.cause } : {},
    )
    this.name = new.target.name
    this.shortMessage = shortMessage
    this.details = details
  }

  /** The first error of the cause chain, itself included, that the predicate accepts; undefined when none does. */
  walk<T extends Error>(accepts: (error: Error) => error is T): T | undefined
  walk(accepts: (error: Error) => boolean): Error | undefined
  walk(accepts: (error: Error) => boolean): Error | undefined {
    return chainOf(this).find(accepts)
  }
}

/** An error and its causes, the outermost first; each once, since a foreign error may be its own cause. */
export function chainOf(error: unknown): readonly Error[] {
  const chain = new Set<Error>()
  for (let one = error; one instanceof Error && !chain.has(one); one = one.cause) chain.add(one)
  return [...chain]
}

/** The API was called with invalid input. The text says what was given, what was expected and which call is right. */
export class UsageError extends SudoboxError {
  readonly code = 'USAGE'
}

/** A feature of a real chain that this version lacks. Thrown where it is used; no made-up value is ever returned. */
export class NotSupportedError extends SudoboxError {
  readonly code = 'NOT_SUPPORTED'
}

/**
 * An error as a chain reports it: ABCI codespace and code, and the log text exactly as the chain prints it.
 * Source: cosmossdk.io/errors, `ABCIInfo`; unregistered errors are `undefined`/1, recovered panics `undefined`/111222.
 */
export class ChainError extends SudoboxError {
  readonly codespace: string
  readonly code: number
  /** The full text, wrappings included: `<description>: <root text>`. */
  readonly log: string

  constructor(init: { codespace: string; code: number; log: string } & ErrorParts) {
    super(init.log, init)
    this.codespace = init.codespace
    this.code = init.code
    this.log = init.log
  }
}

/** A JSON-RPC error: `code`, message and `data` are sent unchanged. */
export class RpcError extends SudoboxError {
  readonly code: number
  readonly data: unknown

  constructor(init: { code: number; message: string; data?: unknown } & ErrorParts) {
    super(init.message, init)
    this.code = init.code
    this.data = init.data
  }
}

/** A file that cannot be used: which one, and where in it (a JSON pointer, `''` for the whole). */
export class FixtureError extends SudoboxError {
  readonly code = 'FIXTURE'
  readonly file: string
  readonly pointer: string
  /** What is wrong, without the place. */
  readonly reason: string

  constructor(init: { file: string; pointer: string; message: string } & ErrorParts) {
    super(`${init.file}${init.pointer === '' ? '' : `#${init.pointer}`}: ${init.message}`, init)
    this.file = init.file
    this.pointer = init.pointer
    this.reason = init.message
  }

  /** The error for a value at this place in the file. */
  below(pointer: string): FixtureError {
    return new FixtureError({
      file: this.file,
      pointer: `${pointer}${this.pointer}`,
      message: this.reason,
      details: this.details,
      cause: this.cause,
    })
  }
}

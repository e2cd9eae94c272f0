import { expect, type MatcherState } from 'vitest'
import { asLines, inLine, SudoboxError, UsageError } from '../../base/index.js'
import { failureLines } from '../../debug/index.js'
import {
  callbackLines,
  debugLines,
  gasLine,
  hasFailedCallback,
  outcomeLine,
  resultBehind,
  senderLines,
  traceLines,
  TxError,
  type TxResult,
} from '../../sandbox/internal.js'

/** The context that Vitest passes to a matcher. */
export type MatcherContext = MatcherState

export interface Verdict {
  readonly pass: boolean
  readonly message: () => string
}

/** Coins, gas and ids as people write them in tests. */
export type Amount = bigint | number

/** A string, a regular expression, or an asymmetric matcher such as `expect.stringContaining('x')`. */
export type TextMatch = string | RegExp | AsymmetricMatch

/** An asymmetric matcher, such as `expect.anything()`. */
export interface AsymmetricMatch {
  asymmetricMatch(other: unknown, ...rest: never[]): boolean
  toString(): string
}

/** The `this` of matchers that do not wait: a promise is an error of the type checker. */
export type Settled<R> =
  R extends PromiseLike<unknown> ? 'write expect(await …), expect(…).resolves or expect(…).rejects' : unknown

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isAsymmetric = (value: unknown): value is AsymmetricMatch =>
  isObject(value) && typeof value['asymmetricMatch'] === 'function'

/** Regular expressions inside an expected value match strings. */
function withExpressions(expected: unknown): unknown {
  if (expected instanceof RegExp) return expect.stringMatching(expected) as unknown
  if (isAsymmetric(expected) || expected instanceof Uint8Array) return expected
  if (Array.isArray(expected)) return expected.map(withExpressions)
  if (isObject(expected))
    return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, withExpressions(value)]))
  return expected
}

/** Whether a value matches an expected one: omitted members of objects are not compared. */
export const matches = (context: MatcherContext, actual: unknown, expected: unknown): boolean =>
  context.equals(actual, withExpressions(expected), [
    ...context.customTesters,
    context.utils.iterableEquality,
    context.utils.subsetEquality,
  ])

/** A value for a message, on one line. */
export function show(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (isAsymmetric(value)) return value.toString()
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint') return `${member}n`
    if (member instanceof Uint8Array) return `0x${Buffer.from(member).toString('hex')}`
    if (member instanceof RegExp) return String(member)
    if (isAsymmetric(member)) return member.toString()
    return member
  })
  return inLine(text?.replace(/"(-?\d+n)"/g, '$1') ?? String(value))
}

/** Describes what was passed instead of a subject. */
export function described(given: unknown): string {
  if (given instanceof Error) return inLine(`${given.name}: ${given.message.split('\n')[0]}`)
  if (given instanceof Promise) return 'a promise'
  if (Array.isArray(given)) return `a list of ${given.length}`
  if (isObject(given)) return `an object with the keys ${Object.keys(given).slice(0, 6).join(', ') || '(none)'}`
  return typeof given === 'string' ? JSON.stringify(given.slice(0, 60)) : String(given)
}

/** A matcher received something that it does not support. */
export function wrongSubject(matcher: string, wants: string, right: string, given: unknown): UsageError {
  leave(given)
  if (given instanceof Promise)
    return new UsageError(`an await is missing: ${matcher}() received a promise`, {
      details: [
        `right: ${right.replace(/expect\([a-z]+\)/, 'expect(await …)')}`,
        `right: await expect(…).rejects.${matcher}(…), if it should fail`,
      ],
    })
  return new UsageError(`${matcher}() needs ${wants}`, {
    details: [`given: ${described(given)}`, `right: ${right}`],
  })
}

/** Nothing awaits this promise any more; its rejection must not end the process. */
export function leave(given: unknown): void {
  if (given instanceof Promise) given.catch(() => undefined)
}

/** Whether a value is the transaction result of a sandbox's action. */
export const isResult = (value: unknown): value is TxResult => isObject(value) && 'gasUsed' in value && 'trace' in value

/** @throws UsageError for anything but a result */
export function resultOf(received: unknown, matcher: string): TxResult {
  if (received instanceof TxError) return received.result
  const sent = resultBehind(received)
  if (sent !== undefined) return sent
  if (isResult(received)) return received
  const isClients =
    received instanceof Error
      ? !(received instanceof SudoboxError)
      : isObject(received) && 'transactionHash' in received
  const right = isClients
    ? `expect(neutron.resultOf(sent)).${matcher}(…), for a client over a port`
    : `expect(result).${matcher}(…)`
  throw wrongSubject(matcher, 'the result of a transaction or at a TxError', right, received)
}

/** The result of a transaction as readable text, with its tree of calls. */
export const resultText = (result: TxResult): string =>
  asLines([
    outcomeLine(result),
    ...senderLines(result),
    ...(result.hints ?? []),
    ...callbackLines(result),
    ...(hasFailedCallback(result)
      ? [
          'to expect a failed callback: expect(contract).toHaveFailures()',
          'to check only the transaction: expect(result).toBeDelivered()',
        ]
      : []),
    gasLine(result),
    ...result.trace.flatMap((node) => traceLines(node, 1)),
    ...failureLines(result.trace),
    ...debugLines(result.debug),
  ])

/** `not ` where the matcher is negated. */
export const not = (context: MatcherContext): string => (context.isNot ? 'not ' : '')

/** Lines under a heading; `none` if there are none. */
export const listed = (heading: string, lines: readonly string[]): string =>
  asLines([heading, ...(lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`))])

import { expect } from 'vitest'
import { TxError, type EventResult, type TxResult } from '../sandbox/result.js'
import { traceLines } from '../sandbox/trace.js'
import { UsageError } from '../base/errors.js'

/** What a failing transaction is compared with; what is left out is not looked at. */
export interface ExpectedFailure {
  readonly codespace?: string
  readonly code?: number
  /** The whole raw log, or an expression that it matches. */
  readonly message?: string | RegExp
}

/** Exactly so much gas, or a bound; `sudo` is what the calls under the sudo limit were charged, together. */
export type ExpectedGas = bigint | { readonly max: bigint } | { readonly sudo: bigint | { readonly max: bigint } }

export interface SudoboxMatchers<R = unknown> {
  /** The transaction has code 0. */
  toSucceed(): R
  /** The transaction failed as told. Takes a result or the `TxError` that was thrown (`await expect(…).rejects.toFailWith(…)`). */
  toFailWith(expected: ExpectedFailure): R
  /** An event of the type was emitted that carries all of these attributes. */
  toEmit(type: string, attributes?: Readonly<Record<string, string>>): R
  toUseGas(expected: ExpectedGas): R
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-explicit-any
  interface Matchers<T = any> extends SudoboxMatchers<T> {}
}

function resultOf(received: unknown, matcher: string): TxResult {
  if (received instanceof TxError) return received.result
  if (typeof received === 'object' && received !== null && 'gasUsed' in received && 'trace' in received)
    return received as TxResult
  throw new UsageError(`${matcher}() looks at the result of a transaction or at a TxError`, {
    details: [
      `given: ${received instanceof Error ? received.message : typeof received}`,
      received instanceof Promise ? `right: expect(await …).${matcher}(…)` : `right: expect(result).${matcher}(…)`,
    ],
  })
}

const story = (result: TxResult): string =>
  [
    result.code === 0
      ? 'it succeeded'
      : `it failed with codespace ${result.codespace}, code ${result.code}: ${result.rawLog}`,
    `gas used: ${result.gasUsed} of ${result.gasWanted}`,
    ...result.trace.flatMap((node) => traceLines(node, 1)),
  ].join('\n')

const showEvent = (event: EventResult): string =>
  `  ${event.type} {${event.attributes.map(([key, value]) => `${key}: ${value}`).join(', ')}}`

const matchesText = (text: string, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? text === expected : expected.test(text)

function withinGas(used: bigint, expected: bigint | { readonly max: bigint }): boolean {
  return typeof expected === 'bigint' ? used === expected : used <= expected.max
}

const showBound = (expected: bigint | { readonly max: bigint }): string =>
  typeof expected === 'bigint' ? `exactly ${expected}` : `at most ${expected.max}`

expect.extend({
  toSucceed(received: unknown) {
    const result = resultOf(received, 'toSucceed')
    return {
      pass: result.code === 0,
      message: () => `expected the transaction ${this.isNot ? 'to fail' : 'to succeed'}, but ${story(result)}`,
    }
  },

  toFailWith(received: unknown, expected: ExpectedFailure) {
    const result = resultOf(received, 'toFailWith')
    const pass =
      result.code !== 0 &&
      (expected.codespace === undefined || expected.codespace === result.codespace) &&
      (expected.code === undefined || expected.code === result.code) &&
      (expected.message === undefined || matchesText(result.rawLog, expected.message))
    const wanted = [
      expected.codespace === undefined ? '' : `codespace ${expected.codespace}`,
      expected.code === undefined ? '' : `code ${expected.code}`,
      expected.message === undefined ? '' : `message ${String(expected.message)}`,
    ].filter(Boolean)
    return {
      pass,
      message: () =>
        `expected the transaction ${this.isNot ? 'not ' : ''}to fail with ${wanted.join(', ')}, but ${story(result)}`,
    }
  },

  toEmit(received: unknown, type: string, attributes: Readonly<Record<string, string>> = {}) {
    const result = resultOf(received, 'toEmit')
    const wanted = Object.entries(attributes)
    const pass = result.events.some(
      (event) =>
        event.type === type &&
        wanted.every(([key, value]) => event.attributes.some(([name, actual]) => name === key && actual === value)),
    )
    const emitted = result.events.map(showEvent).join('\n')
    return {
      pass,
      message: () =>
        `expected ${this.isNot ? 'no' : 'an'} event${showEvent({ type, attributes: wanted })}\nemitted were\n${emitted === '' ? '  none' : emitted}`,
    }
  },

  toUseGas(received: unknown, expected: ExpectedGas) {
    const result = resultOf(received, 'toUseGas')
    const sudo = typeof expected === 'object' && 'sudo' in expected
    const bound = sudo ? expected.sudo : expected
    const used = sudo ? result.sudo.reduce((sum, call) => sum + call.gasUsed, 0n) : result.gasUsed
    return {
      pass: withinGas(used, bound),
      message: () =>
        `expected ${sudo ? 'the calls under the sudo limit' : 'the transaction'} ${this.isNot ? 'not ' : ''}to use ${showBound(bound)} gas, but used ${used}; ${story(result)}`,
    }
  },
})

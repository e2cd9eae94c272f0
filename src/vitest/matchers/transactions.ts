import { hasFailedCallback, type EventResult } from '../../sandbox/internal.js'
import {
  type MatcherContext,
  matches,
  not,
  resultOf,
  resultText,
  type Settled,
  show,
  type TextMatch,
  type Verdict,
} from './context.js'
import { asLine, asLines, inLine, nearestTexts } from '../../base/index.js'

/** What a failed transaction is compared with; omitted members are not compared. */
export interface ExpectedFailure {
  readonly codespace?: TextMatch
  readonly code?: number
  /** The raw log. */
  readonly message?: TextMatch
}

/** An exact amount of gas, or a bound; `sudo` is the total gas of the calls under the sudo limit. */
export type ExpectedGas = bigint | { readonly max: bigint } | { readonly sudo: bigint | { readonly max: bigint } }

export interface TransactionMatchers<R = unknown> {
  /** The transaction has code 0, and no callback in it failed. */
  toSucceed(this: Settled<R>): R
  /** The transaction has code 0, even if callbacks in it failed and were recorded by the chain. */
  toBeDelivered(this: Settled<R>): R
  /** The transaction failed in this way. Takes a result or a thrown `TxError` (`await expect(…).rejects.toFailWith(…)`). */
  toFailWith(this: Settled<R>, expected: ExpectedFailure): R
  /** An event of this type with all of these attributes was emitted. */
  toEmit(this: Settled<R>, type: string, attributes?: Readonly<Record<string, TextMatch>>): R
  /** The transaction, or with `{ sudo }` the calls under the sudo limit, used this much gas. */
  toUseGas(this: Settled<R>, expected: ExpectedGas): R
}

const showEvent = (event: EventResult): string =>
  asLine(`  ${event.type} {${event.attributes.map(([key, value]) => `${key}: ${value}`).join(', ')}}`)

/** The closest event, and what it lacks; undefined if none has this type or a similar one. */
function closest(
  context: MatcherContext,
  events: readonly EventResult[],
  type: string,
  attributes: Readonly<Record<string, TextMatch>>,
): string | undefined {
  const wanted = Object.entries(attributes)
  const has = (event: EventResult, key: string, value: TextMatch): boolean =>
    event.attributes.some(([name, actual]) => name === key && matches(context, actual, value))
  const [best] = events
    .filter((event) => event.type === type)
    .map((event) => ({ event, missing: wanted.filter(([key, value]) => !has(event, key, value)) }))
    .toSorted((a, b) => a.missing.length - b.missing.length)
  if (best === undefined) {
    const types = [...new Set(events.map((event) => event.type))]
    const [like] = nearestTexts(type, types)
    return like === undefined ? undefined : inLine(`no event has that type; the most similar is ${like}`)
  }
  const lines = best.missing.map(([key, value]) => {
    const actual = best.event.attributes.filter(([name]) => name === key).map(([, text]) => text)
    return `  ✗ ${key}: expected ${plain(value)}, ${actual.length === 0 ? 'but it is missing' : `but it is ${actual.join(', ')}`}`
  })
  return asLines([`the most similar event is${showEvent(best.event)}`, ...lines])
}

const withinGas = (used: bigint, expected: bigint | { readonly max: bigint }): boolean =>
  typeof expected === 'bigint' ? used === expected : used <= expected.max

const showBound = (expected: bigint | { readonly max: bigint }): string =>
  typeof expected === 'bigint' ? `exactly ${expected}` : `at most ${expected.max}`

const plain = (expected: TextMatch): string => (typeof expected === 'string' ? inLine(expected) : show(expected))

export const transactionMatchers = {
  toSucceed(this: MatcherContext, received: unknown): Verdict {
    const result = resultOf(received, 'toSucceed')
    return {
      pass: result.code === 0 && result.ethereum?.failure === undefined && !hasFailedCallback(result),
      message: () => `expected the transaction ${this.isNot ? 'to fail' : 'to succeed'}, but ${resultText(result)}`,
    }
  },

  toBeDelivered(this: MatcherContext, received: unknown): Verdict {
    const result = resultOf(received, 'toBeDelivered')
    return {
      pass: result.code === 0,
      message: () => `expected the chain ${not(this)}to accept the transaction, but ${resultText(result)}`,
    }
  },

  toFailWith(this: MatcherContext, received: unknown, expected: ExpectedFailure): Verdict {
    const result = resultOf(received, 'toFailWith')
    const { codespace, code, message } = expected
    const pass =
      result.code !== 0 &&
      (codespace === undefined || matches(this, result.codespace, codespace)) &&
      (code === undefined || matches(this, result.code, code)) &&
      (message === undefined || matches(this, result.rawLog, message))
    const wanted = [
      codespace === undefined ? '' : `codespace ${plain(codespace)}`,
      code === undefined ? '' : `code ${String(code)}`,
      message === undefined ? '' : `message ${plain(message)}`,
    ].filter(Boolean)
    return {
      pass,
      message: () =>
        `expected the transaction ${not(this)}to fail with ${wanted.join(', ')}, but ${resultText(result)}`,
    }
  },

  toEmit(
    this: MatcherContext,
    received: unknown,
    type: string,
    attributes: Readonly<Record<string, TextMatch>> = {},
  ): Verdict {
    const result = resultOf(received, 'toEmit')
    const wanted = Object.entries(attributes)
    const pass = result.events.some(
      (event) =>
        event.type === type &&
        wanted.every(([key, value]) =>
          event.attributes.some(([name, actual]) => name === key && matches(this, actual, value)),
        ),
    )
    const events = result.events.filter(({ type: name }) => name === type || name !== 'tx')
    const emitted = events.map(showEvent).join('\n')
    const nearest = pass ? undefined : closest(this, events, type, attributes)
    const expected = showEvent({ type, attributes: wanted.map(([key, value]) => [key, plain(value)]) })
    return {
      pass,
      message: () =>
        `expected ${this.isNot ? 'no' : 'an'} event${expected}\n${nearest === undefined ? '' : `${nearest}\n`}the emitted events are\n${emitted === '' ? '  none' : emitted}\n${resultText(result)}`,
    }
  },

  toUseGas(this: MatcherContext, received: unknown, expected: ExpectedGas): Verdict {
    const result = resultOf(received, 'toUseGas')
    const sudo = typeof expected === 'object' && 'sudo' in expected
    const bound = sudo ? expected.sudo : expected
    const used = sudo ? result.sudo.reduce((sum, call) => sum + call.gasUsed, 0n) : result.gasUsed
    return {
      pass: withinGas(used, bound),
      message: () =>
        `expected ${sudo ? 'the calls under the sudo limit' : 'the transaction'} ${not(this)}to use ${showBound(bound)} gas, but it used ${used}; ${resultText(result)}`,
    }
  },
}

import { Contract, jsonValue, SandboxChain, SolidityContract, type FailureRecord } from '../../sandbox/internal.js'
import {
  type AsymmetricMatch,
  listed,
  type MatcherContext,
  matches,
  not,
  type Settled,
  show,
  type TextMatch,
  type Verdict,
  wrongSubject,
} from './context.js'

/** What a recorded failure is compared with; omitted members are not compared. */
export interface ExpectedFailureRecord {
  readonly id?: bigint | AsymmetricMatch
  /** The redacted error, as the chain stores it. */
  readonly error?: TextMatch
  /** The full error. */
  readonly details?: TextMatch
  readonly address?: TextMatch
  /** The sudo message that the contract received, or a part of it. */
  readonly message?: unknown
}

export interface FailureMatchers<R = unknown> {
  /** A contract or a chain has failed callbacks: at least one, this many, or exactly these in order. */
  toHaveFailures(this: Settled<R>, expected?: number | readonly ExpectedFailureRecord[]): R
  /**
   * A contract or a chain has a failed callback that matches.
   * @example expect(vault).toHaveFailure({ details: /out of gas/ })
   */
  toHaveFailure(this: Settled<R>, expected: ExpectedFailureRecord): R
}

const WANTS = 'the failed callbacks of a contract or a chain'

function failuresOf(received: unknown, matcher: string): readonly FailureRecord[] {
  if (received instanceof Contract || received instanceof SolidityContract || received instanceof SandboxChain)
    return received.failures()
  throw wrongSubject(matcher, WANTS, `expect(contract).${matcher}(…)`, received)
}

const viewOf = ({ id, error, details, address, sudoPayload }: FailureRecord) => ({
  id,
  error,
  details,
  address,
  message: jsonValue(sudoPayload),
})

const lines = (failures: readonly FailureRecord[]): string =>
  listed(
    'the recorded failures are',
    failures.flatMap(({ id, address, error, details, sudoPayload }) => [
      `${id} of ${address}: ${error}`,
      ...[details ?? '', Buffer.from(sudoPayload).toString().slice(0, 300)].filter(Boolean).map((line) => `  ${line}`),
    ]),
  )

export const failureMatchers = {
  toHaveFailures(
    this: MatcherContext,
    received: unknown,
    expected?: number | readonly ExpectedFailureRecord[],
  ): Verdict {
    const failures = failuresOf(received, 'toHaveFailures')
    const wanted =
      expected === undefined
        ? 'failed callbacks'
        : typeof expected === 'number'
          ? `${expected} failed callbacks`
          : `the failed callbacks ${show(expected)}`
    const pass =
      expected === undefined
        ? failures.length > 0
        : typeof expected === 'number'
          ? failures.length === expected
          : matches(this, failures.map(viewOf), expected)
    return { pass, message: () => `expected ${not(this)}to have ${wanted}, but ${lines(failures)}` }
  },

  toHaveFailure(this: MatcherContext, received: unknown, expected: ExpectedFailureRecord): Verdict {
    const failures = failuresOf(received, 'toHaveFailure')
    return {
      pass: failures.some((failure) => matches(this, viewOf(failure), expected)),
      message: () => `expected ${not(this)}to have a failed callback ${show(expected)}, but ${lines(failures)}`,
    }
  },
}

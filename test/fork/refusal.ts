import { expect } from 'vitest'
import { ForkError, type ForkFailure } from '../../src/fork/index.js'

/** The error of a step that must fail for this reason, with a text that says so. */
export function expectRefusal(step: () => unknown, failure: ForkFailure, text: RegExp): ForkError {
  let thrown: unknown
  try {
    step()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ForkError)
  const error = thrown as ForkError
  expect(error.message).toMatch(text)
  expect(error.failure).toBe(failure)
  return error
}

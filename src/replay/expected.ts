import type { Json } from '../sandbox/internal.js'
import type { Step } from './fixture.js'

/** Members of an expectation that say whether the step succeeds. */
const STATUS_MEMBERS = ['ok', 'code', 'codespace', 'rawLog', 'error', 'refused', '$is']

/** The expectation of a step; unless it says otherwise, the step has to succeed. */
export function expectation(step: Step): Json {
  const expected = step.expect ?? {}
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return expected
  return STATUS_MEMBERS.some((member) => member in expected) ? expected : Object.assign({ ok: true }, expected)
}

/** Whether a step expects to be refused as misuse, before it reaches a chain. */
export function expectsRefusal({ expect }: Step): boolean {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isObject(expect)) return false
  return 'refused' in expect || ('$is' in expect && isObject(expect.$is) && 'refused' in expect.$is)
}

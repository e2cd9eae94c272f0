import { jsonPointer, own, UsageError } from '../base/index.js'
import type { Json } from '../sandbox/internal.js'

/** The first place where an outcome differs from what was expected. */
export interface Difference {
  /** JSON pointer into the outcome. */
  readonly pointer: string
  /** What was expected, in words. */
  readonly expected: string
  readonly actual: Json | undefined
}

type Path = readonly (string | number)[]
type JsonObject = { readonly [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: Json): string => JSON.stringify(value)

/** Outcomes have whole numbers as decimal strings; expectations may also use numbers. */
const sameScalar = (expected: Json, actual: Json | undefined): boolean =>
  expected === actual || (typeof expected === 'number' && actual === String(expected))

function wholeNumber(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined
}

type Operator = (operand: Json, actual: Json | undefined, path: Path) => Difference | undefined

function bound(words: string, holds: (actual: bigint, limit: bigint) => boolean): Operator {
  return (operand, actual, path) => {
    const limit = wholeNumber(operand)
    if (limit === undefined) throw new UsageError(`${words} takes a whole number, not ${show(operand)}`)
    const value = wholeNumber(actual)
    return value !== undefined && holds(value, limit)
      ? undefined
      : { pointer: jsonPointer(path), expected: `${words} ${limit}`, actual }
  }
}

function regularExpression(text: string): RegExp {
  try {
    return new RegExp(text, 'u')
  } catch (cause) {
    throw new UsageError(`$match takes a regular expression, not ${show(text)}`, { cause })
  }
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  $is: (operand, actual, path) => exactDifference(operand, actual, path),
  $max: bound('at most', (actual, limit) => actual <= limit),
  $min: bound('at least', (actual, limit) => actual >= limit),
  $match: (operand, actual, path) => {
    if (typeof operand !== 'string') throw new UsageError(`$match takes a regular expression, not ${show(operand)}`)
    return typeof actual === 'string' && regularExpression(operand).test(actual)
      ? undefined
      : { pointer: jsonPointer(path), expected: `a text that matches /${operand}/`, actual }
  },
  $absent: (_operand, actual, path) =>
    actual === undefined ? undefined : { pointer: jsonPointer(path), expected: 'nothing', actual },
  $contains: (operand, actual, path) => {
    if (!Array.isArray(operand)) throw new UsageError(`$contains takes a list, not ${show(operand)}`)
    const rows: readonly Json[] = Array.isArray(actual) ? actual : []
    const missing = operand.find((wanted: Json) => !rows.some((row) => firstDifference(wanted, row) === undefined)) as
      | Json
      | undefined
    return missing === undefined
      ? undefined
      : { pointer: jsonPointer(path), expected: `a list that contains ${show(missing)}`, actual }
  },
}

/** The first place where the outcome is not as expected; undefined if there is none. @throws UsageError for an invalid operator. */
export function firstDifference(expected: Json, actual: Json | undefined, path: Path = []): Difference | undefined {
  if (Array.isArray(expected)) return differenceOfLists(expected as readonly Json[], actual, path)
  if (isObject(expected)) return differenceOfObjects(expected, actual, path)
  return sameScalar(expected, actual) ? undefined : { pointer: jsonPointer(path), expected: show(expected), actual }
}

function differenceOfLists(expected: readonly Json[], actual: Json | undefined, path: Path): Difference | undefined {
  if (!Array.isArray(actual)) return { pointer: jsonPointer(path), expected: show(expected), actual }
  for (const [index, wanted] of expected.entries()) {
    const difference = firstDifference(wanted, actual[index] as Json | undefined, [...path, index])
    if (difference) return difference
  }
  return actual.length === expected.length
    ? undefined
    : { pointer: jsonPointer(path), expected: `${expected.length} elements, not ${actual.length}`, actual }
}

function differenceOfObjects(expected: JsonObject, actual: Json | undefined, path: Path): Difference | undefined {
  const keys = Object.keys(expected)
  if (keys.some((key) => key.startsWith('$'))) {
    for (const key of keys) {
      const operator = own(OPERATORS, key)
      if (!operator) throw new UsageError(`unknown operator "${key}"; operators: ${Object.keys(OPERATORS).join(', ')}`)
      const difference = operator(expected[key]!, actual, path)
      if (difference) return difference
    }
    return undefined
  }
  if (!isObject(actual)) return { pointer: jsonPointer(path), expected: show(expected), actual }
  for (const key of keys) {
    const difference = firstDifference(expected[key]!, own(actual, key), [...path, key])
    if (difference) return difference
  }
  return undefined
}

/** The first place where two values differ; all members are compared. */
function exactDifference(expected: Json, actual: Json | undefined, path: Path): Difference | undefined {
  const differs = (): Difference => ({ pointer: jsonPointer(path), expected: show(expected), actual })
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differs()
    if (actual.length !== expected.length)
      return { pointer: jsonPointer(path), expected: `${expected.length} elements, not ${actual.length}`, actual }
    return firstOf(expected.keys(), (index) =>
      exactDifference(expected[index] as Json, actual[index] as Json, [...path, index]),
    )
  }
  if (!isObject(expected)) return expected === actual ? undefined : differs()
  if (!isObject(actual)) return differs()
  return (
    firstOf(Object.keys(expected), (key) => exactDifference(expected[key]!, own(actual, key), [...path, key])) ??
    firstOf(Object.keys(actual), (key) =>
      Object.hasOwn(expected, key)
        ? undefined
        : { pointer: jsonPointer([...path, key]), expected: 'nothing', actual: actual[key] },
    )
  )
}

function firstOf<T>(items: Iterable<T>, difference: (item: T) => Difference | undefined): Difference | undefined {
  for (const item of items) {
    const found = difference(item)
    if (found) return found
  }
  return undefined
}

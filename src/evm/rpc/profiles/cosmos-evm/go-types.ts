import { array, boolean, string, type Validator } from '../../../validate.js'

/** A type for which Go's null is its zero value. */
const orZero =
  <T>(read: Validator<T>, zero: T): Validator<T> =>
  (value, path) =>
    value === null ? zero : read(value, path)

export const goString = orZero(string, '')
export const goBoolean = orZero(boolean, false)
export const goStrings = orZero<readonly string[]>(array(string), [])

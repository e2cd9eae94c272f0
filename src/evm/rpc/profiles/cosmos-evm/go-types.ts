import { Mismatch, array, boolean, integer, number, string, type Validator } from '../../../validate.js'

/** A type for which Go's null is its zero value. */
const orZero = <T>(read: Validator<T>, zero: T): Validator<T> =>
  Object.assign((value: unknown, path: string): T => (value === null ? zero : read(value, path)), {
    ...(read.go !== undefined && { go: read.go }),
  })

/** A validator whose errors have the name that the node's source has for the type. */
export const named = <T>(read: Validator<T>, go: string): Validator<T> =>
  Object.assign(
    (value: unknown, path: string): T => {
      try {
        return read(value, path)
      } catch (error) {
        if (!(error instanceof Mismatch) || error.type === undefined || error.path !== path) throw error
        throw new Mismatch(path, error.reason, go)
      }
    },
    { go },
  )

/** A whole number of 0 or more, as JSON. */
const natural = (go: string): Validator<number> =>
  orZero(
    named((value, path) => {
      const read = number(value, path)
      if (!Number.isInteger(read) || read < 0) throw new Mismatch(path, `number ${JSON.stringify(read)}`, go)
      return read
    }, go),
    0,
  )

export const goString = orZero(string, '')
export const goBoolean = orZero(boolean, false)
export const goStrings = orZero<readonly string[]>(array(string), [])
export const goInt = orZero(integer, 0)
export const goUint = natural('uint')
export const goUint64 = natural('uint64')

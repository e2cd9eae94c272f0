import { GoJsonError, goMap } from '../../codec/go-json/index.js'

/** The value read; undefined when the form is wrong. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof GoJsonError) return undefined
    throw error
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A memo as `json.Unmarshal` reads it into a map; undefined when it is not an object, or holds a number beyond float64. */
export const memoObject = (memo: string): JsonObject | undefined => goMap(memo)

import { Mismatch } from '../../src/evm/validate.js'
import type { Method } from '../../src/evm/rpc/table.js'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A member's name in a path: elements of a list and accounts are all alike. */
const step = (name: string): string => (/^(\d+|0x[0-9a-f]*)$/i.test(name) ? '*' : name)

/** The value with every look at one of its members noted, as `filter` or `calls.*.from`. */
function noting(value: object, path: readonly string[], note: (path: string) => void): object {
  return new Proxy(value, {
    getOwnPropertyDescriptor(target, name) {
      const found = Reflect.getOwnPropertyDescriptor(target, name)
      if (typeof name === 'string' && step(name) !== '*' && !Array.isArray(target)) note([...path, name].join('.'))
      return found
    },
    get(target, name) {
      const inner: unknown = Reflect.get(target, name)
      return typeof name === 'string' && isObject(inner) ? noting(inner, [...path, step(name)], note) : inner
    },
  })
}

/** The members that the argument of a method may have: all that are looked for in an example that has them all. */
export function declaredFields({ params }: Method, index: number, example: Json): readonly string[] {
  const found = new Set<string>()
  const given = isObject(example) ? example : {}
  try {
    params[index]!.read(
      noting(given, [], (path) => found.add(path)),
      '',
    )
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
  }
  return [...found]
}

/** The example with another value at a path, or with none. */
export function withField(example: Json, path: readonly string[], value: Json | undefined): Json {
  const [name, ...rest] = path
  if (name === undefined) return value ?? null
  if (name === '*') {
    const change = (inner: Json): Json => withField(inner, rest, value)
    return Array.isArray(example)
      ? example.map(change)
      : Object.fromEntries(Object.entries(example as object).map(([key, inner]) => [key, change(inner as Json)]))
  }
  const { [name]: before, ...others } = (isObject(example) ? example : {}) as Record<string, Json>
  if (rest.length > 0) return before === undefined ? example : { ...others, [name]: withField(before, rest, value) }
  return value === undefined ? others : { ...others, [name]: value }
}

import { z } from 'zod'

/** Any value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

class NoJson extends Error {
  readonly path: readonly PropertyKey[]

  constructor(path: readonly PropertyKey[]) {
    super()
    this.path = path
  }
}

/** @throws NoJson with the place of what is not JSON */
function copyOf(value: unknown, path: readonly PropertyKey[]): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return Array.from(value, (item: unknown, at) => copyOf(item, [...path, at]))
  if (typeof value !== 'object' || !isPlain(value)) throw new NoJson(path)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member, [...path, name])]))
}

function checkedCopy(value: unknown, { issues }: { readonly issues: z.core.$ZodRawIssue[] }): Json {
  try {
    return copyOf(value, [])
  } catch (error) {
    if (!(error instanceof NoJson)) throw error
    issues.push({ code: 'custom', path: [...error.path], input: value, message: 'expected a value of JSON' })
    return z.NEVER
  }
}

/** Any JSON value, copied. Members of every name are kept, which `z.json()` does not: it drops `__proto__`. */
export const json = z.codec(z.unknown(), z.unknown(), {
  decode: checkedCopy,
  encode: checkedCopy,
}) as unknown as z.ZodType<Json>

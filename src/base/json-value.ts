import { z } from 'zod'
import { notJson } from './not-json.js'

/** Any value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A deep copy, without members that are undefined. */
function copyOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map(copyOf)
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json | undefined>>).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, copyOf(member)] as const],
    ),
  )
}

function checkedCopy(value: unknown, { issues }: { readonly issues: z.core.$ZodRawIssue[] }): Json {
  const found = notJson(value)
  if (found === undefined) return copyOf(value as Json)
  const message = `expected a value of JSON, not ${found.what}`
  issues.push({ code: 'custom', path: [...found.path], input: value, message })
  return z.NEVER
}

/** Any JSON value, copied. Members of every name are kept, which `z.json()` does not: it drops `__proto__`. */
export const json = z.codec(z.unknown(), z.unknown(), {
  decode: checkedCopy,
  encode: checkedCopy,
}) as unknown as z.ZodType<Json>

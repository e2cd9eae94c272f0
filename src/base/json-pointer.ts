import type { Json } from './json-value.js'

/** The JSON pointer of a path; `''` is the whole. Source: RFC 6901. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A part of a JSON pointer as the name of a member. */
export const unescapedPart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The value at a JSON pointer; undefined if there is none. */
export function atPointer(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof here !== 'object' || here === null) return undefined
    const name = unescapedPart(part)
    here = Object.hasOwn(here, name) ? (here as Readonly<Record<string, Json>>)[name] : undefined
  }
  return here
}

import { leavesOf, put } from '../../fuzz/internal.js'
import type { Json } from '../../sandbox/internal.js'

/** An instantiate message in which one string is another. */
export interface Alternative {
  /** The path of the string, such as `assembly` or `config/assembly`. */
  readonly field: string
  readonly instantiate: Json
}

/** The message with one of its strings replaced, for each string and each of its replacements. */
export function alternatives(
  instantiate: Json,
  replacements: (text: string) => readonly string[],
): readonly Alternative[] {
  const found: Alternative[] = []
  const walk = (value: Json, path: readonly string[], put: (part: Json) => Json): void => {
    if (typeof value === 'string')
      for (const other of replacements(value)) found.push({ field: path.join('/'), instantiate: put(other) })
    if (Array.isArray(value)) {
      const parts: readonly Json[] = value
      for (const [i, part] of parts.entries()) walk(part, [...path, String(i)], (other) => put(parts.with(i, other)))
    } else if (typeof value === 'object' && value !== null) {
      const members = value as { readonly [name: string]: Json }
      for (const [name, part] of Object.entries(members))
        walk(part, [...path, name], (other) => put({ ...members, [name]: other }))
    }
  }
  walk(instantiate, [], (whole) => whole)
  return found
}

/** The message with two of its strings exchanged, for each pair of different ones that may be. */
export function exchanged(instantiate: Json, isMeant: (text: string) => boolean): readonly Alternative[] {
  const places = [...leavesOf(instantiate)].filter(([, value]) => typeof value === 'string' && isMeant(value))
  return places.flatMap(([place, value], at) =>
    places.slice(at + 1).flatMap(([other, instead]) =>
      instead === value
        ? []
        : [
            {
              field: `${place.join('/')}, ${other.join('/')}`,
              instantiate: put(put(instantiate, place, instead), other, value),
            },
          ],
    ),
  )
}

import { goText, TypeMismatch } from './decoder.js'
import type { GoType } from './types.js'

/** What Go's `encoding/json` puts into an `interface{}`; undefined is nil. */
export type GoValue =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly GoValue[]
  | { readonly [name: string]: GoValue }

/** Strings first, so that digits inside them do not count as numbers; then numbers. */
const TOKENS = /"(?:[^"\\]|\\[^])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A Go `interface{}`. `null` clears the previous value. */
export const anyValue: GoType<GoValue> = {
  name: 'interface {}',
  zero: () => undefined,
  read: (reader, into) => {
    const kind = reader.kind()
    const text = goText(reader.raw())
    // The engine's parser takes any depth that the grammar check lets through, without recursion.
    const value = JSON.parse(text) as GoValue
    if (kind === 'number' || kind === 'array' || kind === 'object')
      for (const [token] of text.matchAll(TOKENS))
        if (!token.startsWith('"') && !Number.isFinite(Number(token))) {
          reader.save(new TypeMismatch(`number ${token}`, 'float64'))
          if (kind === 'number') return into
        }
    return value
  },
}

/** A Go `map[string]interface{}`. `null` clears the previous value. */
export const anyMap: GoType<GoValue> = {
  name: 'map[string]interface {}',
  zero: () => undefined,
  read: (reader, into) => {
    const kind = reader.kind()
    if (kind === 'object' || kind === 'null') return anyValue.read(reader, into)
    reader.mismatch(anyMap.name)
    return into
  },
}

import { jsonPointer } from './json-pointer.js'

const DROPPED = '__proto__'

/**
 * The JSON pointer of a member named `__proto__`, which zod's schemas leave out silently; undefined if there is none.
 * @param input what the schema was given @param output what it made of it
 */
export function droppedMember(input: unknown, output: unknown, path: readonly string[] = []): string | undefined {
  if (ArrayBuffer.isView(input)) return undefined
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) return undefined
  for (const name of Object.keys(input)) {
    const at = [...path, name]
    if (!Object.hasOwn(output, name)) {
      if (name === DROPPED) return jsonPointer(at)
      continue
    }
    const found = droppedMember(
      (input as Readonly<Record<string, unknown>>)[name],
      (output as Readonly<Record<string, unknown>>)[name],
      at,
    )
    if (found !== undefined) return found
  }
  return undefined
}

export const DROPPED_TEXT = `a member cannot be named "${DROPPED}"`

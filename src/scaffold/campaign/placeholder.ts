import type { Json } from '../../sandbox/index.js'

/** The label of the contract that stands where a contract has to be, and none is known. */
export const PLACEHOLDER = 'placeholder'
/** How a campaign refers to it. */
const REFERENCE = `\${neutron.${PLACEHOLDER}}`

/**
 * The contract itself: it accepts every message without doing anything, and answers every query with `{}`. As text, since a campaign is one file.
 * Source: placeholder.wat beside this file
 */
export const PLACEHOLDER_WASM =
  'AGFzbQEAAAABGgVgAABgAX8Bf2ABfwBgA39/fwF/YAJ/fwF/AwoJAAECAwMEBAQEBQMBAAEGBwF/AUGACAsHcQoGbWVtb3J5AgATaW50ZXJmYWNlX3ZlcnNp' +
  'b25fOAAACGFsbG9jYXRlAAEKZGVhbGxvY2F0ZQACC2luc3RhbnRpYXRlAAMHZXhlY3V0ZQAEBXJlcGx5AAUHbWlncmF0ZQAGBHN1ZG8ABwVxdWVyeQAICmkJ' +
  'AgALQwEBfyMAIQEgASAAakETakF4cSQAAkADQCMAPwBBEHRNDQFBAUAAQX9GDQEMAAsLIAEgAUEMajYCACABIAA2AgQgAQsCAAsEAEEQCwQAQRALBABBEAsE' +
  'AEEQCwQAQRALBABBIAsLegQAQRALDEAAAABAAAAAPgAAAABBIAsMwAAAABAAAAANAAAAAEHAAAs+eyJvayI6eyJtZXNzYWdlcyI6W10sImF0dHJpYnV0ZXMi' +
  'OltdLCJldmVudHMiOltdLCJkYXRhIjpudWxsfX0AQcABCw17Im9rIjoiZTMwPSJ9'

/** Whether a contract is instantiated with the placeholder. */
export const needsPlaceholder = (subjects: readonly { readonly instantiate: Json }[]): boolean =>
  JSON.stringify(subjects.map(({ instantiate }) => instantiate)).includes(REFERENCE)

/** A field of an instantiate message with the placeholder in place of an account. */
export interface Replaced {
  /** Its path, such as `assembly` or `config/assembly`. */
  readonly field: string
  readonly instantiate: Json
}

/** The message with the placeholder in one of the fields that name the account, for each such field. @param account as campaigns name it on any chain, `alice` */
export function replacements(instantiate: Json, account: string): readonly Replaced[] {
  const found: Replaced[] = []
  const walk = (value: Json, path: readonly string[], put: (part: Json) => Json): void => {
    if (value === `\${neutron.${account}}`) found.push({ field: path.join('/'), instantiate: put(REFERENCE) })
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

import { PLACEHOLDER } from '../../fuzz/model/via.js'
import type { Json } from '../../sandbox/index.js'

/** The variable for it in a campaign. */
const REFERENCE = `\${neutron.${PLACEHOLDER}}`

/**
 * The `.wasm` of a contract that replaces an unknown one. It accepts every message and does nothing, unless the message is a contract's response, which it
 * returns as its own: so it sends any message that it is told to send. It responds to every query with `{}`, or with the response that it was
 * instantiated with. In base64, since a campaign is one file. Source: placeholder.wat beside this file
 */
export const PLACEHOLDER_WASM =
  'AGFzbQEAAAABHwZgAn9/AGABfwF/YAAAYAF/AGADf39/AX9gAn9/AX8CHgIDZW52CGRiX3dyaXRlAAADZW52B2RiX3JlYWQAAQMLCgIBAwEEBAUFBQUFAwEA' +
  'AQYHAX8BQYAICwdxCgZtZW1vcnkCABNpbnRlcmZhY2VfdmVyc2lvbl84AAIIYWxsb2NhdGUAAwpkZWFsbG9jYXRlAAQLaW5zdGFudGlhdGUABgdleGVjdXRl' +
  'AAcFcmVwbHkACAdtaWdyYXRlAAkEc3VkbwAKBXF1ZXJ5AAsKuAEKAgALQwEBfyMAIQEgASAAakETakF4cSQAAkADQCMAPwBBEHRNDQFBAUAAQX9GDQEMAAsL' +
  'IAEgAUEMajYCACABIAA2AgQgAQsCAAsyAQF/IAAoAgAhASAAKAIIQQZJBEBBAA8LIAEoAABBwAAoAABGIAEvAARBwAAvAARGcQsKAEEwIAIQAEEQCwsAIAJB' +
  'ECACEAUbCwQAQRALBABBEAsEAEEQCxMBAX9BMBABIQIgAkEgIAIQBRsLC5cBBgBBEAsMQAAAAEAAAAA+AAAAAEEgCwzAAAAAEAAAAA0AAAAAQTALDOAAAAAG' +
  'AAAABgAAAABBwAALPnsib2siOnsibWVzc2FnZXMiOltdLCJhdHRyaWJ1dGVzIjpbXSwiZXZlbnRzIjpbXSwiZGF0YSI6bnVsbH19AEHAAQsNeyJvayI6ImUz' +
  'MD0ifQBB4AELBmFuc3dlcg=='

/** Whether a contract is instantiated with the placeholder. */
export const needsPlaceholder = (subjects: readonly { readonly instantiate: Json }[]): boolean =>
  JSON.stringify(subjects.map(({ instantiate }) => instantiate)).includes(REFERENCE)

/** A field of an instantiate message with the placeholder in place of an account. */
export interface Replaced {
  /** Its path, such as `assembly` or `config/assembly`. */
  readonly field: string
  readonly instantiate: Json
}

/** For each field that names the account, the message with the placeholder there instead. @param account name of the account, such as `alice` */
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

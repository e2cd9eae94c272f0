import { PLACEHOLDER } from '../../fuzz/internal.js'
import type { Json } from '../../sandbox/internal.js'
import { reference } from '../init/index.js'
import { alternatives, type Alternative } from './alternatives.js'

/** The variable for it in a campaign. */
export const REFERENCE = reference(PLACEHOLDER)

/**
 * The `.wasm` of a contract that replaces an unknown one. It accepts every message and does nothing, unless the message is a contract's response, which it
 * returns as its own: so it sends any message that it is instructed to send. It responds to every query with `{}`, or with the response that it was
 * instantiated with. In base64, since a campaign is one file. Source: placeholder.wat next to this file
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

/** For each field that names the account, the message with the placeholder there instead. @param account name of the account, such as `alice` */
export const replacements = (instantiate: Json, account: string): readonly Alternative[] =>
  alternatives(instantiate, (text) => (text === reference(account) ? [REFERENCE] : []))

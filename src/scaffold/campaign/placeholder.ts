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
  'AGFzbQEAAAABJQdgAn9/AGABfwF/YAAAYAF/AGADf39/AX9gAn9/AX9gA39/fwACHgIDZW52CGRiX3dyaXRlAAADZW52B2RiX3JlYWQAAQMSEQIBAwEEBAUFBQEBBAQG' +
  'BQYFBQMBAAEGBwF/AUGACAsHcQoGbWVtb3J5AgATaW50ZXJmYWNlX3ZlcnNpb25fOAACCGFsbG9jYXRlAAMKZGVhbGxvY2F0ZQAEC2luc3RhbnRpYXRlAAYHZXhlY3V0' +
  'ZQAHBXJlcGx5AAgHbWlncmF0ZQAJBHN1ZG8ACgVxdWVyeQASCs4GEQIAC0MBAX8jACEBIAEgAGpBE2pBeHEkAAJAA0AjAD8AQRB0TQ0BQQFAAEF/Rg0BDAALCyABIAFB' +
  'DGo2AgAgASAANgIEIAELAgALMgEBfyAAKAIAIQEgACgCCEEGSQRAQQAPCyABKAAAQcAAKAAARiABLwAEQcAALwAERnELCgBBMCACEABBEAsLACACQRAgAhAFGwsEAEEQ' +
  'CwoAQTAgARAAQRALBABBEAslAQF/A0AgAC0AACEBIABBASABQdwARmpqIQAgAUEiRw0ACyAAC2YBAn8DQCAALQAAIQEgAEEBaiEAIAFBIkYEQCAAEAshAAsgAUHfAXFB' +
  '2wBGBEAgAkEBaiECCyABQd8BcUHdAEYEQCACQQFrIQILIAINACAALQAAIQEgAUEsRyABQf0AR3ENAAsgAAsvAAJAA0AgAkUEQEEBDwsgAkEBayECIAAgAmotAAAgASAC' +
  'ai0AAEcNAQwACwtBAAtVAQF/IAAtAAFB/QBGBEBBAA8LA0AgAEEBaiEAIABBAWoQC0EBaiEDIAMgAGsgAkEBakYgACABIAIQDXEEQCADDwsgAxAMIQAgAC0AAEEsRg0A' +
  'C0EACyYAAkADQCACRQ0BIAJBAWshAiAAIAJqIAEgAmotAAA6AAAMAAsLCw4AIAAgAXZBP3EtAIACC40BAQF/AkADQCABQQBMDQEgAC0AAEEQdCAALQABQQAgAUEBShtB' +
  'CHRyIAAtAAJBACABQQJKG3IhAyACIANBEhAQOgAAIAIgA0EMEBA6AAEgAiADQQYQEEE9IAFBAUobOgACIAIgA0EAEBBBPSABQQJKGzoAAyAAQQNqIQAgAkEEaiECIAFB' +
  'A2shAQwACwsLygEBBX8gASgCACECIAIgAi0AAEEiR2ohAiACLQAAQSJHBEBBIA8LQTAQASgCACACIAJBAWoQCyACaxAOIQMgA0UEQEEgDwsgAxAMIANrIQQgBEECbEEQ' +
  'ahADIQUgBSgCACEGIAZBwAFBBxAPIAZBB2ohBiADLQAAQSJGBEAgBEECayEEIAYgA0EBaiAEEA8gBiAEaiEGBSADIAQgBhARIAYgBEECakEDbkEEbGohBgsgBkGi+gE7' +
  'AAAgBSAGQQJqIAUoAgBrNgIIIAULC90BBwBBEAsMQAAAAEAAAAA+AAAAAEEgCwzAAAAAEAAAAA0AAAAAQTALDOAAAAAGAAAABgAAAABBwAALPnsib2siOnsibWVzc2Fn' +
  'ZXMiOltdLCJhdHRyaWJ1dGVzIjpbXSwiZXZlbnRzIjpbXSwiZGF0YSI6bnVsbH19AEHAAQsNeyJvayI6ImUzMD0ifQBB4AELBmFuc3dlcgBBgAILQEFCQ0RFRkdISUpL' +
  'TE1OT1BRUlNUVVZXWFlaYWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU2Nzg5Ky8='

/** Whether a contract is instantiated with the placeholder. */
export const needsPlaceholder = (subjects: readonly { readonly instantiate: Json }[]): boolean =>
  JSON.stringify(subjects.map(({ instantiate }) => instantiate)).includes(REFERENCE)

/** For each field that names the account, the message with the placeholder there instead. @param account name of the account, such as `alice` */
export const replacements = (instantiate: Json, account: string): readonly Alternative[] =>
  alternatives(instantiate, (text) => (text === reference(account) ? [REFERENCE] : []))

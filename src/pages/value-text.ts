import { fromUtf8, toHex } from '../base/index.js'
import { shortened } from './part.js'

/** A value of a contract's storage as UTF-8 text, or in hex if it is not text. @param longest the most characters of it */
export function valueText(bytes: Uint8Array, longest: number): string {
  try {
    const text = fromUtf8(bytes)
    // oxlint-disable-next-line no-control-regex -- that is what it looks for
    if (!/[\x00-\x08\x0e-\x1f]/.test(text)) return shortened(text, longest)
  } catch {
    // Not text.
  }
  return shortened(`0x${toHex(bytes)}`, longest)
}

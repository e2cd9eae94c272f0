import { jsonSyntaxError } from '../../../codec/go-json/index.js'
import { ErrInvalidMsg } from '../errors.js'
import type { Wasmd } from '../events.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** JSON without whitespace between tokens. Source: Go's `json.Compact`. */
function compactJson(json: Uint8Array): Uint8Array {
  const out = new Uint8Array(json.length)
  let length = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const c = json[at]!
    if (!inString && (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09)) continue
    out[length++] = c
    if (c === QUOTE) inString = !inString
    else if (inString && c === BACKSLASH) out[length++] = json[++at]!
  }
  return out.slice(0, length)
}

/**
 * The message that the contract gets: the live chain's fork compacts those of `instantiate` and `migrate`, stock wasmd passes them unchanged.
 * @throws ChainError wasm/10 when the fork rejects invalid JSON
 */
export function compactMessage(wasmd: Wasmd, what: 'init' | 'migrate', msg: Uint8Array): Uint8Array {
  if (wasmd === 'stock') return msg
  const problem = jsonSyntaxError(msg)
  if (problem !== undefined) throw ErrInvalidMsg.error(`failed to compact ${what} msg: ${problem}`)
  return compactJson(msg)
}

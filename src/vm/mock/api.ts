import { bech32 } from '@scure/base'
import { BackendError, type Api, type GasReport } from '../backend.js'

const MULTIPLIER = 140_000
const COST_HUMANIZE = 4 * MULTIPLIER
const COST_CANONICALIZE = 5 * MULTIPLIER

const user = (text: string): BackendError => new BackendError('user', text)

/** Bech32 addresses of 1 to 255 bytes with the gas of the native crate's own mock. Source: cosmwasm-vm `testing/mock.rs`. */
export class MockApi implements Api {
  readonly prefix: string

  constructor(prefix = 'cosmwasm') {
    this.prefix = prefix
  }

  validate(human: string, gas: GasReport): void {
    gas.cost = COST_CANONICALIZE
    const canonical = this.#decode(human)
    gas.cost += COST_HUMANIZE
    if (this.#encode(canonical) !== human) throw user('Invalid input: address not normalized')
  }

  canonicalize(human: string, gas: GasReport): Uint8Array {
    gas.cost = COST_CANONICALIZE
    return this.#decode(human)
  }

  humanize(canonical: Uint8Array, gas: GasReport): string {
    gas.cost = COST_HUMANIZE
    checkLength(canonical)
    return this.#encode(canonical)
  }

  #decode(human: string): Uint8Array {
    const decoded = bech32.decodeUnsafe(human, false)
    if (!decoded) throw user('Error decoding bech32')
    if (decoded.prefix.toLowerCase() !== this.prefix.toLowerCase()) throw user('Wrong bech32 prefix')
    const canonical = bytesOf(decoded.words)
    checkLength(canonical)
    return canonical
  }

  #encode(canonical: Uint8Array): string {
    return bech32.encode(this.prefix, bech32.toWords(canonical), false)
  }
}

function checkLength({ length }: Uint8Array): void {
  if (length < 1 || length > 255) throw user('Invalid canonical address length')
}

/** Whole bytes of 5-bit words; leftover bits are dropped without a check. */
function bytesOf(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.floor((words.length * 5) / 8))
  let bits = 0
  let held = 0
  let at = 0
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = held >> bits
    }
  }
  return bytes
}

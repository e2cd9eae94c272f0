import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex, toHex, toUtf8, UsageError } from '../base/index.js'

/** `0x` and 40 digits with their checksum in the letter case (EIP-55). The EVM has one of its own, on its compiled hash. */
export function ethAddressText(address: Uint8Array): string {
  const digits = toHex(address)
  const hash = toHex(keccak_256(toUtf8(digits)))
  return `0x${digits.replace(/[a-f]/g, (digit, at: number) => (hash[at]! >= '8' ? digit.toUpperCase() : digit))}`
}

const ADDRESS = /^(?:0[xX])?([0-9a-fA-F]{40})$/

/** Whether a text has the form of an address, in any letter case. Source: go-ethereum common `IsHexAddress`. */
export const isEthAddress = (text: string): boolean => ADDRESS.test(text)

/** An address from its text, in any letter case. @throws UsageError for any other text */
export function parseEthAddress(text: string): Uint8Array {
  const [, digits] = ADDRESS.exec(text) ?? []
  if (digits === undefined)
    throw new UsageError(`expected an address, 0x and 40 hexadecimal digits, got ${JSON.stringify(text.slice(0, 100))}`)
  return fromHex(digits)
}

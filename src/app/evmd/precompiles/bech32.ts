import { equalBytes, NO_BYTES, NotSupportedError, toHex } from '../../../base/index.js'
import { plainError, rethrowing } from '../../../chain/index.js'
import { abiFunction, decodeAbi, encodeAbi } from '../../../codec/abi/index.js'
import { decodeBech32, encodeBech32, isBlank } from '../../../codec/index.js'
import { reverted, VmFailure, type Precompile } from '../../../evm/execution/sync/index.js'

const TO_BECH32 = abiFunction('hexToBech32(address addr, string prefix) returns (string)')
const TO_HEX = abiFunction('bech32ToHex(string bech32Address) returns (address)')

/** Converts addresses. It reads no state: what it refuses takes all gas, with the text of the refusal as the error of the call. Source: cosmos/evm v0.7.3 precompiles/bech32 */
export const bech32 = (prefix: string): Precompile => ({
  price: () => 6000n,
  run: (input) => {
    if (input.length < 4) throw reverted(NO_BYTES)
    return rethrowing(
      ({ log }) => new VmFailure(log),
      () => answer(prefix, input),
    )
  },
})

function answer(prefix: string, input: Uint8Array): Uint8Array {
  const selector = input.subarray(0, 4)
  const args = input.subarray(4)
  if (equalBytes(selector, TO_BECH32.selector)) {
    const [address, wanted] = decodeAbi(TO_BECH32.inputs, args) as readonly [Uint8Array, string]
    return encodeAbi(TO_BECH32.outputs, [textOf(prefix, address, wanted)])
  }
  if (!equalBytes(selector, TO_HEX.selector)) throw plainError(`no method with id: 0x${toHex(selector)}`)
  const [text] = decodeAbi(TO_HEX.inputs, args) as readonly [string]
  return encodeAbi(TO_HEX.outputs, [bytesOf(text)])
}

/** @param own prefix of accounts of the chain */
function textOf(own: string, address: Uint8Array, prefix: string): string {
  if (isBlank(prefix))
    throw plainError(
      `invalid bech32 human readable prefix (HRP). Please provide a either an account, validator or consensus address prefix (eg: ${own}, ${own}valoper, ${own}valcons)`,
    )
  if (!/^[!-~]+$/.test(prefix))
    throw new NotSupportedError(`expected a bech32 prefix of printable ASCII, got ${JSON.stringify(prefix)}`)
  return encodeBech32(prefix.toLowerCase(), address)
}

/** The last 20 bytes. */
function bytesOf(text: string): Uint8Array {
  const separator = text.indexOf('1')
  if (separator < 0) throw plainError(`invalid bech32 address: ${text}`)
  const prefix = text.slice(0, separator)
  const decoded = decodeBech32(text)
  if (decoded.prefix !== prefix) throw plainError(`invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`)
  if (decoded.bytes.length === 0) throw plainError('addresses cannot be empty: unknown address')
  const address = new Uint8Array(20)
  const last = decoded.bytes.subarray(-20)
  address.set(last, 20 - last.length)
  return address
}

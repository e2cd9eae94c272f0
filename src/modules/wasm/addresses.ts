import { concatBytes, toUtf8 } from '../../base/index.js'
import { addressHash, GoPanic } from '../../chain/index.js'
import { isValidJson } from '../../codec/go-json/index.js'
import { ErrEmpty, ErrLimit } from './errors.js'

const MODULE = toUtf8('wasm')
const MAX_SALT_LENGTH = 64
const CHECKSUM_LENGTH = 32

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

const withLength = (bytes: Uint8Array): Uint8Array => concatBytes(uint64(BigInt(bytes.length)), bytes)

/** Source: cosmos-sdk types/address `Module`, `Hash`. */
const moduleAddress = (key: Uint8Array): Uint8Array =>
  addressHash(toUtf8('module'), concatBytes(MODULE, Uint8Array.of(0), key))

/** Address by the counter of instances. Source: wasmd x/wasm/keeper/addresses.go `BuildContractAddressClassic`. */
export const classicAddress = (codeId: bigint, instanceId: bigint): Uint8Array =>
  moduleAddress(concatBytes(uint64(codeId), uint64(instanceId)))

/** @throws ChainError wasm/12 or wasm/13 */
export function checkSalt(salt: Uint8Array): void {
  if (salt.length === 0) throw ErrEmpty.error('is required')
  if (salt.length > MAX_SALT_LENGTH) throw ErrLimit.error(`cannot be longer than ${MAX_SALT_LENGTH} characters`)
}

/**
 * Address by creator, code and salt, and by the message where `initMsg` is not empty (`fix_msg`).
 * @throws GoPanic where Go panics; message checks come before this
 * Source: wasmd x/wasm/keeper/addresses.go `BuildContractAddressPredictable`.
 */
export function predictableAddress(
  checksum: Uint8Array,
  creator: Uint8Array,
  salt: Uint8Array,
  initMsg: Uint8Array,
): Uint8Array {
  if (checksum.length !== CHECKSUM_LENGTH) throw new GoPanic('invalid checksum')
  if (salt.length === 0) throw new GoPanic('salt: is required: empty')
  if (salt.length > MAX_SALT_LENGTH)
    throw new GoPanic(`salt: cannot be longer than ${MAX_SALT_LENGTH} characters: exceeds limit`)
  if (initMsg.length > 0 && !isValidJson(initMsg)) throw new GoPanic('initMsg: invalid')
  return moduleAddress(concatBytes(withLength(checksum), withLength(creator), withLength(salt), withLength(initMsg)))
}

import { sha256 } from '../../crypto/index.js'
import { concatBytes, fromHex, own } from '../../base/index.js'
import { decodeAny, protoMessages, protoUint64, ProtoWriter, readProto, type Any } from '../../codec/index.js'
import { plainError } from '../errors.js'
import { GoPanic } from '../gas.js'
import { ETH_SECP256K1_KEY, EVM_SECP256K1_KEY, keyBytesOf, MULTISIG_KEY, type KeyTypes } from './public-keys.js'
import type { SignatureData } from './signature-data.js'
import type { SignedIn } from './sign-bytes.js'

/** A multisig key, of whose keys `threshold` must sign. Source: cosmos-sdk crypto/keys/multisig/multisig.go. */
export interface MultisigKey {
  readonly threshold: number
  readonly keys: readonly Any[]
}

/** @throws ProtoError */
export function multisigKey({ value }: Any): MultisigKey {
  const fields = readProto(value)
  return { threshold: Number(protoUint64(fields, 1)), keys: protoMessages(fields, 2).map(decodeAny) }
}

/**
 * Amino prefix bytes of a key and its length, by type. The codec of joint keys does not know Ethereum's, which have no prefix.
 * Source: cosmos-sdk crypto/keys/multisig/codec.go, go-amino's prefixes of the registered names.
 */
const AMINO_PREFIX: Readonly<Record<string, string>> = {
  '/cosmos.crypto.secp256k1.PubKey': 'eb5ae98721',
  '/cosmos.crypto.ed25519.PubKey': '1624de6420',
  [ETH_SECP256K1_KEY]: '21',
  [EVM_SECP256K1_KEY]: '21',
}
const MULTISIG_PREFIX = fromHex('22c1f7e2')

/** The bytes whose hash is the address. */
function aminoBytes(key: Any): Uint8Array {
  if (key.typeUrl === MULTISIG_KEY) {
    const { threshold, keys } = multisigKey(key)
    const body = new ProtoWriter().uint64(1, BigInt(threshold))
    for (const each of keys) body.message(2, aminoBytes(each))
    return concatBytes(MULTISIG_PREFIX, body.finish())
  }
  const prefix = own(AMINO_PREFIX, key.typeUrl)
  if (prefix === undefined) throw new GoPanic(`Cannot encode unregistered concrete type ${key.typeUrl}`)
  return concatBytes(fromHex(prefix), keyBytesOf(key))
}

/** The 20 bytes of a multi-signature account. */
export const multisigAddress = (key: Any): Uint8Array => sha256(aminoBytes(key)).subarray(0, 20)

/** The number of keys, nested ones included. Source: x/auth/ante/sigverify.go `CountSubKeys`. */
export const countKeys = (key: Any): number =>
  key.typeUrl === MULTISIG_KEY ? multisigKey(key).keys.reduce((sum, each) => sum + countKeys(each), 0) : 1

/**
 * @param signedIn what is signed in a mode
 * @throws ChainError undefined/1 with the reason
 * Source: cosmos-sdk crypto/keys/multisig/multisig.go `VerifyMultisignature`.
 */
export function verifyMultisig(
  { threshold, keys }: MultisigKey,
  { bits, signatures }: SignatureData & { kind: 'multi' },
  signedIn: SignedIn,
  types: KeyTypes,
): void {
  if (keys.length !== bits.length) throw plainError(`bit array size is incorrect, expecting: ${keys.length}`)
  if (signatures.length < threshold || signatures.length > bits.length)
    throw plainError(`signature size is incorrect ${signatures.length}`)
  const set = bits.filter(Boolean).length
  if (set < threshold) throw plainError(`not enough signatures set, have ${set}, expected ${threshold}`)
  let at = 0
  for (const [i, key] of keys.entries()) {
    if (!bits[i]) continue
    if (at >= signatures.length)
      throw new GoPanic(`runtime error: index out of range [${at}] with length ${signatures.length}`)
    const data = signatures[at++]
    if (data === undefined) throw plainError(`improper signature data type for index ${at - 1}`)
    if (data.kind === 'single') {
      const signed = signedIn(data.mode)
      const type = own(types, key.typeUrl)
      if (type === undefined) throw new GoPanic('not implemented')
      if (!type.verify(keyBytesOf(key), signed, data.signature))
        throw plainError(`unable to verify signature at index ${i}`)
    } else {
      if (key.typeUrl !== MULTISIG_KEY) throw plainError(`unable to parse pubkey of index ${i}`)
      verifyMultisig(multisigKey(key), data, signedIn, types)
    }
  }
}

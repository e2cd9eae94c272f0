import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '../../../base/index.js'
import { plainError } from '../../../chain/index.js'
import { CryptoError, secp256k1 } from '../../../crypto/index.js'
import { bytesOfNumber, decodeRlp, encodeRlp, numberOfBytes, type Rlp } from './rlp.js'

/** Lets an account run the code of another (EIP-7702). */
export interface Authorization {
  readonly chainId: bigint
  readonly address: Uint8Array
  readonly nonce: bigint
  readonly signature: Signature
}

interface Signature {
  /** 0 or 1; for legacy transactions with 27 or the chain id added. */
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
}

/** A transaction of Ethereum, of any type that the chain reads. */
export interface EthereumTx {
  readonly type: number
  /** Undefined for one that is good on any chain. */
  readonly chainId: bigint | undefined
  readonly nonce: bigint
  readonly tipCap: bigint
  readonly feeCap: bigint
  readonly gas: bigint
  /** Undefined for a creation. */
  readonly to: Uint8Array | undefined
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly { readonly address: Uint8Array; readonly slots: readonly Uint8Array[] }[]
  readonly authorizations: readonly Authorization[]
  readonly signature: Signature
  readonly hash: Uint8Array
  /** What was signed. */
  readonly signed: Uint8Array
}

const bytesAt = (list: readonly Rlp[], at: number): Uint8Array => {
  const item = list[at]
  if (!(item instanceof Uint8Array)) throw plainError('rlp: expected input string or byte for bytes')
  return item
}
const listAt = (list: readonly Rlp[], at: number): readonly Rlp[] => {
  const item = list[at]
  if (item === undefined || item instanceof Uint8Array) throw plainError('rlp: expected input list')
  return item
}
const listOf = (item: Rlp): readonly Rlp[] => listAt([item], 0)
const numberAt = (list: readonly Rlp[], at: number): bigint => numberOfBytes(bytesAt(list, at))

const EIP_155 = 35n

/** @throws ChainError undefined/1. Source: go-ethereum core/types/transaction.go `UnmarshalBinary` */
export function decodeEthereumTx(bytes: Uint8Array): EthereumTx {
  const hash = keccak_256(bytes)
  if (bytes[0]! > 0x7f) return { ...legacy(listOf(decodeRlp(bytes))), hash }
  const layout = LAYOUTS[bytes[0]!]
  if (layout === undefined) throw plainError('transaction type not supported')
  const fields = listOf(decodeRlp(bytes.subarray(1)))
  return { ...layout(fields), type: bytes[0]!, signed: typed(bytes[0]!, fields), hash }
}

type Fields = Omit<EthereumTx, 'type' | 'hash' | 'signed'>

/** The bytes that are signed: all but the signature. */
const typed = (type: number, fields: readonly Rlp[]): Uint8Array =>
  concatBytes(Uint8Array.of(type), encodeRlp(fields.slice(0, -3)))

const signatureAt = (fields: readonly Rlp[]): Signature => {
  const at = fields.length - 3
  return { v: numberAt(fields, at), r: numberAt(fields, at + 1), s: numberAt(fields, at + 2) }
}
const receiverAt = (fields: readonly Rlp[], at: number): Uint8Array | undefined => {
  const to = bytesAt(fields, at)
  return to.length === 0 ? undefined : to
}
const accessListAt = (fields: readonly Rlp[], at: number): Fields['accessList'] =>
  listAt(fields, at).map((entry) => {
    const parts = listOf(entry)
    const slots = listAt(parts, 1)
    return { address: bytesAt(parts, 0), slots: slots.map((_, i) => bytesAt(slots, i)) }
  })
const authorizationsAt = (fields: readonly Rlp[], at: number): readonly Authorization[] =>
  listAt(fields, at).map((entry) => {
    const parts = listOf(entry)
    return {
      chainId: numberAt(parts, 0),
      address: bytesAt(parts, 1),
      nonce: numberAt(parts, 2),
      signature: { v: numberAt(parts, 3), r: numberAt(parts, 4), s: numberAt(parts, 5) },
    }
  })

function legacy(fields: readonly Rlp[]): Omit<EthereumTx, 'hash'> {
  const signature = signatureAt(fields)
  const price = numberAt(fields, 1)
  const chainId = signature.v >= EIP_155 ? (signature.v - EIP_155) / 2n : undefined
  const none = new Uint8Array(0)
  const protection = chainId === undefined ? [] : [bytesOfNumber(chainId), none, none]
  return {
    type: 0,
    chainId,
    nonce: numberAt(fields, 0),
    tipCap: price,
    feeCap: price,
    gas: numberAt(fields, 2),
    to: receiverAt(fields, 3),
    value: numberAt(fields, 4),
    data: bytesAt(fields, 5),
    accessList: [],
    authorizations: [],
    signature: { ...signature, v: chainId === undefined ? signature.v - 27n : signature.v - EIP_155 - chainId * 2n },
    signed: encodeRlp([...fields.slice(0, 6), ...protection]),
  }
}

/** EIP-2930, EIP-1559 and EIP-7702, by type. */
const LAYOUTS: Readonly<Record<number, (fields: readonly Rlp[]) => Fields>> = {
  1: (fields) => ({
    chainId: numberAt(fields, 0),
    nonce: numberAt(fields, 1),
    tipCap: numberAt(fields, 2),
    feeCap: numberAt(fields, 2),
    gas: numberAt(fields, 3),
    to: receiverAt(fields, 4),
    value: numberAt(fields, 5),
    data: bytesAt(fields, 6),
    accessList: accessListAt(fields, 7),
    authorizations: [],
    signature: signatureAt(fields),
  }),
  2: (fields) => ({ ...dynamic(fields), authorizations: [] }),
  4: (fields) => ({ ...dynamic(fields), authorizations: authorizationsAt(fields, 9) }),
}

const dynamic = (fields: readonly Rlp[]): Omit<Fields, 'authorizations'> => ({
  chainId: numberAt(fields, 0),
  nonce: numberAt(fields, 1),
  tipCap: numberAt(fields, 2),
  feeCap: numberAt(fields, 3),
  gas: numberAt(fields, 4),
  to: receiverAt(fields, 5),
  value: numberAt(fields, 6),
  data: bytesAt(fields, 7),
  accessList: accessListAt(fields, 8),
  signature: signatureAt(fields),
})

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Who signed. @throws ChainError undefined/1. Source: go-ethereum core/types/transaction_signing.go */
export function senderOf(tx: EthereumTx, chainId: bigint): Uint8Array {
  if (tx.chainId !== undefined && tx.chainId !== chainId)
    throw plainError(`invalid chain id for signer: have ${tx.chainId} want ${chainId}`)
  return recovered(tx.signed, tx.signature)
}

/** Who lets its account run the code. @throws ChainError undefined/1 */
export const authorityOf = ({ chainId, address, nonce, signature }: Authorization): Uint8Array =>
  recovered(
    concatBytes(Uint8Array.of(0x05), encodeRlp([bytesOfNumber(chainId), address, bytesOfNumber(nonce)])),
    signature,
  )

function recovered(message: Uint8Array, { v, r, s }: Signature): Uint8Array {
  const invalid = () => plainError('invalid transaction v, r, s values')
  if (v < 0n || v > 1n || r === 0n || s === 0n || s > HALF_ORDER) throw invalid()
  const bytes = new Uint8Array(64)
  bytes.set(bytesOfNumber(r), 32 - bytesOfNumber(r).length)
  bytes.set(bytesOfNumber(s), 64 - bytesOfNumber(s).length)
  try {
    return keccak_256(secp256k1.recover(keccak_256(message), bytes, Number(v)).subarray(1)).subarray(12)
  } catch (error) {
    if (error instanceof CryptoError) throw invalid()
    throw error
  }
}

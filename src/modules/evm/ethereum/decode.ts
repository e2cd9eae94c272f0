import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, NO_BYTES } from '../../../base/index.js'
import { plainError } from '../../../chain/index.js'
import { CryptoError, secp256k1 } from '../../../crypto/index.js'
import { bytesOfNumber, decodeRlp, encodeRlp, type Rlp } from './rlp.js'
import {
  bigInt,
  bytes,
  firstKinds,
  fixed,
  optional,
  readRlp,
  slice,
  struct,
  uint256,
  uint64,
  uint8,
} from './rlp-stream.js'

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

const fixedHash = fixed('common.Hash', 32)
const fixedAddress = fixed('common.Address', 20)
const optionalAddress = optional('common.Address', fixedAddress)
const accessList = slice(
  'types.AccessList',
  struct('types.AccessTuple', { Address: fixedAddress, StorageKeys: slice('[]common.Hash', fixedHash) }),
)

/** Structs of go-ethereum core/types, with its names, which its errors have. */
const LEGACY = struct('types.LegacyTx', {
  Nonce: uint64,
  GasPrice: bigInt,
  Gas: uint64,
  To: optionalAddress,
  Value: bigInt,
  Data: bytes,
  V: bigInt,
  R: bigInt,
  S: bigInt,
})
const ACCESS_LIST = struct('types.AccessListTx', {
  ChainID: bigInt,
  Nonce: uint64,
  GasPrice: bigInt,
  Gas: uint64,
  To: optionalAddress,
  Value: bigInt,
  Data: bytes,
  AccessList: accessList,
  V: bigInt,
  R: bigInt,
  S: bigInt,
})
const DYNAMIC_FEE = struct('types.DynamicFeeTx', {
  ChainID: bigInt,
  Nonce: uint64,
  GasTipCap: bigInt,
  GasFeeCap: bigInt,
  Gas: uint64,
  To: optionalAddress,
  Value: bigInt,
  Data: bytes,
  AccessList: accessList,
  V: bigInt,
  R: bigInt,
  S: bigInt,
})
const SIGNATURE = { V: uint256, R: uint256, S: uint256 }
const CALL = {
  ChainID: uint256,
  Nonce: uint64,
  GasTipCap: uint256,
  GasFeeCap: uint256,
  Gas: uint64,
  To: fixedAddress,
  Value: uint256,
  Data: bytes,
  AccessList: accessList,
}
const BLOB = struct('types.BlobTx', {
  ...CALL,
  BlobFeeCap: uint256,
  BlobHashes: slice('[]common.Hash', fixedHash),
  ...SIGNATURE,
})
const SIDECAR = {
  Blobs: slice('[]kzg4844.Blob', fixed('kzg4844.Blob', 131_072)),
  Commitments: slice('[]kzg4844.Commitment', fixed('kzg4844.Commitment', 48)),
  Proofs: slice('[]kzg4844.Proof', fixed('kzg4844.Proof', 48)),
}
const BLOB_0 = struct('types.blobTxWithBlobsV0', { BlobTx: BLOB, ...SIDECAR })
const BLOB_1 = struct('types.blobTxWithBlobsV1', { BlobTx: BLOB, Version: uint8, ...SIDECAR })
const SET_CODE = struct('types.SetCodeTx', {
  ...CALL,
  AuthList: slice(
    '[]types.SetCodeAuthorization',
    struct('types.SetCodeAuthorization', {
      ChainID: uint256,
      Address: fixedAddress,
      Nonce: uint64,
      V: uint8,
      R: uint256,
      S: uint256,
    }),
  ),
  ...SIGNATURE,
})

/** @throws ChainError undefined/1. Source: go-ethereum core/types/transaction.go `UnmarshalBinary` */
export function decodeEthereumTx(encoded: Uint8Array): EthereumTx {
  if (encoded[0]! > 0x7f) return { ...legacy(encoded), hash: keccak_256(encoded) }
  if (encoded.length <= 1) throw plainError('typed transaction too short')
  const type = encoded[0]!
  const payload = encoded.subarray(1)
  const read = TYPED[type]
  if (read === undefined) throw plainError('transaction type not supported')
  const fields = read(payload)
  const list = decodeRlp(payload) as readonly Rlp[]
  const inner = list[0] instanceof Uint8Array ? list : (list[0] as readonly Rlp[])
  const start = Uint8Array.of(type)
  return {
    ...fields,
    type,
    signed: concatBytes(start, encodeRlp(inner.slice(0, -3))),
    hash: keccak_256(concatBytes(start, encodeRlp(inner))),
  }
}

const signatureOf = ({ V, R, S }: { readonly V: bigint; readonly R: bigint; readonly S: bigint }): Signature => ({
  v: V,
  r: R,
  s: S,
})

const EIP_155 = 35n

/** The chain that the signature names. Source: go-ethereum core/types `isProtectedV`, `deriveChainId`: small numbers wrap */
const chainOf = (v: bigint): bigint | undefined => {
  if (v === 0n || v === 1n || v === 27n || v === 28n) return undefined
  return (v < EIP_155 ? BigInt.asUintN(64, v - EIP_155) : v - EIP_155) / 2n
}

function legacy(encoded: Uint8Array): Omit<EthereumTx, 'hash'> {
  const tx = readRlp('types.LegacyTx', LEGACY, encoded)
  const chainId = chainOf(tx.V)
  const protection = chainId === undefined ? [] : [bytesOfNumber(chainId), NO_BYTES, NO_BYTES]
  return {
    ...callOf(tx),
    type: 0,
    chainId,
    tipCap: tx.GasPrice,
    feeCap: tx.GasPrice,
    accessList: [],
    authorizations: [],
    signature: { ...signatureOf(tx), v: chainId === undefined ? tx.V - 27n : tx.V - EIP_155 - chainId * 2n },
    signed: encodeRlp([...(decodeRlp(encoded) as readonly Rlp[]).slice(0, 6), ...protection]),
  }
}

type Fields = Omit<EthereumTx, 'type' | 'hash' | 'signed'>

interface Call {
  readonly Nonce: bigint
  readonly Gas: bigint
  readonly To: Uint8Array | undefined
  readonly Value: bigint
  readonly Data: Uint8Array
}
const callOf = ({ Nonce, Gas, To, Value, Data }: Call) => ({
  nonce: Nonce,
  gas: Gas,
  to: To,
  value: Value,
  data: Data,
})

interface Typed extends Call {
  readonly ChainID: bigint
  readonly AccessList: readonly { readonly Address: Uint8Array; readonly StorageKeys: readonly Uint8Array[] }[]
  readonly V: bigint
  readonly R: bigint
  readonly S: bigint
}
const typedOf = (tx: Typed & { readonly GasTipCap: bigint; readonly GasFeeCap: bigint }): Fields => ({
  ...callOf(tx),
  chainId: tx.ChainID,
  tipCap: tx.GasTipCap,
  feeCap: tx.GasFeeCap,
  accessList: tx.AccessList.map(({ Address, StorageKeys }) => ({ address: Address, slots: StorageKeys })),
  authorizations: [],
  signature: signatureOf(tx),
})

/** EIP-2930, EIP-1559, EIP-4844 and EIP-7702, by type. */
const TYPED: Readonly<Record<number, (payload: Uint8Array) => Fields>> = {
  1: (payload) => {
    const tx = readRlp('types.AccessListTx', ACCESS_LIST, payload)
    return typedOf({ ...tx, GasTipCap: tx.GasPrice, GasFeeCap: tx.GasPrice })
  },
  2: (payload) => typedOf(readRlp('types.DynamicFeeTx', DYNAMIC_FEE, payload)),
  3: (payload) => typedOf(blob(payload)),
  4: (payload) => {
    const tx = readRlp('types.SetCodeTx', SET_CODE, payload)
    const authorizations = tx.AuthList.map((one) => ({
      chainId: one.ChainID,
      address: one.Address,
      nonce: one.Nonce,
      signature: signatureOf(one),
    }))
    return { ...typedOf(tx), authorizations }
  },
}

/** One that carries blobs is a list with them. Source: go-ethereum core/types/tx_blob.go `decode` */
function blob(payload: Uint8Array): ReturnType<typeof BLOB> {
  const { first, second } = firstKinds(payload)
  if (first !== 'list') return readRlp('types.BlobTx', BLOB, payload)
  if (second === 'list') return readRlp('types.blobTxWithBlobsV0', BLOB_0, payload).BlobTx
  const { BlobTx, Version } = readRlp('types.blobTxWithBlobsV1', BLOB_1, payload)
  if (Version !== 1n) throw plainError(`unsupported blob tx version ${Version}`)
  return BlobTx
}

/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

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
  if (v < 0n || v > 1n || r === 0n || r >= ORDER || s === 0n || s > ORDER / 2n)
    throw plainError('invalid transaction v, r, s values')
  const bytes = new Uint8Array(64)
  bytes.set(bytesOfNumber(r), 32 - bytesOfNumber(r).length)
  bytes.set(bytesOfNumber(s), 64 - bytesOfNumber(s).length)
  try {
    return keccak_256(secp256k1.recover(keccak_256(message), bytes, Number(v)).subarray(1)).subarray(12)
  } catch (error) {
    if (error instanceof CryptoError) throw plainError('recovery failed')
    throw error
  }
}

import { RLP } from '@ethereumjs/rlp'
import { bytesToBigInt } from '../../../hex.js'
import type { Block } from '@ethereumjs/block'

/** The chain id of a transaction; undefined if it names none. */
export function chainIdOf(raw: Uint8Array): bigint | undefined {
  const typed = raw[0]! < 0x80
  const fields = RLP.decode(typed ? raw.subarray(1) : raw) as Uint8Array[]
  const [chainId, v] = [fields[0], fields[6]].map((bytes) => (bytes instanceof Uint8Array ? bytesToBigInt(bytes) : 0n))
  return typed ? chainId : (v! - 35n) / 2n
}

/** Go's names of the types of transactions, and how many elements each has. */
const LAYOUTS: readonly (readonly [name: string, elements: number])[] = [
  ['LegacyTx', 9],
  ['AccessListTx', 11],
  ['DynamicFeeTx', 12],
  ['BlobTx', 14],
  ['SetCodeTx', 13],
]

/** Why a list cannot be a transaction. Source: go-ethereum rlp/decode.go. */
export function wrongCount(raw: Uint8Array): string {
  const type = raw[0]! < 0x80 ? raw[0]! : 0
  const [name, elements] = LAYOUTS[type]!
  const { length } = RLP.decode(type === 0 ? raw : raw.subarray(1))
  return length < elements
    ? `rlp: too few elements for types.${name}`
    : `rlp: input list has too many elements for types.${name}`
}

/** Place of the mix hash in a header. */
const MIX_HASH = 13

/** A block as the node encodes it: without a mix hash. */
export function blockBytes(block: Block): Uint8Array {
  const [header, ...rest] = RLP.decode(block.serialize()) as Uint8Array[][]
  return RLP.encode([header!.with(MIX_HASH, new Uint8Array(32)), ...rest])
}

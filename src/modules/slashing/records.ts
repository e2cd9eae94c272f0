import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { addressText, walk, type Context } from '../../chain/index.js'
import { ProtoWriter, remember } from '../../codec/index.js'
import { prefixEnd } from '../../store/index.js'
import { bitmapKey, bitmapOf, SIGNING_INFO_PREFIX, signingInfoKey, SLASHING_STORE } from './keys.js'

/** Signing infos, and the blocks that validators missed. Source: cosmos-sdk x/slashing/keeper/signing_info.go. */

export type { ValidatorSigningInfo }

export const consensusText = (ctx: Context, address: Uint8Array): string => addressText(`${ctx.prefix}valcons`, address)

/** Source: cosmos/slashing/v1beta1/slashing.proto. */
function encodeInfo(info: ValidatorSigningInfo): Uint8Array {
  const { seconds, nanos } = info.jailedUntil
  return new ProtoWriter()
    .string(1, info.address)
    .uint64(2, info.startHeight)
    .uint64(3, info.indexOffset)
    .message(4, new ProtoWriter().uint64(1, seconds).uint64(2, BigInt(nanos)))
    .bool(5, info.tombstoned)
    .uint64(6, info.missedBlocksCounter)
    .finish()
}

// Each block reads and writes the info of each validator.
const decodeInfo = remember((bytes: Uint8Array) => ValidatorSigningInfo.decode(bytes))

export function findInfo(ctx: Context, validator: Uint8Array): ValidatorSigningInfo | undefined {
  const bytes = ctx.store(SLASHING_STORE).get(signingInfoKey(validator))
  return bytes && decodeInfo(bytes)
}
export function setInfo(ctx: Context, validator: Uint8Array, info: ValidatorSigningInfo): void {
  const bytes = encodeInfo(info)
  decodeInfo.learn(bytes, info)
  ctx.store(SLASHING_STORE).set(signingInfoKey(validator), bytes)
}

/** By address. */
export const allInfos = (ctx: Context): ValidatorSigningInfo[] =>
  Array.from(walk(ctx.store(SLASHING_STORE), SIGNING_INFO_PREFIX), ([, bytes]) => decodeInfo(bytes))

/** Bits in a chunk. Source: `MissedBlockBitmapChunkSize`. */
const CHUNK = 1024
/** The number of bits, then words of 64 bits, all big-endian. Source: github.com/bits-and-blooms/bitset `WriteTo`. */
const EMPTY_CHUNK = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 4, 0]), Buffer.alloc(CHUNK / 8)])

/** The byte of a chunk with the bit of a block, and its mask. */
function placeOf(index: number): { readonly at: number; readonly mask: number } {
  const bit = index % CHUNK
  return { at: 8 + 8 * Math.floor(bit / 64) + 7 - Math.floor((bit % 64) / 8), mask: 1 << (bit % 8) }
}

/** @param index of the block in the window */
export function hasMissed(ctx: Context, validator: Uint8Array, index: number): boolean {
  const chunk = ctx.store(SLASHING_STORE).get(bitmapKey(validator, Math.floor(index / CHUNK)))
  const { at, mask } = placeOf(index)
  return chunk !== undefined && (chunk[at]! & mask) !== 0
}
export function setMissed(ctx: Context, validator: Uint8Array, index: number, missed: boolean): void {
  const key = bitmapKey(validator, Math.floor(index / CHUNK))
  const chunk = Uint8Array.from(ctx.store(SLASHING_STORE).get(key) ?? EMPTY_CHUNK)
  const { at, mask } = placeOf(index)
  chunk[at] = missed ? chunk[at]! | mask : chunk[at]! & ~mask
  ctx.store(SLASHING_STORE).set(key, chunk)
}
export function forgetMissed(ctx: Context, validator: Uint8Array): void {
  const store = ctx.store(SLASHING_STORE)
  const prefix = bitmapOf(validator)
  const rows = store.iterator(prefix, prefixEnd(prefix))
  for (; rows.valid; rows.next()) store.delete(rows.key)
  rows.close()
}
/** Indexes of the blocks in the window that the validator missed. */
export function missedBlocks(ctx: Context, validator: Uint8Array): number[] {
  const chunks = Array.from(walk(ctx.store(SLASHING_STORE), bitmapOf(validator)), ([, chunk]) => chunk)
  return chunks.flatMap((chunk, i) =>
    Array.from({ length: CHUNK }, (_, bit) => bit)
      .filter((bit) => (chunk[placeOf(bit).at]! & placeOf(bit).mask) !== 0)
      .map((bit) => i * CHUNK + bit),
  )
}

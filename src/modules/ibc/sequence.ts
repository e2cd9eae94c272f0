import { GoPanic, type Context } from '../../chain/index.js'
import type { Key } from '../../store/index.js'
import { STORE, uint64Bytes, uint64Of } from './keys.js'

/** @throws GoPanic when none is stored. @param what for its text: `client`, `connection`, `channel` */
export function nextSequence(ctx: Context, key: Key, what: string): bigint {
  const bytes = ctx.store(STORE).get(key)
  if (bytes === undefined || bytes.length === 0) throw new GoPanic(`next ${what} sequence is nil`)
  return uint64Of(bytes)
}

export const setSequence = (ctx: Context, key: Key, sequence: bigint): void =>
  ctx.store(STORE).set(key, uint64Bytes(sequence))

/** Undefined when none is stored. */
export function getSequence(ctx: Context, key: Key): bigint | undefined {
  const bytes = ctx.store(STORE).get(key)
  return bytes === undefined || bytes.length === 0 ? undefined : uint64Of(bytes)
}

/** Allocates the next number of a kind. */
export function takeSequence(ctx: Context, key: Key, what: string): bigint {
  const sequence = nextSequence(ctx, key, what)
  setSequence(ctx, key, sequence + 1n)
  return sequence
}

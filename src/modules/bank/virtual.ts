import { GoPanic, walk, type Context } from '../../chain/index.js'
import type { Coin } from '../../codec/index.js'
import { byteKey, joinKeys, keyBytes, keyOf, uint64Key, type Key } from '../../store/index.js'
import { BANK_STORE } from './keys.js'

/** No row of the bank begins with it. */
const PREFIX = byteKey(0xff)

/**
 * Coins that a module account gets at the end of the block, by the account and the transaction. In Go they are in a store of objects that lives for a
 * block; here in rows that are deleted before the block ends, so that they are undone with what fails, and leave no trace in the tree.
 * Source: cosmos-sdk v0.54.3 x/bank/keeper/virtual.go.
 */
const rowKey = (ctx: Context, address: Uint8Array, denom: string): Key =>
  joinKeys(PREFIX, keyOf(address), uint64Key(BigInt(ctx.txIndex ?? 0)), keyOf(new TextEncoder().encode(denom)))

export const virtualAmount = (ctx: Context, address: Uint8Array, denom: string): bigint => {
  const bytes = ctx.rawStore(BANK_STORE).get(rowKey(ctx, address, denom))
  return bytes === undefined ? 0n : BigInt(Buffer.from(bytes).toString())
}

export function setVirtualAmount(ctx: Context, address: Uint8Array, { denom, amount }: Coin): void {
  if (amount < 0n) throw new GoPanic('negative coin amount')
  const [store, key] = [ctx.rawStore(BANK_STORE), rowKey(ctx, address, denom)]
  if (amount === 0n) store.delete(key)
  else store.set(key, new Uint8Array(Buffer.from(String(amount))))
}

/** Takes all rows out. @returns the sums by account, in order */
export function takeVirtual(ctx: Context): readonly { readonly address: Uint8Array; readonly coin: Coin }[] {
  const store = ctx.rawStore(BANK_STORE)
  const sums = new Map<string, { readonly address: Uint8Array; readonly coin: Coin }>()
  for (const [key, value] of Array.from(walk(store, PREFIX))) {
    const bytes = keyBytes(key)
    const address = bytes.slice(1, 21)
    const denom = Buffer.from(bytes.subarray(29)).toString()
    const id = `${keyOf(address)}/${denom}`
    const amount = BigInt(Buffer.from(value).toString()) + (sums.get(id)?.coin.amount ?? 0n)
    sums.set(id, { address, coin: { denom, amount } })
    store.delete(key)
  }
  return [...sums.values()]
}

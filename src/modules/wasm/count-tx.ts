import type { AnteStep } from '../../chain/ante/index.js'
import { STORE, TX_COUNTER_KEY } from './keys.js'

/** 8 bytes height, 4 bytes counter. */
const LENGTH = 12

/**
 * Counts the transactions of a block in the store, which every transaction pays for; a simulation does not count.
 * The position that contracts see is `ctx.txIndex`. Source: wasmd x/wasm/keeper/ante.go `CountTXDecorator`.
 */
export const countTx: AnteStep = (ctx, _, { simulate }) => {
  if (simulate) return ctx
  const store = ctx.store(STORE)
  const known = store.get(TX_COUNTER_KEY)
  const height = BigInt(ctx.block.height)
  let counter = 0
  if (known !== undefined) {
    const view = new DataView(known.buffer, known.byteOffset, LENGTH)
    if (view.getBigUint64(0) === height) counter = view.getUint32(8)
  }
  const bytes = new Uint8Array(LENGTH)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, height)
  view.setUint32(8, counter + 1)
  store.set(TX_COUNTER_KEY, bytes)
  return ctx
}

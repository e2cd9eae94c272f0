import type { EvmChain } from './evm-chain.js'

/** Forgetting costs the same for one block as for many. */
const AT_ONCE = 64

/** Forgets blocks beyond those that are kept, and the states after them. */
export function forgetOldBlocks({ blocks, state, blobs, options: { keepBlocks } }: EvmChain): void {
  if (blocks.size < keepBlocks + AT_ONCE) return
  for (const { receipts } of blocks.keep(keepBlocks)) for (const { hash } of receipts) blobs.delete(hash)
  state.forget(blocks.lowest.version)
}

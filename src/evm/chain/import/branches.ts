import type { Hex } from '../../hex.js'
import type { SealedState } from '../../state/state.js'
import type { Blockchain, ChainBlock } from '../blockchain.js'
import type { EvmChain } from '../evm-chain.js'

/** A block with the state after it. */
export interface Tip {
  readonly head: ChainBlock
  readonly state: SealedState | undefined
}

/** Blocks of imported chains that are no longer on the chain: another one may follow them. */
export class Branches {
  readonly #tips = new Map<Hex, Tip>()

  /** The block with a hash, on the chain or on a branch that was left. */
  find(blocks: Blockchain, hash: Hex): ChainBlock | undefined {
    return blocks.withHash(hash) ?? this.#tips.get(hash)?.head
  }

  /** Makes a block the head. @returns the head until now, to return to */
  leave({ blocks, state }: EvmChain, to: ChainBlock): Tip {
    const tip = { head: blocks.head, state: state.sealed }
    if (to === tip.head) return tip
    const target = this.#tips.get(to.hash)?.state ?? sealedAt(tip.state, to.version)
    state.restore(target)
    blocks.restore(to)
    for (
      let left: ChainBlock | undefined = tip.head;
      left !== undefined && blocks.withHash(left.hash) === undefined;
      left = left.parent
    )
      this.#tips.set(left.hash, { head: left, state: sealedAt(tip.state, left.version) })
    return tip
  }
}

function sealedAt(newest: SealedState | undefined, version: number): SealedState | undefined {
  let sealed = newest
  while (sealed !== undefined && sealed.version > version) sealed = sealed.parent
  return sealed
}

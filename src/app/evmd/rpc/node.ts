import { ChainNode, loadKeccak } from '../../../evm/inside.js'
import { InsideChain } from './chain.js'
import type { EvmdNode, EvmdNodeOptions } from './options.js'
import { runnerOn } from './run.js'

/**
 * A node of Ethereum over the blocks, accounts and contracts of an evmd chain. It has the methods of the profile `cosmos-evm`, and follows the chain whatever
 * that does, a return to an earlier state included.
 */
export async function createEvmdNode(options: EvmdNodeOptions): Promise<EvmdNode> {
  await loadKeccak()
  const chain = new InsideChain(options)
  chain.catchUp()
  return new ChainNode({
    chain,
    runner: runnerOn(chain),
    catchUp: () => chain.catchUp(),
    listen: (listener) => options.app.baseApp.onBlock(listener),
  })
}

import type { RpcClient } from '@cosmjs/tendermint-rpc'
import { answerJson, ChainNode, DEFAULT_CHAIN_LIMITS, type ServedChain } from '../../server/internal.js'

type Request = Parameters<RpcClient['execute']>[0]
type Answer = Awaited<ReturnType<RpcClient['execute']>>

/** A chain of this process as cosmjs sees a node: the same RPC as over a port, in process. */
export function inProcess(chain: ServedChain): RpcClient {
  const node = new ChainNode(chain, DEFAULT_CHAIN_LIMITS)
  return {
    execute: async (request: Request): Promise<Answer> => {
      const { text = '{}' } = (await answerJson(node, JSON.stringify(request))) ?? {}
      const answer = JSON.parse(text) as Answer & { readonly error?: object }
      if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error))
      return answer
    },
    disconnect: () => undefined,
  }
}

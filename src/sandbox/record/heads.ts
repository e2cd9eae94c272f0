import type { Action } from '../actions/schema.js'

/** Reading actions that report the head of each chain, and the head of its EVM if it was used. */
export function headsOf(chain: string, log: readonly Action[]): readonly Action[] {
  const usesEvm = log.some((one) => (one.action === 'repeat' ? one.do : one).action === 'evm' && onChain(one, chain))
  const block = {
    action: 'evm',
    chain,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
    over: 'process',
  } as const
  return [{ action: 'head', chain }, ...(usesEvm ? [{ ...block, params: [...block.params] }] : [])]
}

const onChain = (action: Action, chain: string): boolean => {
  const one = action.action === 'repeat' ? action.do : action
  return 'chain' in one && one.chain === chain
}

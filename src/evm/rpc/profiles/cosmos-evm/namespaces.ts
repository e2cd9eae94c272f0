import { toUtf8 } from '../../../../base/index.js'
import { keccak256 } from '../../../crypto/hash.js'
import { refuse } from '../../../errors.js'
import { hex } from '../../../hex.js'
import { required, type Method } from '../../table.js'
import { answers, constant, type Differing } from './differs.js'
import { goString } from './go-types.js'

/** They need the profiling setting, which is off. Source: rpc/namespaces/ethereum/debug/api.go. */
export const profiling = (): Partial<Method> => ({
  onAnyChain: true,
  handle: () => {
    throw refuse('profiling disabled in the debug namespace')
  },
})

const unsupported =
  (name: string): Differing =>
  () => ({
    onAnyChain: true,
    handle: () => {
      throw refuse(`unsupported rpc function: ${name}`)
    },
  })

/** Small methods of all namespaces. */
export const NAMESPACES: Readonly<Record<string, Differing>> = {
  // It hashes the characters of its argument.
  web3_sha3: answers([required('input', goString)], (_, input) => hex(keccak256(toUtf8(input)))),
  net_peerCount: constant([], 0),
  debug_intermediateRoots: profiling,
  debug_getBlockRlp: profiling,
  debug_getHeaderRlp: profiling,
  debug_printBlock: profiling,
  miner_start: unsupported('miner_start'),
  miner_setExtra: unsupported('miner_setExtra'),
  miner_stop: () => ({ onAnyChain: true, handle: () => null }),
  miner_setGasLimit: () => ({ onAnyChain: true, handle: () => false }),
}

import { toUtf8 } from '../../../../base/index.js'
import { keccak256 } from '../../../crypto/hash.js'
import { refuse } from '../../../errors.js'
import { hex } from '../../../hex.js'
import { integer, uint64 } from '../../../validate.js'
import { optional, required, type Method, type Param } from '../../table.js'
import { answers, constant, takes, type Differing } from './differs.js'
import { goInt, goString, goUint, goUint64 } from './go-types.js'

const profile = [required('file', goString), required('seconds', goUint)]
const file = [required('file', goString)]
const rate = [required('rate', goInt)]
const block = [required('block', goUint64)]

/** They need the profiling setting, which is off. Source: rpc/namespaces/ethereum/debug/api.go. */
export const profiling = (): Pick<Method, 'onAnyChain' | 'handle'> & { readonly handle: () => never } => ({
  onAnyChain: true,
  handle: () => {
    throw refuse('profiling disabled in the debug namespace')
  },
})

const off = (...params: readonly Param<unknown>[]): Differing => answers(params, profiling().handle)

const unsupported = (name: string, ...params: readonly Param<unknown>[]): Differing =>
  answers(params, () => {
    throw refuse(`unsupported rpc function: ${name}`)
  })

/** Small methods of all namespaces. */
export const NAMESPACES: Readonly<Record<string, Differing>> = {
  // It hashes the characters of its argument.
  web3_sha3: answers([required('input', goString)], (_, input) => hex(keccak256(toUtf8(input)))),
  net_peerCount: constant([], 0),
  debug_intermediateRoots: profiling,
  debug_getBlockRlp: off(...block),
  debug_getHeaderRlp: off(...block),
  debug_printBlock: off(...block),
  debug_blockProfile: off(...profile),
  debug_cpuProfile: off(...profile),
  debug_goTrace: off(...profile),
  debug_mutexProfile: off(...profile),
  debug_setBlockProfileRate: off(...rate),
  debug_setGCPercent: off(...rate),
  debug_setMutexProfileFraction: off(...rate),
  debug_stacks: off(),
  debug_startCPUProfile: off(...file),
  debug_startGoTrace: off(...file),
  debug_writeBlockProfile: off(...file),
  debug_writeMemProfile: off(...file),
  debug_writeMutexProfile: off(...file),
  miner_start: unsupported('miner_start', optional('threads', integer)),
  miner_setExtra: unsupported('miner_setExtra', required('extra', goString)),
  miner_stop: constant([], null),
  miner_setGasLimit: constant([required('gasLimit', uint64)], false),
  personal_initializeWallet: takes(required('url', goString)),
  personal_unpair: takes(required('url', goString), required('pin', goString)),
}

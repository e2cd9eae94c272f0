import { mineWhatIsThere } from '../../chain/mine-all.js'
import { toUtf8 } from '../../../base/index.js'
import { hex } from '../../hex.js'
import { invalidParams } from '../../errors.js'
import { chainMethod, method, required, type Call, type InTurn, type Method } from '../table.js'
import { address, integer, quantity, string } from '../../validate.js'

const MAX_EXTRA = 32

export async function setBlockGasLimit({ chain, turn }: Call & InTurn, gasLimit: bigint): Promise<true> {
  if (gasLimit < 5000n || gasLimit >= 1n << 63n)
    throw invalidParams('invalid argument 0: gasLimit: want 5000 to 2^63 - 1')
  await chain.configure(turn, { gasLimit, gasCeiling: gasLimit })
  return true
}

/** Settings of block production. */
export const minerMethods: readonly Method[] = [
  method('miner_start', {
    status: 'N',
    changes: true,
    access: 'private',
    doc: 'Turns automatic mining on: mines pending transactions, and from now on each transaction at once.',
    handle: async ({ chain, turn }) => {
      await chain.configure(turn, { automine: true })
      await mineWhatIsThere(chain, turn)
      return null
    },
  }),
  method('miner_stop', {
    status: 'N',
    changes: true,
    access: 'private',
    doc: 'Turns automatic mining off: blocks are mined only on request.',
    handle: async ({ chain, turn }) => {
      await chain.configure(turn, { automine: false })
      return null
    },
  }),
  method('miner_setEtherbase', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('address', address)],
    doc: 'Sets the account that receives the tips, from the next block on.',
    handle: async ({ chain, turn }, coinbase) => {
      await chain.configure(turn, { coinbase })
      return true
    },
  }),
  method('miner_setGasPrice', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('gasPrice', quantity)],
    doc: 'Sets the minimum tip of the pool, which is also the suggested tip.',
    handle: async ({ chain, turn }, minimumTip) => {
      await chain.configure(turn, { minimumTip })
      return true
    },
  }),
  method('miner_setGasLimit', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('gasLimit', quantity)],
    doc: 'Sets the gas limit of blocks, from the next one on.',
    handle: setBlockGasLimit,
  }),
  method('miner_setExtra', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('extra', string)],
    doc: 'Sets the extra data of blocks, up to 32 bytes.',
    handle: async ({ chain, turn }, extra) => {
      const bytes = toUtf8(extra)
      if (bytes.length > MAX_EXTRA)
        throw invalidParams(`invalid argument 0: extra: extra exceeds max length. ${bytes.length} > ${MAX_EXTRA}`)
      await chain.configure(turn, { extraData: hex(bytes) })
      return true
    },
  }),
  method('miner_setRecommitInterval', {
    status: 'N',
    access: 'private',
    params: [required('milliseconds', integer)],
    doc: 'Accepted and ignored: a block is built once, from what is in the pool.',
    handle: () => null,
  }),
  chainMethod('miner_getHashrate', {
    status: 'N',
    access: 'private',
    doc: 'Zero: blocks come from consensus.',
    handle: () => 0,
  }),
]

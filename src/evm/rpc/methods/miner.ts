import { toUtf8 } from '../../../base/bytes.js'
import { hex } from '../../hex.js'
import { invalidParams } from '../errors.js'
import { method, required, type Call, type Method } from '../table.js'
import { address, integer, quantity, string } from '../validate.js'

const MAX_EXTRA = 32

export async function setBlockGasLimit({ chain }: Call, gasLimit: bigint): Promise<true> {
  if (gasLimit < 5000n || gasLimit >= 1n << 63n)
    throw invalidParams('invalid argument 0: gasLimit: want 5000 to 2^63 - 1')
  await chain.configure({ gasLimit })
  return true
}

/** How blocks are made from now on. */
export const minerMethods: readonly Method[] = [
  method('miner_start', {
    status: 'N',
    changes: true,
    access: 'private',
    doc: 'Each transaction makes a block from now on, and those that wait are taken in.',
    handle: async ({ chain }) => {
      await chain.configure({ automine: true })
      await chain.mineWhatIsThere()
      return null
    },
  }),
  method('miner_stop', {
    status: 'N',
    changes: true,
    access: 'private',
    doc: 'Blocks are made only when asked for from now on.',
    handle: async ({ chain }) => {
      await chain.configure({ automine: false })
      return null
    },
  }),
  method('miner_setEtherbase', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('address', address)],
    doc: 'The account that gets the tips from the next block on.',
    handle: async ({ chain }, coinbase) => {
      await chain.configure({ coinbase })
      return true
    },
  }),
  method('miner_setGasPrice', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('gasPrice', quantity)],
    doc: 'The least tip that the pool takes, which is also the one that is proposed.',
    handle: async ({ chain }, minimumTip) => {
      await chain.configure({ minimumTip })
      return true
    },
  }),
  method('miner_setGasLimit', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('gasLimit', quantity)],
    doc: 'Gas limit of blocks from the next on.',
    handle: setBlockGasLimit,
  }),
  method('miner_setExtra', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('extra', string)],
    doc: 'Text that blocks carry, up to 32 bytes.',
    handle: async ({ chain }, extra) => {
      const bytes = toUtf8(extra)
      if (bytes.length > MAX_EXTRA)
        throw invalidParams(`invalid argument 0: extra: extra exceeds max length. ${bytes.length} > ${MAX_EXTRA}`)
      await chain.configure({ extraData: hex(bytes) })
      return true
    },
  }),
  method('miner_setRecommitInterval', {
    status: 'N',
    access: 'private',
    params: [required('milliseconds', integer)],
    doc: 'Taken for the sake of clients: a block is made once, of what is there.',
    handle: () => null,
  }),
  method('miner_getHashrate', {
    status: 'N',
    access: 'private',
    doc: 'Zero: blocks come from consensus.',
    handle: () => 0,
  }),
]

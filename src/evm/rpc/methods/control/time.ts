import { method, required, type Call, type Method } from '../../table.js'
import { numeric } from '../../validate.js'
import { invalidParams } from '../../errors.js'
import { alike, command, every } from './spelling.js'

/** Above this, a time is one in milliseconds. Source: Anvil, `evm_setTime`. */
const MILLISECONDS_FROM = 1_000_000_000_000n

const setNext = ({ chain }: Call, timestamp: bigint): Promise<void> =>
  chain.apply(() => chain.time.setNext(timestamp, chain.blocks.head.block.header.timestamp))

function setInterval({ chain }: Call, seconds: bigint): Promise<boolean> {
  if (seconds === 0n) throw invalidParams('invalid argument 0: want at least one second')
  return chain.apply(() => chain.time.setInterval(seconds))
}

/** The clock, and the times of blocks. */
export const timeMethods: readonly Method[] = [
  ...alike(['evm_increaseTime', 'anvil_increaseTime'], {
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'Puts the clock forward. Gives by how much it is ahead in all, in seconds.',
    handle: ({ chain }, seconds) =>
      chain.apply(() => Number(chain.time.increase(seconds, chain.blocks.head.block.header.timestamp))),
  }),
  ...alike(['evm_setTime', 'anvil_setTime'], {
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'Puts the clock to this time, in seconds since 1970 or, from 10^12 on, in milliseconds. Gives how far it moved forward.',
    handle: ({ chain }, given) => {
      const timestamp = given > MILLISECONDS_FROM ? given / 1000n : given
      return chain.apply(() => Number(chain.time.set(timestamp, chain.blocks.head.block.header.timestamp)))
    },
  }),
  method('evm_setNextBlockTimestamp', {
    status: 'none',
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'The next block gets this time, in seconds since 1970. Gives it in decimals, as Hardhat.',
    handle: async (call, timestamp) => {
      await setNext(call, timestamp)
      return timestamp.toString()
    },
  }),
  method('anvil_setNextBlockTimestamp', {
    status: 'none',
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'The next block gets this time, in seconds since 1970.',
    handle: async (call, timestamp) => {
      await setNext(call, timestamp)
      return null
    },
  }),
  ...command(['anvil_setBlockTimestampInterval', 'ganache_setBlockTimestampInterval'], {
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'From now on blocks are this far apart.',
    handle: setInterval,
  }),
  ...command(['hardhat_setBlockTimestampInterval'], {
    changes: true,
    params: [required('milliseconds', numeric)],
    doc: 'From now on blocks are this far apart: whole seconds, in milliseconds as viem asks Hardhat.',
    handle: (call, milliseconds) => setInterval(call, milliseconds / 1000n),
  }),
  ...alike(every('removeBlockTimestampInterval'), {
    changes: true,
    doc: 'The clock decides about the times of blocks again; false when it did already.',
    handle: ({ chain }) => chain.apply(() => chain.time.setInterval(undefined)),
  }),
]

import { method, required, type Call, type InTurn, type Method } from '../../table.js'
import { numeric } from '../../../validate.js'
import { invalidParams } from '../../../errors.js'
import { alike, command, every } from './spelling.js'

/** A time above this is in milliseconds. Source: Anvil, `evm_setTime`. */
const MILLISECONDS_FROM = 1_000_000_000_000n

const setNext = ({ chain, turn }: Call & InTurn, timestamp: bigint): Promise<void> =>
  chain.apply(turn, () => chain.time.setNext(timestamp, chain.blocks.head.block.header.timestamp))

function setInterval({ chain, turn }: Call & InTurn, seconds: bigint): Promise<boolean> {
  if (seconds === 0n) throw invalidParams('invalid argument 0: want at least one second')
  return chain.apply(turn, () => chain.time.setInterval(seconds))
}

/** The clock, and block times. */
export const timeMethods: readonly Method[] = [
  ...alike(['evm_increaseTime', 'anvil_increaseTime'], {
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'Moves the clock forward. Returns the total offset in seconds.',
    handle: ({ chain, turn }, seconds) =>
      chain.apply(turn, () => Number(chain.time.increase(seconds, chain.blocks.head.block.header.timestamp))),
  }),
  ...alike(['evm_setTime', 'anvil_setTime'], {
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'Sets the clock to a time in seconds since 1970 or, from 10^12 on, in milliseconds. Returns how far it moved forward.',
    handle: ({ chain, turn }, given) => {
      const timestamp = given > MILLISECONDS_FROM ? given / 1000n : given
      return chain.apply(turn, () => Number(chain.time.set(timestamp, chain.blocks.head.block.header.timestamp)))
    },
  }),
  method('evm_setNextBlockTimestamp', {
    status: 'none',
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'Sets the time of the next block, in seconds since 1970. Returns it in decimal, as Hardhat.',
    handle: async (call, timestamp) => {
      await setNext(call, timestamp)
      return timestamp.toString()
    },
  }),
  method('anvil_setNextBlockTimestamp', {
    status: 'none',
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'Sets the time of the next block, in seconds since 1970.',
    handle: async (call, timestamp) => {
      await setNext(call, timestamp)
      return null
    },
  }),
  ...command(['anvil_setBlockTimestampInterval', 'ganache_setBlockTimestampInterval'], {
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'Sets the interval between block times, in seconds.',
    handle: setInterval,
  }),
  ...command(['hardhat_setBlockTimestampInterval'], {
    changes: true,
    params: [required('milliseconds', numeric)],
    doc: 'Sets the interval between block times: whole seconds given in milliseconds, as viem calls Hardhat.',
    handle: (call, milliseconds) => setInterval(call, milliseconds / 1000n),
  }),
  ...alike(every('removeBlockTimestampInterval'), {
    changes: true,
    doc: 'Removes the interval between block times; false if there was none.',
    handle: ({ chain, turn }) => chain.apply(turn, () => chain.time.setInterval(undefined)),
  }),
]

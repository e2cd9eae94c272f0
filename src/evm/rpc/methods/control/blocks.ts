import { mineWhatIsThere } from '../../../chain/mine-all.js'
import { setImmediate } from 'node:timers/promises'
import { isHardhat } from '../../../options/client-version.js'
import type { ChainBlock } from '../../../chain/blockchain.js'
import type { EvmChain } from '../../../chain/evm-chain.js'
import { invalidParams, refuse } from '../../../errors.js'
import { revertReason } from '../../../execution/revert.js'
import { hex } from '../../../hex.js'
import { replay } from '../../../simulation/replay.js'
import type { Tracer } from '../../../tracers/tracer.js'
import { chainBlockJson } from '../../encode.js'
import { method, optional, required, type Call, type InTurn, type Method } from '../../table.js'
import { address, boolean, hash32, maybe, numeric, object, type Validator } from '../../../validate.js'
import { setBlockGasLimit } from '../miner.js'
import { alike, both, command, every } from './spelling.js'

/** The most blocks that one call may make. */
const MAX_BLOCKS = 100_000n

/** The longest interval that a timer supports. */
const MAX_PACE = (1n << 31n) - 1n

const pace = (milliseconds: bigint): number => {
  if (milliseconds > MAX_PACE) throw invalidParams(`invalid argument 0: want at most ${MAX_PACE} milliseconds`)
  return Number(milliseconds)
}

/** Times of the blocks that one request makes, in seconds. */
interface Spacing {
  /** Time of the first block. */
  readonly timestamp?: bigint | undefined
  /** If omitted or 0, each follows the one before as soon as the clock and the rules allow. */
  readonly interval?: bigint | undefined
  /** Whether the first block is one interval from now, as in Anvil; with Hardhat the clock decides. */
  readonly first?: boolean
}

async function mineMany(
  { chain, turn }: Call & InTurn,
  count: bigint,
  { timestamp, interval = 0n, first = false }: Spacing,
): Promise<void> {
  if (count > MAX_BLOCKS) throw invalidParams(`too many blocks: ${count}, want at most ${MAX_BLOCKS}`)
  for (let made = 0n; made < count; made += 1n) {
    const parent = chain.blocks.head.block.header.timestamp
    const before = made > 0n ? parent : first && !chain.time.isSet ? chain.now() : undefined
    const spaced = interval > 0n && before !== undefined ? before + interval : undefined
    await chain.mineOne(turn, made === 0n ? (timestamp ?? spaced) : spaced)
    // Lets other requests be answered meanwhile.
    await setImmediate()
  }
}

/** The outcome of a transaction, as Anvil adds it to its JSON. */
const outcome: Tracer = {
  result: ({ failure, returnData }) => {
    const reason = failure === undefined ? undefined : revertReason(returnData)
    return { output: hex(returnData), ...(reason === undefined ? {} : { revertReason: reason }) }
  },
}

async function detailed(chain: EvmChain, block: ChainBlock): Promise<unknown> {
  const json = chainBlockJson(block, true)
  const done = block.receipts.length === 0 ? [] : await replay(chain, block, () => outcome)
  const transactions = (json['transactions'] as readonly object[]).map((one, index) => ({
    ...one,
    ...(done[index]!.result as object),
  }))
  return { ...json, transactions }
}

const mineOptions = object({ timestamp: maybe(numeric), blocks: maybe(numeric) })

/** A time, or an object with options. */
const toMine: Validator<ReturnType<typeof mineOptions>> = (value, path) =>
  typeof value === 'object' ? mineOptions(value, path) : { timestamp: numeric(value, path), blocks: undefined }

const howMany = [optional('blocks', numeric, 1n), optional('interval', numeric)] as const

/** Mining, and members of block headers. */
export const blockControlMethods: readonly Method[] = [
  method('evm_mine', {
    status: 'none',
    changes: true,
    params: [optional('options', toMine)],
    doc: 'Mines a block, at the given time in seconds if any; with `{ timestamp, blocks }` several, the first at that time.',
    handle: async (call, options) => {
      await mineMany(call, options?.blocks ?? 1n, { timestamp: options?.timestamp })
      return '0x0'
    },
  }),
  ...alike(['evm_mine_detailed', 'anvil_mine_detailed'], {
    changes: true,
    params: [optional('options', toMine)],
    doc: 'As evm_mine, but returns the blocks with their transactions, each with its output and the reason of a revert.',
    handle: async (call, options) => {
      const { blocks } = call.chain
      const before = blocks.head.number
      await mineMany(call, options?.blocks ?? 1n, { timestamp: options?.timestamp })
      const made: unknown[] = []
      for (let number = before + 1n; number <= blocks.head.number; number += 1n)
        made.push(await detailed(call.chain, blocks.at(number)!))
      return made
    },
  }),
  method('hardhat_mine', {
    status: 'none',
    changes: true,
    params: howMany,
    doc: 'Mines blocks, this many seconds apart; without an interval, or with 0, as close together as the rules allow.',
    handle: async (call, count, interval) => {
      await mineMany(call, count, { interval })
      return true
    },
  }),
  method('anvil_mine', {
    status: 'none',
    changes: true,
    params: howMany,
    doc: 'As hardhat_mine, but the first block is one interval from now.',
    handle: async (call, count, interval) => {
      await mineMany(call, count, { interval, first: true })
      return null
    },
  }),
  ...command(['evm_setAutomine', 'anvil_setAutomine'], {
    changes: true,
    params: [required('on', boolean)],
    doc: 'Sets whether each transaction mines a block.',
    handle: async ({ chain, turn }, automine) => {
      await chain.configure(turn, { automine })
      if (automine) await mineWhatIsThere(chain, turn)
    },
  }),
  ...alike(both('getAutomine'), {
    doc: 'Whether each transaction mines a block.',
    handle: ({ chain }) => chain.settings.automine,
  }),
  method('evm_setIntervalMining', {
    status: 'none',
    params: [required('interval', numeric)],
    doc: 'Mines blocks at an interval: in seconds, as Anvil, or in milliseconds, as Hardhat, if the client version begins with `hardhat`. 0 stops it.',
    handle: ({ chain, interval }, given) => {
      interval.set(pace(isHardhat(chain.options.clientVersion) ? given : given * 1000n))
      return true
    },
  }),
  method('anvil_setIntervalMining', {
    status: 'none',
    params: [required('seconds', numeric)],
    doc: 'Mines blocks at an interval in seconds, as Anvil; 0 stops it.',
    handle: ({ interval }, seconds) => {
      interval.set(pace(seconds * 1000n))
      return null
    },
  }),
  method('anvil_getIntervalMining', {
    status: 'none',
    doc: 'The interval of interval mining in seconds; null if it is off.',
    handle: ({ interval }) => (interval.milliseconds === undefined ? null : interval.milliseconds / 1000),
  }),
  ...alike(['evm_setBlockGasLimit', 'anvil_setBlockGasLimit'], {
    changes: true,
    params: [required('gasLimit', numeric)],
    doc: 'Sets the gas limit of blocks, from the next one on.',
    handle: setBlockGasLimit,
  }),
  ...command(every('setCoinbase'), {
    changes: true,
    params: [required('address', address)],
    doc: 'Sets the account that receives the tips, from the next block on.',
    handle: ({ chain, turn }, coinbase) => chain.configure(turn, { coinbase }),
  }),
  ...command(every('setNextBlockBaseFeePerGas'), {
    changes: true,
    params: [required('baseFee', numeric)],
    doc: 'Sets the base fee of the next block.',
    handle: ({ chain, turn }, nextBaseFee) => {
      if (!chain.poolContext().common.isActivatedEIP(1559))
        throw refuse('setNextBlockBaseFeePerGas is only supported when EIP-1559 is active')
      if (nextBaseFee >= 1n << 128n) throw invalidParams('invalid argument 0: baseFee: want less than 2^128')
      return chain.configure(turn, { nextBaseFee })
    },
  }),
  ...command([...both('setPrevRandao'), 'anvil_setNextBlockPrevRandao'], {
    changes: true,
    params: [required('prevRandao', hash32)],
    doc: 'Sets the random value (`prevRandao`) of the next block.',
    handle: ({ chain, turn }, nextPrevRandao) => chain.configure(turn, { nextPrevRandao }),
  }),
]

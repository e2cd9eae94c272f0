import { setImmediate } from 'node:timers/promises'
import { isHardhat } from '../../../node/client-version.js'
import type { ChainBlock } from '../../../chain/blockchain.js'
import type { EvmChain } from '../../../chain/evm-chain.js'
import { refuse } from '../../../execution/refusal.js'
import { revertReason } from '../../../execution/revert.js'
import { hex } from '../../../hex.js'
import { replay } from '../../../execution/replay.js'
import type { Tracer } from '../../../tracers/tracer.js'
import { chainBlockJson } from '../../encode.js'
import { method, optional, required, type Call, type Method } from '../../table.js'
import { address, boolean, hash32, maybe, numeric, object, type Validator } from '../../validate.js'
import { invalidParams } from '../../errors.js'
import { setBlockGasLimit } from '../miner.js'
import { alike, both, command, every } from './spelling.js'

/** Blocks that one call may make. */
const MAX_BLOCKS = 100_000n

/** The longest pace that a timer can keep. */
const MAX_PACE = (1n << 31n) - 1n

const pace = (milliseconds: bigint): number => {
  if (milliseconds > MAX_PACE) throw invalidParams(`invalid argument 0: want at most ${MAX_PACE} milliseconds`)
  return Number(milliseconds)
}

/** How blocks are spaced that one request makes. Times in seconds. */
interface Spacing {
  /** Of the first of them. */
  readonly timestamp?: bigint | undefined
  /** With none, or 0, each comes as soon after the one before as the clock and the rules allow. */
  readonly interval?: bigint | undefined
  /** Whether the first of them is one interval from now, as in Anvil; Hardhat leaves it to the clock. */
  readonly first?: boolean
}

async function mineMany(
  { chain }: Call,
  count: bigint,
  { timestamp, interval = 0n, first = false }: Spacing,
): Promise<void> {
  if (count > MAX_BLOCKS) throw invalidParams(`too many blocks: ${count}, want at most ${MAX_BLOCKS}`)
  for (let made = 0n; made < count; made += 1n) {
    const parent = chain.blocks.head.block.header.timestamp
    const before = made > 0n ? parent : first && !chain.time.isSet ? chain.now() : undefined
    const spaced = interval > 0n && before !== undefined ? before + interval : undefined
    await chain.mineOne(made === 0n ? (timestamp ?? spaced) : spaced)
    // Others are answered meanwhile.
    await setImmediate()
  }
}

/** What a transaction came to, as Anvil adds it to its JSON. */
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

/** A time, or an object that says more. */
const toMine: Validator<ReturnType<typeof mineOptions>> = (value, path) =>
  typeof value === 'object' ? mineOptions(value, path) : { timestamp: numeric(value, path), blocks: undefined }

const howMany = [optional('blocks', numeric, 1n), optional('interval', numeric)] as const

/** When blocks are made, and what is in their headers. */
export const blockControlMethods: readonly Method[] = [
  method('evm_mine', {
    status: 'none',
    changes: true,
    params: [optional('options', toMine)],
    doc: 'Makes a block, of the given time in seconds if there is one; with `{ timestamp, blocks }` more than one, the first of that time.',
    handle: async (call, options) => {
      await mineMany(call, options?.blocks ?? 1n, { timestamp: options?.timestamp })
      return '0x0'
    },
  }),
  ...alike(['evm_mine_detailed', 'anvil_mine_detailed'], {
    changes: true,
    params: [optional('options', toMine)],
    doc: 'As evm_mine. Gives the blocks with their transactions, each with what it returned, and why it was reverted.',
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
    doc: 'Makes blocks, these many seconds apart; without a number, or with 0, as soon after one another as may be.',
    handle: async (call, count, interval) => {
      await mineMany(call, count, { interval })
      return true
    },
  }),
  method('anvil_mine', {
    status: 'none',
    changes: true,
    params: howMany,
    doc: 'As hardhat_mine; the first block, too, is these many seconds from now.',
    handle: async (call, count, interval) => {
      await mineMany(call, count, { interval, first: true })
      return null
    },
  }),
  ...command(['evm_setAutomine', 'anvil_setAutomine'], {
    changes: true,
    params: [required('on', boolean)],
    doc: 'Whether each transaction makes a block.',
    handle: async ({ chain }, automine) => {
      await chain.configure({ automine })
      if (automine) await chain.mineWhatIsThere()
    },
  }),
  ...alike(both('getAutomine'), {
    doc: 'Whether each transaction makes a block.',
    handle: ({ chain }) => chain.settings.automine,
  }),
  method('evm_setIntervalMining', {
    status: 'none',
    params: [required('interval', numeric)],
    doc: 'Makes a block again and again, so far apart: in seconds, as Anvil, unless the client version begins with `hardhat`; then in milliseconds, as Hardhat. 0 ends it.',
    handle: ({ chain, interval }, given) => {
      interval.set(pace(isHardhat(chain.options.clientVersion) ? given : given * 1000n))
      return true
    },
  }),
  method('anvil_setIntervalMining', {
    status: 'none',
    params: [required('seconds', numeric)],
    doc: 'Makes a block again and again, so far apart (as in Anvil, seconds); 0 ends it.',
    handle: ({ interval }, seconds) => {
      interval.set(pace(seconds * 1000n))
      return null
    },
  }),
  method('anvil_getIntervalMining', {
    status: 'none',
    doc: 'How far apart blocks are that come by themselves, in seconds; null when none do.',
    handle: ({ interval }) => (interval.milliseconds === undefined ? null : interval.milliseconds / 1000),
  }),
  ...alike(['evm_setBlockGasLimit', 'anvil_setBlockGasLimit'], {
    changes: true,
    params: [required('gasLimit', numeric)],
    doc: 'Gas limit of blocks from the next on.',
    handle: setBlockGasLimit,
  }),
  ...command(every('setCoinbase'), {
    changes: true,
    params: [required('address', address)],
    doc: 'The account that gets the tips from the next block on.',
    handle: ({ chain }, coinbase) => chain.configure({ coinbase }),
  }),
  ...command(every('setNextBlockBaseFeePerGas'), {
    changes: true,
    params: [required('baseFee', numeric)],
    doc: 'Base fee of the next block.',
    handle: ({ chain }, nextBaseFee) => {
      if (!chain.poolContext().common.isActivatedEIP(1559))
        throw refuse('setNextBlockBaseFeePerGas is only supported when EIP-1559 is active')
      if (nextBaseFee >= 1n << 128n) throw invalidParams('invalid argument 0: baseFee: want less than 2^128')
      return chain.configure({ nextBaseFee })
    },
  }),
  ...command([...both('setPrevRandao'), 'anvil_setNextBlockPrevRandao'], {
    changes: true,
    params: [required('prevRandao', hash32)],
    doc: 'The random value of the next block.',
    handle: ({ chain }, nextPrevRandao) => chain.configure({ nextPrevRandao }),
  }),
]

import { setImmediate } from 'node:timers/promises'
import { hex, quantity, unhex, type Hex } from '../../hex.js'
import { method, optional, required, type Method, type Param, type Call } from '../table.js'
import { refuse } from '../../execution/refusal.js'
import { address, boolean, data, hash32, maybe, numeric, object, slot, string } from '../validate.js'
import { invalidParams } from '../errors.js'

/** Blocks that one call may make. */
const MAX_BLOCKS = 100_000n

/** The longest pace that a timer can keep. */
const MAX_PACE = (1n << 31n) - 1n

const pace = (milliseconds: bigint): number => {
  if (milliseconds > MAX_PACE) throw invalidParams(`invalid argument 0: want at most ${MAX_PACE} milliseconds`)
  return Number(milliseconds)
}

/** The same method under Hardhat's and Anvil's spelling. */
const both = <const P extends readonly Param<unknown>[]>(
  name: string,
  row: { changes?: true; params?: P; doc: string; handle: Parameters<typeof method<P>>[1]['handle'] },
): Method[] => ['hardhat', 'anvil'].map((spelling) => method(`${spelling}_${name}`, { status: 'none', ...row }))

async function mineMany({ engine }: Call, count: bigint, interval: bigint | undefined): Promise<void> {
  if (count > MAX_BLOCKS) throw invalidParams(`too many blocks: ${count}, want at most ${MAX_BLOCKS}`)
  await engine.queue.run(async () => {
    for (let made = 0n; made < count; made += 1n) {
      const parent = engine.chain.head.block.header.timestamp
      await engine.mineOne(made > 0n && interval !== undefined ? parent + interval : undefined)
      // Others are answered meanwhile.
      await setImmediate()
    }
  })
}

const setStorage = async ({ engine }: Call, address: Hex, slot: bigint, value: Hex): Promise<true> => {
  await engine.change((state) => {
    if (state.account(address) === undefined) state.setCode(address, new Uint8Array(0))
    state.setStorage(address, slot, BigInt(value))
  })
  return true
}

/** What tests do to a chain that no chain allows: time, blocks, accounts, and the way back. */
export const controlMethods: readonly Method[] = [
  method('evm_snapshot', {
    status: 'none',
    changes: true,
    doc: 'Remembers the chain as it is and gives the number to return to it with.',
    handle: async ({ snapshots }) => quantity(await snapshots.take()),
  }),
  method('evm_revert', {
    status: 'none',
    changes: true,
    params: [required('snapshot', numeric)],
    doc: 'Returns to a snapshot and uses it up, with those taken after it; false when there is none.',
    handle: ({ snapshots }, id) => snapshots.revert(id),
  }),
  method('evm_mine', {
    status: 'none',
    changes: true,
    params: [optional('timestamp', numeric)],
    doc: 'Makes a block, of the given time in seconds if there is one.',
    handle: async ({ engine }, timestamp) => {
      await engine.mine(timestamp)
      return '0x0'
    },
  }),
  method('evm_increaseTime', {
    status: 'none',
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'Puts the clock forward. Gives by how much it is ahead in all, in seconds.',
    handle: ({ engine }, seconds) =>
      engine.queue.run(() => Number(engine.time.increase(seconds, engine.chain.head.block.header.timestamp))),
  }),
  method('evm_setNextBlockTimestamp', {
    status: 'none',
    changes: true,
    params: [required('timestamp', numeric)],
    doc: 'The next block gets this time, in seconds since 1970.',
    handle: ({ engine }, timestamp) =>
      engine.queue.run(() => {
        engine.time.setNext(timestamp, engine.chain.head.block.header.timestamp)
        return timestamp.toString()
      }),
  }),
  method('evm_setAutomine', {
    status: 'none',
    changes: true,
    params: [required('on', boolean)],
    doc: 'Whether each transaction makes a block.',
    handle: async ({ engine }, automine) => {
      await engine.configure({ automine })
      if (automine) await engine.queue.run(() => engine.mineWhatIsThere())
      return true
    },
  }),
  method('evm_setIntervalMining', {
    status: 'none',
    params: [required('milliseconds', numeric)],
    doc: 'Makes a block again and again, so far apart (as in Hardhat, milliseconds); 0 ends it.',
    handle: ({ interval }, milliseconds) => {
      interval.set(pace(milliseconds))
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
  method('evm_setBlockGasLimit', {
    status: 'none',
    changes: true,
    params: [required('gasLimit', numeric)],
    doc: 'Gas limit of blocks from the next on.',
    handle: async ({ engine }, gasLimit) => {
      if (gasLimit < 5000n || gasLimit >= 1n << 63n)
        throw invalidParams('invalid argument 0: gasLimit: want 5000 to 2^63 - 1')
      await engine.configure({ gasLimit })
      return true
    },
  }),
  ...both('mine', {
    changes: true,
    params: [optional('blocks', numeric, 1n), optional('interval', numeric)],
    doc: 'Makes blocks, these many seconds apart.',
    handle: async (call, count, interval) => {
      await mineMany(call, count, interval)
      return null
    },
  }),
  ...both('getAutomine', {
    doc: 'Whether each transaction makes a block.',
    handle: ({ engine }) => engine.settings.automine,
  }),
  ...both('setBalance', {
    changes: true,
    params: [required('address', address), required('balance', numeric)],
    doc: 'Gives an account this balance.',
    handle: async ({ engine }, address, balance) => {
      await engine.change((state) => state.setBalance(address, balance))
      return true
    },
  }),
  ...both('setNonce', {
    changes: true,
    params: [required('address', address), required('nonce', numeric)],
    doc: 'Gives an account this nonce.',
    handle: async ({ engine }, address, nonce) => {
      if (nonce >= (1n << 64n) - 1n) throw invalidParams('invalid argument 1: nonce: want less than 2^64 - 1')
      await engine.change((state) => {
        if (state.account(address) === undefined) state.setCode(address, new Uint8Array(0))
        state.setAccount(address, { nonce, codeHash: state.account(address)!.codeHash })
      })
      return true
    },
  }),
  ...both('setCode', {
    changes: true,
    params: [required('address', address), required('code', data)],
    doc: 'Gives an account this code.',
    handle: async ({ engine }, address, code) => {
      await engine.change((state) => state.setCode(address, unhex(code)))
      return true
    },
  }),
  ...both('setStorageAt', {
    changes: true,
    params: [required('address', address), required('slot', slot), required('value', hash32)],
    doc: 'Puts 32 bytes into a slot of a contract.',
    handle: setStorage,
  }),
  ...both('setCoinbase', {
    changes: true,
    params: [required('address', address)],
    doc: 'The account that gets the tips from the next block on.',
    handle: async ({ engine }, coinbase) => {
      await engine.configure({ coinbase })
      return true
    },
  }),
  ...both('setNextBlockBaseFeePerGas', {
    changes: true,
    params: [required('baseFee', numeric)],
    doc: 'Base fee of the next block.',
    handle: async ({ engine }, nextBaseFee) => {
      if (nextBaseFee >= 1n << 128n) throw invalidParams('invalid argument 0: baseFee: want less than 2^128')
      await engine.configure({ nextBaseFee })
      return true
    },
  }),
  ...both('setPrevRandao', {
    changes: true,
    params: [required('prevRandao', hash32)],
    doc: 'The random value of the next block.',
    handle: async ({ engine }, nextPrevRandao) => {
      await engine.configure({ nextPrevRandao })
      return true
    },
  }),
  ...both('impersonateAccount', {
    changes: true,
    params: [required('address', address)],
    doc: 'Takes transactions from this account without its key.',
    handle: async ({ engine }, address) => {
      await engine.configure({ impersonated: new Set([...engine.settings.impersonated, address]) })
      return true
    },
  }),
  ...both('stopImpersonatingAccount', {
    changes: true,
    params: [required('address', address)],
    doc: 'Ends what impersonateAccount began; false when it had not.',
    handle: async ({ engine }, address) => {
      const impersonated = new Set(engine.settings.impersonated)
      const was = impersonated.delete(address)
      await engine.configure({ impersonated })
      return was
    },
  }),
  method('anvil_autoImpersonateAccount', {
    status: 'none',
    changes: true,
    params: [required('on', boolean)],
    doc: 'Takes transactions from every account without its key.',
    handle: async ({ engine }, impersonateAll) => {
      await engine.configure({ impersonateAll })
      return true
    },
  }),
  ...both('dropTransaction', {
    changes: true,
    params: [required('transactionHash', hash32)],
    doc: 'Takes a transaction out of the pool; false when it is not there.',
    handle: ({ engine }, hash) => engine.queue.run(() => engine.pool.remove(hash)),
  }),
  method('anvil_dropAllTransactions', {
    status: 'none',
    changes: true,
    doc: 'Empties the pool.',
    handle: ({ engine }) =>
      engine.queue.run(() => {
        engine.pool.clear()
        return null
      }),
  }),
  method('anvil_setBlockTimestampInterval', {
    status: 'none',
    changes: true,
    params: [required('seconds', numeric)],
    doc: 'From now on blocks are this far apart.',
    handle: ({ engine }, seconds) => {
      if (seconds === 0n) throw invalidParams('invalid argument 0: seconds: want at least 1')
      return engine.queue.run(() => {
        engine.time.setInterval(seconds)
        return null
      })
    },
  }),
  method('anvil_removeBlockTimestampInterval', {
    status: 'none',
    changes: true,
    doc: 'The clock decides about the times of blocks again; false when it did already.',
    handle: ({ engine }) => engine.queue.run(() => engine.time.setInterval(undefined)),
  }),
  ...both('reset', {
    changes: true,
    params: [optional('options', object({ forking: maybe(object({ jsonRpcUrl: maybe(string) })) }))],
    doc: 'Returns to the genesis and empties the pool. There is no fork of another chain.',
    handle: ({ engine }, options) =>
      engine.queue.run(() => {
        if (options?.forking?.jsonRpcUrl !== undefined) throw refuse('forking another chain is not supported')
        engine.reset()
        return true
      }),
  }),
  ...both('setMinGasPrice', {
    changes: true,
    params: [required('gasPrice', numeric)],
    doc: 'The least price that the pool takes, on a chain without base fees.',
    handle: async ({ engine }, minimumTip) => {
      if (engine.poolContext().common.isActivatedEIP(1559))
        throw refuse('setMinGasPrice is not supported when EIP-1559 is active')
      await engine.configure({ minimumTip })
      return true
    },
  }),
  method('anvil_setRpcUrl', {
    status: 'none',
    params: [required('url', string)],
    doc: 'Belongs to forks of another chain, which this node does not make.',
    handle: () => {
      throw refuse('forking another chain is not supported')
    },
  }),
  ...both('setLoggingEnabled', {
    params: [required('on', boolean)],
    doc: 'Taken for the sake of clients: this node writes no log.',
    handle: () => true,
  }),
  ...both('metadata', {
    doc: 'What a development node tells of itself.',
    handle: ({ engine }) => ({
      clientVersion: 'Sudobox',
      chainId: Number(engine.forks.chainId),
      instanceId: hex(engine.chain.genesis.block.hash()),
      latestBlockNumber: Number(engine.chain.head.number),
      latestBlockHash: engine.chain.head.hash,
    }),
  }),
  method('anvil_nodeInfo', {
    status: 'none',
    doc: 'What a development node tells of itself.',
    handle: ({ engine }) => {
      const { head } = engine.chain
      return {
        currentBlockNumber: quantity(head.number),
        currentBlockTimestamp: Number(head.block.header.timestamp),
        currentBlockHash: head.hash,
        hardFork: head.block.common.hardfork(),
        transactionOrder: 'fees',
        environment: {
          baseFee: quantity(head.block.header.baseFeePerGas ?? 0n),
          chainId: Number(engine.forks.chainId),
          gasLimit: quantity(engine.settings.gasLimit),
          gasPrice: quantity(head.block.header.baseFeePerGas ?? 0n),
        },
        forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
      }
    },
  }),
]

import { NO_BYTES } from '../../../base/index.js'
import type { ChainBlock } from '../../chain/blockchain.js'
import type { BlockRef, EvmChain } from '../../chain/evm-chain.js'
import { refuse } from '../../errors.js'
import { keccak256 } from '../../crypto/hash.js'
import { hex, unhex, type Hex } from '../../hex.js'
import { replay } from '../../simulation/replay.js'
import { dump } from '../../state/dump.js'
import { trieEntries, trieGet } from '../../state/trie.js'
import type { AccountTrie } from '../../state/roots.js'
import type { State } from '../../state/state.js'
import type { TraceStart, Tracer } from '../../tracers/tracer.js'
import { blockNumber, blockRef } from '../request.js'
import { traceConfig } from './traces.js'
import { method, optional, required, type Method } from '../table.js'
import {
  Mismatch,
  address,
  boolean,
  data,
  hash32,
  integer,
  number,
  slot,
  uint64,
  type Validator,
} from '../../validate.js'

/** A JSON number, read as Go's uint64: never a string. */
const plainUint64: Validator<bigint> = (value, path) => {
  if (typeof value === 'string') throw new Mismatch(path, 'json: cannot unmarshal string into Go value of type uint64')
  const read = number(value, path)
  if (!Number.isSafeInteger(read) || read < 0)
    throw new Mismatch(path, `json: cannot unmarshal number ${read} into Go value of type uint64`)
  return BigInt(read)
}

const byNumber = (chain: EvmChain, number: bigint): ChainBlock => {
  const block = chain.blocks.at(number)
  if (block === undefined) throw refuse(`block #${number} not found`)
  return block
}

const byHash = (chain: EvmChain, hash: Hex): ChainBlock => {
  const block = chain.blocks.withHash(hash)
  if (block === undefined) throw refuse(`block ${hash} not found`)
  return block
}

const byRef = async (chain: EvmChain, ref: BlockRef): Promise<ChainBlock> => {
  if (ref.kind === 'hash') return byHash(chain, ref.hash)
  return ref.kind === 'number' ? byNumber(chain, ref.number) : chain.block(ref)
}

/** Returns the state after the transaction. */
class RootTracer implements Tracer<State> {
  #start: TraceStart<State> | undefined

  start(start: TraceStart<State>): void {
    this.#start = start
  }

  result(): Hex {
    return hex(this.#start!.state.roots.root())
  }
}

/** Reads slots of a contract as of before the transaction. */
class RangeTracer implements Tracer<State> {
  readonly #read: (start: TraceStart<State>) => unknown
  #found: unknown

  constructor(read: (start: TraceStart<State>) => unknown) {
    this.#read = read
  }

  start(start: TraceStart<State>): void {
    this.#found = this.#read(start)
  }

  result(): unknown {
    return this.#found
  }
}

function storageRange(trie: AccountTrie, key: Uint8Array, from: bigint, limit: number): unknown {
  const storage: Record<Hex, { key: Hex; value: Hex }> = {}
  for (const entry of trieEntries(trieGet(trie, key)?.data.storage)) {
    const name = hex(entry.key)
    if (BigInt(name) < from) continue
    if (Object.keys(storage).length >= limit) return { storage, nextKey: name }
    const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
    const bytes = entry.value.bytes
    // The value is RLP: a byte below 0x80 encodes itself.
    const value = BigInt(hex(bytes.length === 1 ? bytes : bytes.subarray(1)))
    storage[name] = { key: word(entry.value.data), value: word(value) }
  }
  return { storage, nextKey: null }
}

/** Accounts whose leaf differs between two tries. */
function modified(before: AccountTrie, after: AccountTrie): Hex[] {
  const leaves = (trie: AccountTrie): Map<Hex, Hex> =>
    new Map([...trieEntries(trie)].map(({ value }) => [value.data.address, hex(value.bytes)]))
  const [was, is] = [leaves(before), leaves(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((address) => was.get(address) !== is.get(address)).sort()
}

function modifiedBetween(chain: EvmChain, start: ChainBlock, end: ChainBlock | undefined): Hex[] {
  // A single block is compared with its parent.
  const [from, to] = end === undefined ? [chain.blocks.at(start.number - 1n), start] : [start, end]
  if (from === undefined || from.number >= to.number)
    throw refuse(`start block height (${start.number}) must be less than end block height (${to.number})`)
  return modified(chain.trie(from), chain.trie(to))
}

/** Source: go-ethereum v1.17.0 eth/api_debug.go `AccountRangeMaxResults`. */
const MAX_ACCOUNTS = 256

/** Inspecting blocks and states. */
export const inspectMethods: readonly Method[] = [
  method('debug_getBlockRlp', {
    status: 'N',
    access: 'private',
    params: [required('number', plainUint64)],
    doc: 'RLP of a block, given by a JSON number.',
    handle: ({ chain }, number) => hex(byNumber(chain, number).block.serialize()),
  }),
  method('debug_getHeaderRlp', {
    status: 'N',
    access: 'private',
    params: [required('number', plainUint64)],
    doc: 'RLP of a header, given by a JSON number.',
    handle: ({ chain }, number) => hex(byNumber(chain, number).block.header.serialize()),
  }),
  method('debug_printBlock', {
    status: 'Y',
    access: 'private',
    params: [required('number', plainUint64)],
    doc: 'A block as text, given by a JSON number.',
    handle: ({ chain }, number) => JSON.stringify(byNumber(chain, number).block.toJSON(), null, 2),
  }),
  method('debug_intermediateRoots', {
    status: 'Y',
    access: 'private',
    params: [required('hash', hash32), optional('config', traceConfig)],
    doc: 'The state roots after each transaction of a block, given by its hash or the hash of one of its transactions.',
    handle: async ({ chain }, hash) => {
      const block = chain.blocks.transaction(hash)?.block ?? byHash(chain, hash)
      return (await replay(chain, block, () => new RootTracer())).map(({ result }) => result)
    },
  }),
  method('debug_dumpBlock', {
    status: 'N',
    access: 'private',
    params: [required('block', blockNumber)],
    doc: 'The first 256 accounts after a block, with code and storage.',
    handle: async ({ chain }, ref) => {
      const block = await byRef(chain, ref)
      return dump(chain.view(block), chain.trie(block), {
        start: NO_BYTES,
        max: MAX_ACCOUNTS,
        code: true,
        storage: true,
      })
    },
  }),
  method('debug_accountRange', {
    status: 'none',
    access: 'private',
    params: [
      required('block', blockRef),
      required('from', data),
      required('maxResults', integer),
      required('nocode', boolean),
      required('nostorage', boolean),
      required('incompletes', boolean),
    ],
    doc: 'Accounts after a block, at most 256, from a hash of an address on; `next` is where the next part starts, in base64.',
    handle: async ({ chain }, ref, from, results, nocode, nostorage) => {
      const block = await byRef(chain, ref)
      const max = results > 0 && results < MAX_ACCOUNTS ? results : MAX_ACCOUNTS
      const part = { start: unhex(from), max, code: !nocode, storage: !nostorage }
      return dump(chain.view(block), chain.trie(block), part)
    },
  }),
  method('debug_storageRangeAt', {
    status: 'N',
    access: 'private',
    params: [
      required('block', blockRef),
      required('transactionIndex', integer),
      required('address', address),
      required('startKey', slot),
      required('limit', integer),
    ],
    doc: 'Slots of a contract before a transaction of a block, in the order of their hashes.',
    handle: async ({ chain }, ref, index, address, from, limit) => {
      const block = await chain.block(ref)
      if (block.number === 0n) throw refuse('no transaction in genesis')
      if (!Number.isInteger(index) || index < 0 || index >= block.receipts.length)
        throw refuse(`transaction index ${index} out of range for block ${block.hash}`)
      const tracer = new RangeTracer(({ state }) =>
        storageRange(state.roots.current(), state.roots.key(address), from, Math.min(limit, 10_000)),
      )
      const [only] = await replay(chain, block, (at) => (at === index ? tracer : undefined))
      return only!.result
    },
  }),
  method('debug_getModifiedAccountsByNumber', {
    status: 'N',
    access: 'private',
    params: [required('start', plainUint64), optional('end', plainUint64)],
    doc: 'Accounts that a block changed, or those that changed after one block up to another.',
    handle: ({ chain }, start, end) =>
      modifiedBetween(chain, byNumber(chain, start), end === undefined ? undefined : byNumber(chain, end)),
  }),
  method('debug_getModifiedAccountsByHash', {
    status: 'N',
    access: 'private',
    params: [required('start', hash32), optional('end', hash32)],
    doc: 'Accounts that a block changed, or those that changed after one block up to another.',
    handle: ({ chain }, start, end) =>
      modifiedBetween(chain, byHash(chain, start), end === undefined ? undefined : byHash(chain, end)),
  }),
  method('debug_setHead', {
    status: 'N',
    changes: true,
    access: 'private',
    params: [required('number', uint64)],
    doc: 'Returns to an earlier block; later ones are removed.',
    handle: ({ chain, turn }, number) =>
      chain.apply(turn, () => {
        chain.returnTo(byNumber(chain, number))
        return null
      }),
  }),
  method('debug_seedHash', {
    status: 'N',
    access: 'private',
    params: [required('number', uint64)],
    doc: 'The proof-of-work seed hash of the epoch of a block.',
    handle: (_, number) => {
      let seed: Uint8Array = new Uint8Array(32)
      const epoch = number / 30_000n
      if (epoch > 100_000n) throw refuse('block number is too large for an epoch')
      for (let passed = 0n; passed < epoch; passed += 1n) seed = keccak256(seed)
      return hex(seed)
    },
  }),
  method('eth_getRawTransactionByBlockHashAndIndex', {
    status: 'N',
    params: [required('blockHash', hash32), required('index', uint64)],
    doc: 'The bytes of a transaction by its index in a block; null if there is none.',
    handle: ({ chain }, hash, index) => rawAt(chain.blocks.withHash(hash), index),
  }),
  method('eth_getRawTransactionByBlockNumberAndIndex', {
    status: 'N',
    params: [required('block', blockNumber), required('index', uint64)],
    doc: 'The bytes of a transaction by its index in a block; null if there is none.',
    handle: async ({ chain }, ref, index) => rawAt(await chain.find(ref), index),
  }),
]

function rawAt(block: ChainBlock | undefined, index: bigint): Hex | null {
  const tx = index > 0xffffffffn ? undefined : block?.block.transactions[Number(index)]
  return tx === undefined ? null : hex(tx.serialize())
}

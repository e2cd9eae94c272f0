import { createBlockFromBytesArray, type Block, type BlockBytes } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { runBlock } from '@ethereumjs/vm'
import { UsageError } from '../../../base/index.js'
import type { EvmChain } from '../evm-chain.js'
import { keccak256 } from '../../crypto/hash.js'
import { hex } from '../../hex.js'
import { bodyProblem, resultProblem } from './block-rules.js'
import { blockNumber, blockTime, headerProblem, type RawHeader } from './header-rules.js'
import { forgetOldBlocks } from '../history.js'
import { receiptOf } from '../receipt.js'

/**
 * Executes blocks, one RLP after the other as `geth export` writes them, and appends them to the chain. Each is checked:
 * its position, its header by the rules of its fork, and that roots, gas and bloom match its execution. A block whose parent is known but not
 * the head starts or continues a side chain, of which it becomes the head, as after the merge. The genesis and blocks
 * that are already on the chain are skipped. Returns how many were appended.
 * @throws UsageError at the first invalid block, keeping those before it; and alongside a chain.
 */
export async function importChain(chain: EvmChain, bytes: Uint8Array): Promise<number> {
  if (chain.host !== undefined)
    throw new UsageError('an EVM alongside a chain cannot import blocks: its blocks are those of the chain')
  let appended = 0
  for (let rest = bytes; rest.length > 0;) {
    const { data, remainder } = decode(rest)
    rest = remainder
    if (await accept(chain, data)) appended++
  }
  return appended
}

function decode(bytes: Uint8Array): { data: BlockBytes; remainder: Uint8Array } {
  try {
    const { data, remainder } = RLP.decode(bytes, true)
    if (Array.isArray(data)) return { data: data as unknown as BlockBytes, remainder }
  } catch (cause) {
    throw new UsageError('not a chain of blocks in RLP', { cause })
  }
  throw new UsageError('not a chain of blocks in RLP: a block must be a list')
}

function read(chain: EvmChain, data: BlockBytes): Block {
  try {
    return createBlockFromBytesArray(data, { common: chain.forks.copy(), setHardfork: true })
  } catch (cause) {
    throw new UsageError(`not a block: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Appends a block to its parent, which becomes the head with that. @returns false for one that is on the chain already */
async function accept(chain: EvmChain, data: BlockBytes): Promise<boolean> {
  const { blocks, forks } = chain
  const header = data[0] as unknown
  if (!isHeader(header)) {
    read(chain, data)
    throw new UsageError('not a block: its header is not a list of fields')
  }
  if (blocks.withHash(hex(keccak256(RLP.encode(header as Uint8Array[])))) !== undefined) return false
  const number = blockNumber(header)
  const refuse = (what: string, cause?: unknown): never => {
    const block = parsed(chain, data)
    if (block !== undefined) chain.badBlocks.add(block)
    throw new UsageError(`block ${number} does not fit: ${what}`, cause === undefined ? {} : { cause })
  }
  const parent = chain.branches.find(blocks, hex(header[0]!))
  if (parent === undefined || number !== parent.number + 1n) return refuse('unknown ancestor')
  const rules = forks.at(number, blockTime(header))
  const problem = headerProblem(header, parent.block.header, rules)
  if (problem !== undefined) return refuse(problem)
  const block = read(chain, data)
  const unfit = bodyProblem(block)
  if (unfit !== undefined) return refuse(unfit)
  const tip = chain.branches.leave(chain, parent)
  try {
    await append(chain, block)
  } catch (cause) {
    chain.state.restore(tip.state)
    blocks.restore(tip.head)
    return refuse(cause instanceof Error ? cause.message.replace(/ \(vm hf=.*$/s, '') : String(cause), cause)
  }
  return true
}

const isHeader = (header: unknown): header is RawHeader =>
  Array.isArray(header) && header.length >= 15 && header.every((field) => field instanceof Uint8Array)

function parsed(chain: EvmChain, data: BlockBytes): Block | undefined {
  try {
    return read(chain, data)
  } catch {
    return undefined
  }
}

/** Executes a block on the head. */
async function append(chain: EvmChain, block: Block): Promise<void> {
  const { blocks, state, forks } = chain
  const { header } = block
  const executor = (await chain.executor()).use(state, forks.at(header.number, header.timestamp))
  // What it says of itself is compared afterwards, in go-ethereum's order and words.
  const result = await runBlock(executor.vm, { block, generate: true, skipHeaderValidation: true })
  const problem = resultProblem(block, result)
  if (problem !== undefined) throw new UsageError(problem)
  let cumulative = 0n
  const receipts = block.transactions.map((tx, index) => {
    cumulative += result.results[index]!.totalGasSpent
    const sent = { tx, hash: hex(tx.hash()), from: hex(tx.getSenderAddress().bytes) }
    return receiptOf(sent, result.results[index]!, cumulative)
  })
  blocks.append({ block, receipts, version: state.seal() })
  forgetOldBlocks(chain)
}

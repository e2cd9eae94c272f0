import { createBlockFromBytesArray, type Block, type BlockBytes } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { runBlock } from '@ethereumjs/vm'
import { UsageError } from '../../base/errors.js'
import type { EvmChain } from './evm-chain.js'
import { equalBytes } from '../../base/bytes.js'
import { hex } from '../hex.js'
import { forgetOldBlocks } from './history.js'
import { receiptOf } from './receipt.js'

/**
 * Executes blocks, one RLP after the other as `geth export` writes them, and appends them to the chain. Each is checked:
 * its position, its limits, and that roots, gas and bloom match its execution. The genesis and blocks that are already
 * present are skipped. Returns how many were appended.
 * @throws UsageError at the first invalid block, keeping those before it; and beside a chain.
 */
export async function importChain(chain: EvmChain, bytes: Uint8Array): Promise<number> {
  if (chain.host !== undefined)
    throw new UsageError('an EVM beside a chain cannot import blocks: its blocks are those of the chain')
  let appended = 0
  for (let rest = bytes; rest.length > 0;) {
    const { data, remainder } = decode(rest)
    rest = remainder
    const block = read(chain, data)
    if (chain.blocks.withHash(hex(block.hash())) !== undefined) continue
    await append(chain, block).catch((error: unknown) => {
      chain.badBlocks.add(block)
      throw error
    })
    appended++
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

async function append(chain: EvmChain, block: Block): Promise<void> {
  const { blocks, state, forks } = chain
  const { header } = block
  const parent = blocks.head.block.header
  const wrong = (what: string, cause?: unknown): UsageError =>
    new UsageError(`block ${header.number} does not fit: ${what}`, cause === undefined ? {} : { cause })
  if (!equalBytes(header.parentHash, parent.hash())) throw wrong('its parent is not the head')
  if (header.number !== parent.number + 1n) throw wrong('its number does not follow')
  if (header.timestamp <= parent.timestamp) throw wrong('its time is not later than that of its parent')
  const executor = (await chain.executor()).use(state, forks.at(header.number, header.timestamp))
  const { version } = blocks.head
  try {
    header.validateGasLimit(parent)
    const { results } = await runBlock(executor.vm, { block, skipHeaderValidation: true })
    let cumulative = 0n
    const receipts = block.transactions.map((tx, index) => {
      cumulative += results[index]!.totalGasSpent
      const sent = { tx, hash: hex(tx.hash()), from: hex(tx.getSenderAddress().bytes) }
      return receiptOf(sent, results[index]!, cumulative)
    })
    blocks.append({ block, receipts, version: state.seal() })
    forgetOldBlocks(chain)
  } catch (cause) {
    state.rewind(version)
    throw wrong(cause instanceof Error ? cause.message.replace(/ \(vm hf=.*$/s, '') : String(cause), cause)
  }
}

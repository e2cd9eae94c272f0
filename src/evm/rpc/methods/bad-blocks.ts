import type { Block } from '@ethereumjs/block'
import type { EvmChain } from '../../chain/evm-chain.js'
import { refuse } from '../../errors.js'
import { hex, type Hex } from '../../hex.js'
import { candidate } from '../../simulation/replay.js'
import { blockJson, pendingTransactionJson } from '../encode.js'
import { hostMethod, method, optional, required, type Method } from '../table.js'
import { hash32 } from '../../validate.js'
import { standardConfig, writeStandardTraces } from './trace-files.js'
import { traceCandidate, traceConfig } from './traces.js'

const badBlock = ({ badBlocks }: EvmChain, hash: Hex): Block => {
  const block = badBlocks.withHash(hash)
  if (block === undefined) throw refuse(`bad block ${hash} not found`)
  return block
}

const json = (block: Block): unknown => {
  const transactions = block.transactions.map((tx) =>
    pendingTransactionJson({ tx, hash: hex(tx.hash()), from: hex(tx.getSenderAddress().bytes) }),
  )
  return {
    hash: hex(block.hash()),
    block: blockJson(block, hex(block.hash()), transactions),
    rlp: hex(block.serialize()),
  }
}

/** Invalid blocks that were refused on import. */
export const badBlockMethods: readonly Method[] = [
  method('debug_getBadBlocks', {
    status: 'N',
    access: 'private',
    doc: 'The last blocks that were refused on import, with their RLP.',
    handle: ({ chain }) => chain.badBlocks.all().map(json),
  }),
  method('debug_traceBadBlock', {
    status: 'N',
    access: 'private',
    params: [required('blockHash', hash32), optional('config', traceConfig)],
    doc: 'Traces all transactions of a block that was refused on import.',
    handle: ({ chain }, hash, options) => traceCandidate(chain, candidate(chain, badBlock(chain, hash)), options),
  }),
  hostMethod('debug_standardTraceBadBlockToFile', {
    status: 'N',
    access: 'private',
    params: [required('blockHash', hash32), optional('config', standardConfig)],
    doc: 'Writes the opcodes of each transaction of a refused block to a JSON-lines file (EIP-3155); returns the file names.',
    handle: (call, hash, config) =>
      writeStandardTraces(call, candidate(call.chain, badBlock(call.chain, hash)), config?.txHash),
  }),
]

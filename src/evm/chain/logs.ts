import type { Blockchain, ChainBlock } from './blockchain.js'
import { OBJECT, tooLarge, WORD_BYTES } from '../execution/budget.js'
import type { LogEntry } from './receipt.js'
import { refuse } from '../errors.js'
import type { Hex } from '../hex.js'

/** Which logs are wanted: any of the addresses, and at each position any of the topics. Empty means every one. */
export interface LogCriteria {
  readonly addresses: readonly Hex[]
  readonly topics: readonly (readonly Hex[])[]
}

/** Bytes of a log in an answer without its data. */
const LOG = OBJECT + 9 * WORD_BYTES

/** A log and its position. */
export interface LocatedLog {
  readonly log: LogEntry
  readonly block: ChainBlock
  readonly transactionIndex: number
  readonly transactionHash: Hex
  readonly logIndex: number
}

/** Logs of one block that meet the criteria, in their order. */
export function logsOf(block: ChainBlock, criteria: LogCriteria): LocatedLog[] {
  return block.receipts.flatMap((receipt, transactionIndex) =>
    receipt.logs.flatMap((log, index) =>
      matches(log, criteria)
        ? [
            {
              log,
              block,
              transactionIndex,
              transactionHash: receipt.hash,
              logIndex: block.firstLog[transactionIndex]! + index,
            },
          ]
        : [],
    ),
  )
}

/**
 * Logs of a range of blocks, both ends included.
 * @throws RpcError when the range or the answer exceeds the limits.
 */
export function searchLogs(
  chain: Blockchain,
  range: { from: bigint; to: bigint },
  criteria: LogCriteria,
  limits: { logsCap: number; blockRangeCap: number; answerSize: number },
): LocatedLog[] {
  if (range.to - range.from > BigInt(limits.blockRangeCap))
    throw refuse(`maximum [from, to] blocks distance: ${limits.blockRangeCap}`)
  const found: LocatedLog[] = []
  let bytes = 0
  for (const block of chain.withLogs(criteria, range)) {
    for (const log of logsOf(block, criteria)) {
      if (found.length >= limits.logsCap) throw refuse(`query returned more than ${limits.logsCap} results`)
      bytes += LOG + log.log.data.length
      if (limits.answerSize !== 0 && bytes > limits.answerSize)
        throw tooLarge(`the logs have more than ${limits.answerSize} bytes`)
      found.push(log)
    }
  }
  return found
}

function matches(log: LogEntry, { addresses, topics }: LogCriteria): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false
  if (topics.length > log.topics.length) return false
  return topics.every((alternatives, i) => alternatives.length === 0 || alternatives.includes(log.topics[i]!))
}

import type { Block } from '@ethereumjs/block'
import { expect } from 'vitest'
import { Blockchain, type ChainBlock, type LogEntry, type Receipt } from '../../src/evm/chain/blockchain.js'
import { searchLogs, type LocatedLog, type LogCriteria } from '../../src/evm/chain/logs.js'
import type { Hex } from '../../src/evm/hex.js'
import { fc, property, runs } from '../random.js'

const LIMITS = { logsCap: 1000, blockRangeCap: 1000 }
const ADDRESSES: readonly Hex[] = ['0xa1', '0xa2', '0xa3']
const TOPICS: readonly Hex[] = ['0x01', '0x02', '0x03']

const log: fc.Arbitrary<LogEntry> = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  topics: fc.array(fc.constantFrom(...TOPICS), { maxLength: 4 }),
  data: fc.constant<Hex>('0x'),
})
const receipts = fc.array(fc.array(log, { maxLength: 2 }), { maxLength: 2 })

type Step = { do: 'append'; receipts: LogEntry[][] } | { do: 'truncate' | 'restore'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), receipts }) },
  fc.record({ do: fc.constantFrom('truncate' as const, 'restore' as const), at: fc.nat() }),
)

const criteria: fc.Arbitrary<LogCriteria> = fc.record({
  addresses: fc.subarray([...ADDRESSES]),
  topics: fc.array(fc.subarray([...TOPICS], { maxLength: 2 }), { maxLength: 4 }),
})

let blocks = 0
function append(chain: Blockchain, number: number, logs: readonly (readonly LogEntry[])[]): ChainBlock {
  const id = ++blocks
  const block = {
    header: { number: BigInt(number) },
    hash: () => Uint8Array.of(id >> 16, id >> 8, id),
    transactions: [],
  }
  const made = logs.map((of, i) => ({ hash: `0x${id}${i}`, logs: of }) as unknown as Receipt)
  return chain.append({ block: block as unknown as Block, receipts: made, version: 0 })
}

/** Every block of the range, every log. */
const scan = (chain: Blockchain, { from, to }: { from: bigint; to: bigint }, { addresses, topics }: LogCriteria) =>
  Array.from({ length: Number(chain.head.number) + 1 }, (_, height) => chain.at(BigInt(height))!)
    .filter(({ number }) => number >= from && number <= to)
    .flatMap((block) => block.receipts.flatMap(({ logs }) => logs.map((log) => ({ block, log }))))
    .filter(({ log }) => addresses.length === 0 || addresses.includes(log.address))
    .filter(({ log }) =>
      topics.every((any, i) => i < log.topics.length && (any.length === 0 || any.includes(log.topics[i]!))),
    )

property(
  [fc.array(step, { maxLength: 30 }), fc.array(criteria, { minLength: 1, maxLength: 6 }), fc.nat(12), fc.nat(12)],
  { numRuns: runs(200) },
)('a search finds what a scan finds, also after blocks were dropped and came back', (steps, queries, low, more) => {
  const chain = new Blockchain()
  const known = [append(chain, 0, [])]
  for (const step of steps) {
    if (step.do === 'append') known.push(append(chain, Number(chain.head.number) + 1, step.receipts))
    else if (step.do === 'truncate') chain.truncate(BigInt(step.at % (Number(chain.head.number) + 1)))
    else chain.restore(known[step.at % known.length]!)
  }
  const range = { from: BigInt(low), to: BigInt(low + more) }
  for (const query of queries) {
    const found = searchLogs(chain, range, query, LIMITS).map(({ block, log }: LocatedLog) => ({ block, log }))
    expect(found).toEqual(scan(chain, range, query))
  }
})

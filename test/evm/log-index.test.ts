import type { Block } from '@ethereumjs/block'
import { expect, test } from 'vitest'
import { Blockchain, type ChainBlock } from '../../src/evm/chain/blockchain.js'
import { LogIndex } from '../../src/evm/chain/log-index.js'
import type { LogEntry, Receipt } from '../../src/evm/chain/receipt.js'
import { searchLogs, type LocatedLog, type LogCriteria } from '../../src/evm/chain/logs.js'
import type { Hex } from '../../src/evm/hex.js'
import { fc, property, runs } from '../random.js'

const LIMITS = { logsCap: 1000, blockRangeCap: 1000, answerSize: 0 }
const ADDRESSES: readonly Hex[] = ['0xa1', '0xa2', '0xa3']
const TOPICS: readonly Hex[] = ['0x01', '0x02', '0x03']

const log: fc.Arbitrary<LogEntry> = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  topics: fc.array(fc.constantFrom(...TOPICS), { maxLength: 4 }),
  data: fc.constant<Hex>('0x'),
})
const receipts = fc.array(fc.array(log, { maxLength: 2 }), { maxLength: 2 })

type Step = { do: 'append'; receipts: LogEntry[][] } | { do: 'truncate' | 'restore' | 'keep'; at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), receipts }) },
  fc.record({ do: fc.constantFrom('truncate' as const, 'restore' as const, 'keep' as const), at: fc.nat() }),
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
  Array.from({ length: chain.size }, (_, index) => chain.at(chain.lowest.number + BigInt(index))!)
    .filter(({ number }) => number >= from && number <= to)
    .flatMap((block) => block.receipts.flatMap(({ logs }) => logs.map((log) => ({ block, log }))))
    .filter(({ log }) => addresses.length === 0 || addresses.includes(log.address))
    .filter(({ log }) =>
      topics.every((any, i) => i < log.topics.length && (any.length === 0 || any.includes(log.topics[i]!))),
    )

property(
  [fc.array(step, { maxLength: 30 }), fc.array(criteria, { minLength: 1, maxLength: 6 }), fc.nat(12), fc.nat(12)],
  { numRuns: runs(200) },
)(
  'a search finds what a scan finds, also after blocks were dropped and came back, or are no longer kept',
  (steps, queries, low, more) => {
    const chain = new Blockchain()
    const known = [append(chain, 0, [])]
    for (const step of steps) {
      if (step.do === 'append') known.push(append(chain, Number(chain.head.number) + 1, step.receipts))
      else if (step.do === 'truncate') chain.truncate(chain.lowest.number + BigInt(step.at % chain.size))
      else if (step.do === 'keep') chain.keep(1 + (step.at % chain.size))
      else {
        const before = chain.head
        try {
          chain.restore(known[step.at % known.length]!)
        } catch {
          // It is no longer kept.
          expect(chain.head).toBe(before)
          expect(chain.lowest.number).toBeGreaterThan(0n)
        }
      }
    }
    const from = BigInt(low) < chain.lowest.number ? chain.lowest.number : BigInt(low)
    const range = { from, to: from + BigInt(more) }
    // What is no longer kept is not held.
    expect(chain.lowest.parent).toBeUndefined()
    for (const query of queries) {
      const found = searchLogs(chain, range, query, LIMITS).map(({ block, log }: LocatedLog) => ({ block, log }))
      expect(found).toEqual(scan(chain, range, query))
    }
  },
)

test('an index has nothing of a block that is removed from either end', () => {
  const chain = new Blockchain()
  const entry = (address: Hex): LogEntry[] => [{ address, topics: [TOPICS[0]!], data: '0x' }]
  const made = ADDRESSES.map((address, height) => append(chain, height, [entry(address)]))
  const index = new LogIndex()
  for (const block of made) index.add(block)
  const heights = (address: Hex[], topics: Hex[][]) => index.candidates({ addresses: address, topics }, 0, 9)
  index.removeLowest(made[0]!)
  expect([heights([], []), heights([ADDRESSES[0]!], []), heights([], [[TOPICS[0]!]])]).toEqual([[1, 2], [], [1, 2]])
  index.remove(made[2]!)
  expect([heights([], []), heights([ADDRESSES[2]!], []), heights([], [[TOPICS[0]!]])]).toEqual([[1], [], [1]])
})

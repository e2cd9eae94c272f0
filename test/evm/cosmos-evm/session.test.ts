import { beforeAll, describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../../src/evm/index.js'
import { differences, Names, type Difference, type Exception } from './compare.js'
import { recording, type Answer } from './recording.js'
import { ALICE, BOB, MINED_NAMES, TOKEN_ADDRESS, mined, refused } from './transactions.js'

/** The account of the recorded node's validator: its key is in the node's keyring, and it proposes each block. */
const VALIDATOR = '0x7cb61d4117ae31a12e393a1cfa3bac666481d02e'

/** What depends on consensus, on chance or on that node's key. */
const EXCEPTIONS: readonly Exception[] = [
  { at: /\.(timestamp|blockTimestamp)$/, why: 'validators agree on the time of a block' },
  { at: /\.stateRoot$/, why: 'it is the root of all stores of a chain, most of which are not those of the EVM' },
  {
    at: /^transactions\.deploy$|^deploy\.(transactionHash|logs\[0\]\.transactionHash)$/,
    why: 'the bytes of the recorded deployment are not known: metadata of its source are among them',
  },
  {
    at: /^eth_createAccessList 91\./,
    why: 'that commit estimates gas on the newest block where release 0.7.3, which this profile is, does on the first',
  },
  { at: /^eth_new(PendingTransaction)?Filter \d+\.result$/, why: 'ids of filters are random' },
  { at: /^(eth_accounts|personal_listAccounts) \d+\.result\[2\]$/, why: 'the key of that validator is not public' },
  {
    at: /^debug_getRawBlock \d+\.result$/,
    why: 'the bytes hold the time, the state root and the hash of the parent; its length is compared',
  },
]

/** The requests before which the recorded chain had one more block. */
const MINED_BEFORE: ReadonlySet<number> = new Set([97, 161])
/** The request before which a transaction was sent that stayed in the pool. */
const SENT_BEFORE = 161

/** Ids of the filters that were installed before the second transfer, in the recording. */
const FILTERS = {
  logs: '0x1500c9fb17229c471a4f8308e1b5daaa',
  blocks: '0x44432cb6823bbe14d5b561120a499aa6',
  pending: '0x5ea45ddf8af9be840fcc086ef11e5b50',
}

async function outcome(node: EvmNode, method: string, params: readonly unknown[]): Promise<Omit<Answer, 'id'>> {
  try {
    return { result: await node.request({ method, params }) }
  } catch (thrown) {
    const { code, shortMessage: message, data } = thrown as { code: number; shortMessage: string; data?: unknown }
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

/** The recorded session again, on a node of this profile: where the answers differ. */
async function replayed(): Promise<Difference[]> {
  const found: Difference[] = []
  const [theirs, ours] = [new Names(), new Names()]
  const node = createEvmNode({
    profile: 'cosmos-evm',
    namespaces: ['eth', 'net', 'web3', 'personal', 'debug', 'txpool', 'miner'],
    accounts: { count: 2, balance: 1_000n * 10n ** 18n },
    blockGasLimit: 40_000_000n,
    coinbase: VALIDATOR,
    mining: 'manual',
  })
  const ask = async (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    (await outcome(node, method, params)).result
  const mine = async (): Promise<void> => {
    const { hash, number } = await node.mine()
    ours.add(hash, `block ${number}`)
  }
  const install = async (name: keyof typeof FILTERS, method: string, params: readonly unknown[]): Promise<void> => {
    theirs.add(FILTERS[name], `filter for ${name}`)
    ours.add(await ask(method, params), `filter for ${name}`)
  }
  const compare = (expected: unknown, actual: unknown, at: string): void => {
    found.push(...differences(theirs.named(expected), ours.named(actual), at, EXCEPTIONS))
  }

  for (const { blockHash, blockNumber } of Object.values(recording.receipts))
    theirs.add(blockHash, `block ${Number(blockNumber)}`)
  for (const { answer } of recording.answers) {
    const { hash, number } = (answer.result ?? {}) as { hash?: unknown; number?: unknown }
    if (number !== undefined) theirs.add(hash, `block ${Number(number)}`)
  }

  for (let height = 1; height <= 8; height++) await mine()
  const hashes = new Map<string, unknown>()
  for (const name of MINED_NAMES) {
    if (name === 'token2') {
      await install('logs', 'eth_newFilter', [{ address: TOKEN_ADDRESS }])
      await install('blocks', 'eth_newBlockFilter', [])
      await install('pending', 'eth_newPendingTransactionFilter', [])
    }
    const { result, error } = await outcome(node, 'eth_sendRawTransaction', [await mined(name)])
    hashes.set(name, result)
    compare(recording.transactions[name], result ?? error, `transactions.${name}`)
    await mine()
  }
  for (const [name, hash] of hashes)
    compare(recording.receipts[name], await ask('eth_getTransactionReceipt', [hash]), name)
  for (const [name, raw] of Object.entries(await refused())) {
    const { result, error } = await outcome(node, 'eth_sendRawTransaction', [raw])
    compare(recording.transactions[name], error ?? result, `transactions.${name}`)
  }
  expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })

  for (const { method, params, answer } of recording.answers) {
    if (MINED_BEFORE.has(answer.id)) await mine()
    if (answer.id === SENT_BEFORE) await ask('eth_sendTransaction', [{ from: ALICE.address, to: BOB.address }])
    const { result, error } = answer
    const actual = await outcome(node, method, ours.values(theirs.named(params)) as unknown[])
    compare(error === undefined ? { result } : { error }, actual, `${method} ${answer.id}`)
    if (method === 'debug_getRawBlock') expect(actual.result).toHaveLength((result as string).length)
  }
  return found
}

describe('a session of a real node', () => {
  let found: Difference[]
  beforeAll(async () => {
    found = await replayed()
  })

  test('gets the same answers', () => {
    expect(found.filter(({ why }) => why === undefined)).toEqual([])
  })

  test.each(EXCEPTIONS)('differs at $at: $why', (exception) => {
    expect(found.some(({ at }) => exception.at.test(at))).toBe(true)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { toBase64 } from '../../src/base/bytes.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { METHODS } from '../../src/server/comet/methods.js'
import { answerJson, type Answer } from '../../src/server/comet/rpc.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { signedSend, testChain, testWallet } from './chain.js'

type Value = string | boolean
type Args = Readonly<Record<string, Value>>

/** What parameters are tried with, by their method's name and theirs, or theirs alone. The first is the usual one. */
let tried: Readonly<Record<string, readonly Value[]>>
let node: ChainNode

const ask = async (method: string, params: unknown): Promise<string> => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  return ((await answerJson(node, text)) as Answer).text
}

beforeAll(async () => {
  const app = testChain({ validators: [5n, 4n, 3n] })
  const [alice, bob] = [await testWallet(app, 'alice'), await testWallet(app, 'bob')]
  node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const hashes: string[] = []
  for (let sequence = 0; sequence < 2; sequence++) {
    const tx = toBase64(await signedSend(app, alice, bob.address, sequence))
    const answer = JSON.parse(await ask('broadcast_tx_sync', { tx })) as { result: { hash: string } }
    hashes.push(Buffer.from(answer.result.hash, 'hex').toString('base64'))
  }
  const ids: string[] = []
  for (const height of ['2', '3']) {
    const answer = JSON.parse(await ask('block', { height })) as { result: { block_id: { hash: string } } }
    ids.push(answer.result.block_id.hash)
  }
  const next = toBase64(await signedSend(app, alice, bob.address, 2))
  tried = {
    height: ['2', '3'],
    'abci_query path': ['/store/bank/key', '/store/acc/key'],
    'abci_query data': ['00', '01'],
    'block_by_hash hash': ids.map((id) => Buffer.from(id, 'hex').toString('base64')),
    'header_by_hash hash': ids,
    'tx hash': hashes,
    prove: [false, true],
    minHeight: ['1', '2'],
    maxHeight: ['3', '2'],
    page: ['1', '2'],
    per_page: ['1', '2'],
    order_by: ['asc', 'desc'],
    'tx_search query': ['tx.height>0', 'tx.height>9999'],
    'block_search query': ['block.height>0', 'block.height=2'],
    chunk: ['0', '1'],
    tx: [next, 'AA=='],
  }
})

/** Parameters that change nothing, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'unconfirmed_txs limit': 'no transaction waits; test/sandbox/produce.test.ts',
}

test('each parameter of the CometBFT RPC changes an answer, by name and by place', async () => {
  const found: string[] = []
  for (const [name, { params }] of Object.entries(METHODS)) {
    const names = Object.keys(params)
    const of = (param: string): readonly Value[] => tried[`${name} ${param}`] ?? tried[param] ?? ['1', '2']
    const usual: Args = Object.fromEntries(names.map((param) => [param, of(param)[0]!]))
    const known = await ask(name, usual)
    // A transaction is accepted once.
    if (!name.startsWith('broadcast_')) {
      expect([name, known]).toEqual([name, expect.stringContaining('"result"')])
      expect([name, await ask(name, Object.values(usual))]).toEqual([name, known])
      expect([name, await ask(name, { ...usual, unknown: 1 })]).toEqual([name, known])
    }
    for (const param of names)
      if ((await ask(name, { ...usual, [param]: of(param)[1]! })) === known) found.push(`${name} ${param}`)
    expect(await ask(name, [...Object.values(usual), '1'])).toContain(
      `expected ${names.length} parameters ([${names.join(' ')}]), got ${names.length + 1}`,
    )
  }
  expect(found).toEqual(Object.keys(ELSEWHERE))
})

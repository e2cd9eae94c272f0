import { describe, expect, test } from 'vitest'
import { toBase64 } from '../../src/base/bytes.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { answerJson, type Answer } from '../../src/server/comet/rpc.js'
import { Subscriptions } from '../../src/server/comet/subscriptions.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { signedSend, testChain, testWallet } from './chain.js'

/** Events and texts of cometbft v0.38.21 types/events.go, state/execution.go and rpc/core/events.go. No port is opened. */

interface Told {
  readonly id: number
  readonly result: {
    readonly query: string
    readonly data: { readonly type: string; readonly value: object }
    readonly events: Readonly<Record<string, readonly string[]>>
  }
}

async function open() {
  const app = testChain()
  const alice = await testWallet(app, 'alice')
  const node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const told: Told[] = []
  const subscriptions = new Subscriptions(node, new Set(), (text) => told.push(JSON.parse(text) as Told))
  const ask = (id: number, method: string, query?: string) => {
    const message = JSON.stringify({ id, method, ...(query !== undefined && { params: { query } }) })
    const answer = answerJson(node, message, subscriptions.methods) as Answer
    const { result, error } = JSON.parse(answer.text) as { result?: object; error?: { data: string } }
    return error?.data ?? result
  }
  /** Two transactions in a block, and what is told of it. */
  const block = async () => {
    told.length = 0
    const txs = [await signedSend(app, alice, alice.address, 0), await signedSend(app, alice, alice.address, 1)]
    app.baseApp.beginBlock()
    for (const tx of txs) app.baseApp.deliver(tx)
    app.baseApp.endBlock()
    await new Promise((resolve) => setImmediate(resolve))
    return { txs, height: String(app.height) }
  }
  return { app, ask, block, told, subscriptions }
}

describe('a subscriber', () => {
  test('is notified of a block: itself, its header, its events, its transactions', async () => {
    const { ask, block, told } = await open()
    for (const [id, event] of ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx'].entries())
      expect(ask(id, 'subscribe', `tm.event='${event}'`)).toEqual({})
    const { txs, height } = await block()
    expect(told.map(({ id, result }) => [id, result.data.type])).toEqual([
      [0, 'tendermint/event/NewBlock'],
      [1, 'tendermint/event/NewBlockHeader'],
      [2, 'tendermint/event/NewBlockEvents'],
      [3, 'tendermint/event/Tx'],
      [3, 'tendermint/event/Tx'],
    ])
    const [whole, header, events, first, second] = told.map(({ result }) => result.data.value)
    expect(whole).toMatchObject({
      block: { header: { height }, data: { txs: txs.map(toBase64) } },
      block_id: { hash: expect.stringMatching(/^[0-9A-F]{64}$/) as string },
      result_finalize_block: { tx_results: [{ code: 0 }, { code: 0 }], validator_updates: [] },
    })
    expect(header).toMatchObject({ header: { height } })
    expect(events).toMatchObject({ height, num_txs: '2', events: expect.any(Array) as unknown })
    expect(first).toMatchObject({ TxResult: { height, tx: toBase64(txs[0]!), result: { code: 0 } } })
    // An index of 0 is left out.
    expect(
      [first, second].map((value) => (value as unknown as { TxResult: { index?: number } }).TxResult.index),
    ).toEqual([undefined, 1])
    expect(told[3]!.result.events).toMatchObject({
      'tm.event': ['Tx'],
      'tx.height': [height],
      'tx.hash': [expect.stringMatching(/^[0-9A-F]{64}$/) as string],
      'transfer.amount': ['5000untrn', '1untrn'],
    })
    expect(told[0]!.result.query).toBe("tm.event='NewBlock'")
  })

  test('is notified of what it subscribed to, and no more', async () => {
    const { app, ask, block, told } = await open()
    ask(1, 'subscribe', `tm.event='Tx' AND message.action='/cosmos.bank.v1beta1.MsgSend' AND tx.height>${app.height}`)
    ask(2, 'subscribe', "tm.event='Tx' AND transfer.amount='2untrn'")
    await block()
    expect(told.map(({ id }) => id)).toEqual([1, 1])
  })

  test('is not notified after it has left', async () => {
    for (const leave of ['unsubscribe', 'unsubscribe_all', 'end']) {
      const { ask, block, told, subscriptions } = await open()
      ask(1, 'subscribe', "tm.event='Tx'")
      if (leave === 'end') subscriptions.end()
      else expect(ask(2, leave, leave === 'unsubscribe' ? "tm.event='Tx'" : undefined)).toEqual({})
      await block()
      expect(told).toEqual([])
    }
  })

  test('is refused an invalid query', async () => {
    const { ask } = await open()
    expect(ask(1, 'unsubscribe_all')).toBe('subscription not found')
    expect(ask(1, 'unsubscribe', 'a.b=1')).toBe('subscription not found')
    expect(ask(1, 'unsubscribe', 'a.b')).toBe('failed to parse query: offset 3: EOF')
    expect(ask(1, 'subscribe', 'a.b')).toBe('failed to parse query: offset 3: EOF')
    expect(ask(1, 'subscribe')).toBe('failed to parse query: offset 0: EOF')
    expect(ask(1, 'subscribe', `a.b='${'x'.repeat(507)}'`)).toBe('maximum query length exceeded')
    expect(ask(1, 'subscribe', `a.b='${'x'.repeat(506)}'`)).toEqual({})
    expect(ask(1, 'subscribe', 'a.b=1')).toEqual({})
    expect(ask(1, 'subscribe', 'a.b=1')).toBe('already subscribed')
    for (const tag of ['c', 'd', 'e']) expect(ask(1, 'subscribe', `${tag}=1`)).toEqual({})
    expect(ask(1, 'subscribe', 'f=1')).toBe('max_subscriptions_per_client 5 reached')
    expect(ask(1, 'unsubscribe', 'a.b=1')).toEqual({})
    expect(ask(1, 'subscribe', 'f=1')).toEqual({})
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveQueryRelayer } from '../../src/cli/serve/query-relayer.js'
import { createSandbox, type Contract, type Sandbox } from '../../src/sandbox/index.js'
import type { Listening } from '../../src/server/http.js'

/** The HTTP interface of neutron-query-relayer. */

const LAB = 'contracts/artifacts/callback_lab.wasm'

let sandbox: Sandbox
let server: Listening
let lab: Contract
let sent: string

beforeEach(async () => {
  sandbox = createSandbox({ queryRelayer: 'automatic', chains: { neutron: { icq: { callbacks: 'direct' } } } })
  server = await serveQueryRelayer(sandbox, 'neutron', { port: 0, limits: {} })
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  lab = await alice.deploy(LAB, {}, { funds: '100000000untrn' })
  const [bob, carol] = [hub.account('bob', '500uatom'), hub.account('carol')]
  const filter = [{ field: 'transfer.recipient', op: 'Eq', value: carol.address }]
  await alice.execute(lab, {
    register_tx_query: {
      connection_id: 'connection-0',
      update_period: 1000,
      transactions_filter: JSON.stringify(filter),
    },
  })
  await configure('error')
  sent = (await bob.transfer(carol, '1uatom')).hash
})
afterEach(async () => {
  await server.close()
  await sandbox.close()
})

const configure = (behaviour: string) =>
  sandbox.chains.neutron.account('alice').execute(lab, { configure: { callback: 'tx_query_result', behaviour } })

const url = (path: string) => `http://${server.authority}${path}`
const unsuccessful = async () => (await fetch(url('/unsuccessful-txs'))).json() as Promise<Record<string, unknown>[]>

const resubmit = async (hash: string, queryId = 1) => {
  const response = await fetch(url('/resubmit-txs'), {
    method: 'POST',
    body: JSON.stringify({ txs: [{ query_id: queryId, hash }] }),
  })
  return { status: response.status, text: await response.text() }
}

test('lists what a contract refused, and submits it again when asked', async () => {
  expect(await unsuccessful()).toEqual([])
  sandbox.chains.neutron.nextBlock(1000)
  const [failed, ...others] = await unsuccessful()
  expect(others).toEqual([])
  expect(failed).toMatchObject({ query_id: 1, submitted_tx_hash: sent.toLowerCase(), status: 'ErrorOnCommit' })
  expect(failed!['message']).toMatch(/^Code: \d+, Log: /)
  expect(await resubmit(sent.toLowerCase())).toEqual({ status: 200, text: '' })
  expect(await unsuccessful()).toHaveLength(1)
  await configure('succeed')
  expect(await resubmit(sent.toLowerCase())).toEqual({ status: 200, text: '' })
  expect(await unsuccessful()).toEqual([])
})

const metrics = async () => {
  const response = await fetch(url('/metrics'))
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => line.split(' ') as [string, string]))
}

test('a restored snapshot takes nothing from the counts, and hides nothing from them', async () => {
  const id = await sandbox.snapshot()
  for (const count of ['1', '2']) {
    sandbox.chains.neutron.nextBlock(1000)
    expect(await metrics()).toMatchObject({ 'relayer_proofs{type="success"}': count })
    await sandbox.restore(id)
  }
})

test('counts for Prometheus under the names of the real relayer', async () => {
  const none = { unsuccessful_txs: '0', queries_to_process: '1', subscriber_task_queue_num_elements: '0' }
  expect(await metrics()).toEqual(none)
  sandbox.chains.neutron.nextBlock(1000)
  const refused = {
    ...none,
    unsuccessful_txs: '1',
    'relayer_requests{type="success"}': '1',
    'relayer_proofs{type="success"}': '1',
    'submitted_txs{type="failed"}': '1',
  }
  expect(await metrics()).toEqual(refused)
  await configure('succeed')
  await resubmit(sent)
  const delivered = {
    ...refused,
    unsuccessful_txs: '0',
    'relayer_requests{type="success"}': '2',
    'relayer_proofs{type="success"}': '2',
    'submitted_txs{type="success"}': '1',
  }
  expect(await metrics()).toEqual(delivered)
  expect(await metrics()).toEqual(delivered)
})

test('an unknown transaction, another method, another form', async () => {
  expect(await resubmit('nonexistent')).toEqual({
    status: 400,
    text: 'no tx found with queryID=1 and hash=nonexistent\n',
  })
  expect((await fetch(url('/resubmit-txs'))).status).toBe(405)
  expect((await fetch(url('/other'))).status).toBe(404)
  const wrong = await fetch(url('/resubmit-txs'), { method: 'POST', body: '{"txs":[{"query_id":"one"}]}' })
  expect(wrong.status).toBe(500)
  expect(await wrong.text()).toMatch(/^Error processing request: /)
})

import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createEvmNode, type EvmNode, type Hex } from '../../src/evm/index.js'
import { serveJsonRpc, type JsonRpcServer } from '../../src/server/index.js'

const ask = (node: EvmNode, method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const pay = { from: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', to: '0x00000000000000000000000000000000000ca401' }

test('10,000 filters receive what is new, and one more is refused until one is removed', async () => {
  let now = 1_700_000_000n
  const node = createEvmNode({ accounts: { count: 1 }, clock: () => now })
  const kinds = ['eth_newBlockFilter', 'eth_newPendingTransactionFilter', 'eth_newFilter']
  const ids: Hex[] = []
  for (let made = 0; made < 10_000; made++) ids.push((await ask(node, kinds[made % 3]!)) as Hex)
  for (const kind of kinds)
    await expect(ask(node, kind)).rejects.toMatchObject({ code: -32000, shortMessage: /max limit reached/ })
  const sent = await ask(node, 'eth_sendTransaction', pay)
  expect(await ask(node, 'eth_getFilterChanges', ids[9_999])).toHaveLength(1)
  expect(await ask(node, 'eth_getFilterChanges', ids[1])).toEqual([sent])
  expect(await ask(node, 'eth_getFilterChanges', ids[1])).toEqual([])
  expect(await ask(node, 'eth_getFilterChanges', ids[4])).toEqual([sent])
  expect(await ask(node, 'eth_uninstallFilter', ids[0])).toBe(true)
  expect(await ask(node, 'eth_newBlockFilter')).toBe('0x2711')
  now += 302n
  // Nobody polled: they are gone, and as many may come again.
  await expect(ask(node, 'eth_getFilterChanges', ids[7])).rejects.toThrow('not found')
  for (let made = 0; made < 10_000; made++) await ask(node, 'eth_newPendingTransactionFilter')
})

test('a filter for pending transactions that nobody reads keeps the newest', async () => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const [slow, late] = [
    await ask(node, 'eth_newPendingTransactionFilter'),
    await ask(node, 'eth_newPendingTransactionFilter'),
  ]
  const first = await ask(node, 'eth_sendTransaction', pay)
  expect(await ask(node, 'eth_getFilterChanges', late)).toEqual([first])
  const second = await ask(node, 'eth_sendTransaction', pay)
  expect(await ask(node, 'eth_getFilterChanges', slow)).toEqual([first, second])
  await ask(node, 'eth_uninstallFilter', slow)
  expect(await ask(node, 'eth_getFilterChanges', late)).toEqual([second])
})

interface Answer {
  readonly result?: unknown
  readonly error?: unknown
}

async function socketOf(server: JsonRpcServer, headers: Record<string, string> = {}) {
  const socket = new WebSocket(server.wsUrl, { headers })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let ids = 0
  const events: unknown[] = []
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Answer & { id?: number; params?: unknown }
    if (message.id === undefined) events.push(message.params)
    else waiting.get(message.id)?.(message)
  })
  const call = (method: string, ...params: unknown[]): Promise<Answer> =>
    new Promise((resolve) => {
      waiting.set(++ids, resolve)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: ids, method, params }))
    })
  open.push({ close: () => socket.terminate() })
  return { socket, call, events }
}

test('1,000 subscriptions of one connection are each notified of a block, and end with the connection', async () => {
  const node = createEvmNode({ accounts: { count: 1 } })
  const server = await serveJsonRpc(node)
  open.push(node, server)
  const { socket, call, events } = await socketOf(server)
  const ids = new Set<unknown>()
  for (let made = 0; made < 1000; made++) ids.add((await call('eth_subscribe', 'newHeads')).result)
  expect(ids.size).toBe(1000)
  await node.mine()
  // What was told before the answer has arrived before it.
  await call('eth_chainId')
  expect(new Set(events.map((event) => (event as { subscription: Hex }).subscription))).toEqual(ids)
  const other = await socketOf(server)
  socket.terminate()
  await new Promise((resolve) => socket.once('close', resolve))
  for (const id of [...ids].slice(0, 3)) expect((await other.call('eth_unsubscribe', id)).result).toBe(false)
  await node.mine()
  expect(events).toHaveLength(1000)
})

test.each([
  ['functional', undefined, true],
  ['functional', 'Bearer secret', true],
  ['functional', 'Bearer secreT', false],
  ['documented', 'Bearer secret', true],
  ['documented', 'Basic secret', false],
  ['cosmos-evm', undefined, true],
  ['cosmos-evm', 'Bearer wrong', false],
] as const)('in the profile %s a connection with %s may call private methods: %s', async (profile, given, trusted) => {
  const node = createEvmNode({ profile, accounts: { count: 1 }, namespaces: ['eth', 'debug', 'personal'] })
  const server = await serveJsonRpc(node, given === undefined ? {} : { token: 'secret' })
  open.push(node, server)
  const { call } = await socketOf(server, given === undefined ? {} : { authorization: given })
  expect(await call('eth_chainId')).toMatchObject({ result: '0x40000' })
  const refused = { error: { code: -32001, message: 'authentication required' } }
  expect(await call('personal_listAccounts')).toMatchObject(trusted ? { result: [pay.from] } : refused)
  if (!trusted) expect(await call('debug_traceBlockByNumber', '0x0')).toMatchObject(refused)
})

import { connect } from 'node:net'
import { createPublicClient, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { serveJsonRpc, type JsonRpcServer } from '../../src/server/index.js'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let node: EvmNode
let server: JsonRpcServer
beforeAll(async () => {
  node = createEvmNode({ chainId: 7n })
  server = await serveJsonRpc(node, {
    limits: { httpBodyLimit: 100_000, batchRequestLimit: 20, batchResponseMaxSize: 20_000, wsMessageLimit: 10_000 },
  })
})
afterAll(async () => {
  await server.close()
  await node.close()
})

const post = async (
  body: string,
  init: RequestInit & { duplex?: 'half' } = {},
): Promise<{ status: number; text: string; json: unknown }> => {
  const response = await fetch(server.url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...init,
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, text, json }
}
const call = (method: string, params: unknown = [], id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const chainId = (id: unknown): unknown => ({ jsonrpc: '2.0', id, result: '0x7' })
const refused = (id: unknown, code: number, message: string): unknown => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

describe('a message over HTTP', () => {
  test.each<[string, string, unknown]>([
    ['a call', call('eth_chainId'), chainId(1)],
    ['an id of text', call('eth_chainId', [], 'x'), chainId('x')],
    ['an id of null', call('eth_chainId', [], null), chainId(null)],
    ['no params', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', chainId(1)],
    ['params by name', call('eth_chainId', { a: 1 }), refused(1, -32602, 'non-array args')],
    ['no JSON', '{"jsonrpc":', refused(null, -32700, 'parse error')],
    ['nothing', '', refused(null, -32700, 'parse error')],
    ['a number', '5', refused(null, -32600, 'invalid request')],
    ['no method', '{"jsonrpc":"2.0","id":3}', refused(3, -32600, 'invalid request')],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"eth_chainId"}', refused(3, -32600, 'invalid request')],
    [
      'an id of another kind',
      '{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}',
      refused(null, -32600, 'invalid request'),
    ],
    ['an unknown method', call('eth_x'), refused(1, -32601, 'the method eth_x does not exist/is not available')],
    ['a subscription', call('eth_subscribe', ['newHeads']), refused(1, -32601, 'notifications not supported')],
    ['an empty batch', '[]', refused(null, -32600, 'empty batch')],
    [
      'a batch',
      `[${call('eth_chainId', [], 1)},5,${call('eth_x', [], 2)}]`,
      [
        chainId(1),
        refused(null, -32600, 'invalid request'),
        refused(2, -32601, 'the method eth_x does not exist/is not available'),
      ],
    ],
    [
      'a batch that is too long',
      JSON.stringify(Array.from({ length: 21 }, () => ({}))),
      refused(null, -32600, 'batch too large'),
    ],
    ['deep JSON', `${'['.repeat(40_000)}${']'.repeat(40_000)}`, [refused(null, -32600, 'invalid request')]],
  ])('with %s', async (_, body, expected) => {
    expect(await post(body)).toMatchObject({ status: 200, json: expected })
  })

  test('that is a notification has no answer', async () => {
    expect((await post('{"jsonrpc":"2.0","method":"eth_chainId"}')).text).toBe('')
  })

  test('in a batch whose answers grow too large', async () => {
    const { json } = await post(
      `[${Array.from({ length: 20 }, (_, id) => call('eth_getBlockByNumber', ['latest', false], id)).join(',')}]`,
    )
    const codes = (json as { error?: { code: number } }[]).map(({ error }) => error?.code)
    expect(codes[0]).toBeUndefined()
    expect(codes.at(-1)).toBe(-32003)
  })

  test('that is too long, of another type, to another place, or of another verb', async () => {
    expect((await post('x'.repeat(100_001))).status).toBe(413)
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 30; i++) controller.enqueue(new Uint8Array(10_000))
        controller.close()
      },
    })
    expect((await post('', { body: stream, duplex: 'half' })).status).toBe(413)
    expect((await post(call('eth_chainId'), { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await fetch(server.url)).status).toBe(405)
    expect((await fetch(`${server.url}/x`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(server.url, { method: 'OPTIONS' })).status).toBe(204)
    const page = await fetch(server.url, { method: 'OPTIONS', headers: { origin: 'http://localhost:3000' } })
    expect(page.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect((await post(call('eth_chainId'), { headers: { origin: 'https://example.org' } })).status).toBe(403)
  })

  test('that is cut off leaves the server working', async () => {
    const socket = connect(server.port, '127.0.0.1')
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"json')
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
    expect((await post(call('eth_chainId'))).json).toEqual(chainId(1))
  })

  test('the error for a taken port names it', async () => {
    await expect(serveJsonRpc(node, { port: server.port })).rejects.toThrow(
      new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${server.port}: .*\n {2}right: another port, or 0 for a free one$`),
    )
  })
})

describe('a WebSocket', () => {
  const open = async (
    options?: ConstructorParameters<typeof WebSocket>[2],
  ): Promise<{ ws: WebSocket; next: () => Promise<unknown> }> => {
    const ws = new WebSocket(server.wsUrl, options)
    const got: unknown[] = []
    const waiting: ((value: unknown) => void)[] = []
    ws.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      const next = waiting.shift()
      if (next === undefined) got.push(message)
      else next(message)
    })
    await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
    return { ws, next: () => new Promise((resolve) => (got.length > 0 ? resolve(got.shift()) : waiting.push(resolve))) }
  }

  test('answers calls and batches in their order, and notifies of subscriptions until it is closed', async () => {
    const { ws, next } = await open()
    for (let id = 0; id < 5; id++)
      ws.send(call(id % 2 === 0 ? 'eth_call' : 'eth_chainId', id % 2 === 0 ? [{ to: ALICE }] : [], id))
    for (let id = 0; id < 5; id++) expect(await next()).toMatchObject({ id })
    ws.send('{')
    expect(await next()).toEqual(refused(null, -32700, 'parse error'))
    ws.send(`[${call('eth_subscribe', ['newHeads'], 1)},${call('eth_chainId', [], 2)}]`)
    const [{ result: subscription }] = (await next()) as [{ result: string }]
    const other = await open()
    await node.mine()
    expect(await next()).toMatchObject({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription, result: { number: '0x1' } },
    })
    other.ws.send(call('eth_unsubscribe', [subscription]))
    expect(await other.next()).toMatchObject({ result: false })
    ws.send(call('eth_unsubscribe', [subscription]))
    expect(await next()).toMatchObject({ result: true })
    other.ws.close()
    ws.close()
  })

  test('serves viem', async () => {
    const client = createPublicClient({ transport: webSocket(server.wsUrl) })
    const seen = new Promise((resolve) => client.watchBlockNumber({ onBlockNumber: resolve }))
    const number = await client.getBlockNumber()
    await node.mine()
    expect(await seen).toBeGreaterThanOrEqual(number)
    const rpc = await client.transport.getRpcClient()
    rpc.close()
  })

  test('that sends too much, or comes from a foreign page, is closed', async () => {
    const { ws } = await open()
    const closed = new Promise((resolve) => ws.once('close', resolve))
    ws.send('x'.repeat(10_001))
    expect(await closed).toBe(1009)
    await expect(open({ origin: 'https://example.org' })).rejects.toThrow('403')
    ;(await open({ origin: 'http://localhost:3000' })).ws.close()
    expect((await post(call('eth_chainId'))).json).toEqual(chainId(1))
  })
})

import { connect, type Socket } from 'node:net'
import { Client, credentials } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { fc, runs } from '../random.js'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { testChain } from './chain.js'

let app: NeutronApp
let server: ChainServer
const LIMITS = {
  httpBodyLimit: 64 * 1024,
  wsMessageLimit: 64 * 1024,
  batchRequestLimit: 10,
  httpTimeout: 1500,
  subscriptionsPerClient: 2,
}

beforeAll(async () => {
  app = testChain()
  server = await serveChain(app, { limits: LIMITS })
})
afterAll(() => server.close())

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data: string }
}

const post = async (body: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(server.urls.rpc, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}
const call = async (method: string, params: unknown = {}): Promise<Answer> =>
  JSON.parse((await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).text) as Answer
const alive = async () => expect((await call('health')).result).toEqual({})
const portOf = (url: string) => Number(new URL(url).port)

describe('what a client may send', () => {
  test.each([
    [' ', -32700],
    ['{', -32700],
    ['"x"', -32700],
    ['{"jsonrpc":"2.0","id":1}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"__proto__"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"block","params":{"height":"x"}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"block","params":{"height":"999"}}', -32603],
    ['{"jsonrpc":"2.0","id":1,"method":"block","params":[1,2]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tx","params":{"hash":"!"}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"tx_search","params":{"query":"=="}}', -32603],
    ['{"jsonrpc":"2.0","id":1,"method":"tx_search","params":{"query":"tx.height>0","order_by":"up"}}', -32603],
    ['{"jsonrpc":"2.0","id":1,"method":"tx_search","params":{"query":"tx.height>0","page":"0"}}', -32603],
    ['{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"query":"tm.event=\'Tx\'"}}', -32601],
  ])('%s', async (body, code) => {
    expect((JSON.parse((await post(body)).text) as Answer).error?.code).toBe(code)
  })

  test('a URI as well as JSON', async () => {
    const at = async (path: string) => {
      const response = await fetch(server.urls.rpc + path)
      return { status: response.status, answer: (await response.json().catch(() => undefined)) as Answer | undefined }
    }
    expect((await at('/block?height=1')).answer?.result).toMatchObject({ block: { header: { height: '1' } } })
    expect((await at('/abci_query?path="/store/bank/key"&data=0x01&prove=false')).answer?.result).toMatchObject({
      response: { code: 0 },
    })
    expect(await at('/block?height=x')).toMatchObject({ status: 500, answer: { error: { code: -32602 } } })
    expect((await at('/nothing')).status).toBe(404)
  })

  test('batches in order, up to a limit; notifications get no answer', async () => {
    const batch = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'health' })))
    expect((JSON.parse((await post(batch(10))).text) as { id: number }[]).map(({ id }) => id)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
    expect((JSON.parse((await post(batch(11))).text) as Answer).error?.code).toBe(-32600)
    expect(await post('{"jsonrpc":"2.0","method":"health"}')).toEqual({ status: 200, text: '' })
    expect(await post('[]')).toEqual({ status: 200, text: '' })
    expect(JSON.parse((await post('')).text)).toMatchObject({ methods: expect.arrayContaining(['health']) as unknown })
  })

  test('a body that is too long ends in an answer, on every port', async () => {
    for (const url of [server.urls.rpc, `${server.urls.rest}/cosmos/tx/v1beta1/txs`]) {
      const response = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) }).catch(() => undefined)
      expect([400, 413, undefined]).toContain(response?.status)
    }
    await alive()
  })

  // Two thousand random requests over HTTP.
  test('anything else: the node answers in JSON and goes on', { timeout: 60_000 }, async () => {
    const names = [
      'block',
      'tx',
      'tx_search',
      'abci_query',
      'broadcast_tx_sync',
      'broadcast_tx_commit',
      'validators',
      'genesis_chunked',
      'check_tx',
      'blockchain',
    ]
    const height = app.height
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (method, params) => {
        const { status, text } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
        expect(status).toBe(200)
        expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: 1 })
        expect(text).not.toMatch(/internal error|TypeError|RangeError/)
      }),
      { numRuns: runs(300) },
    )
    for (const path of [
      '/cosmos.bank.v1beta1.Query/Balance',
      '/cosmos.tx.v1beta1.Service/Simulate',
      '/store/bank/key',
      '/cosmwasm.wasm.v1.Query/SmartContractState',
      '/app/simulate',
      '',
    ])
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: -5, max: 9 }), async (bytes, at) => {
          const answer = await call('abci_query', {
            path,
            data: Buffer.from(bytes).toString('hex'),
            height: String(at),
            prove: at % 2 === 0,
          })
          expect(answer.result ?? answer.error).toBeDefined()
          expect(JSON.stringify(answer)).not.toMatch(/internal error|TypeError|RangeError/)
        }),
        { numRuns: runs(60) },
      )
    expect(app.height).toBe(height)
  })
})

describe('how a client may behave', () => {
  const open = (port: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
      socket.on('error', reject)
    })

  test('200 connections at once are all served', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        fetch(i % 2 === 0 ? `${server.urls.rpc}/status` : `${server.urls.rest}/cosmos/bank/v1beta1/params`).then(
          (response) => response.status,
        ),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    const idle = await Promise.all(Array.from({ length: 200 }, () => open(portOf(server.urls.rpc))))
    await alive()
    for (const socket of idle) socket.destroy()
    const clients = Array.from(
      { length: 200 },
      () => new Client(server.urls.grpc, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 }),
    )
    const params = (client: Client) =>
      new Promise<number>((resolve, reject) => {
        client.makeUnaryRequest(
          '/cosmos.bank.v1beta1.Query/Params',
          (bytes: Buffer) => bytes,
          (bytes) => bytes,
          Buffer.alloc(0),
          (error, bytes) => (error ? reject(error) : resolve(bytes!.length)),
        )
      })
    expect(new Set(await Promise.all(clients.map(params))).size).toBe(1)
    for (const client of clients) client.close()
    await alive()
  })

  test('one that sends slower than the limit is cut off', async () => {
    const socket = await open(portOf(server.urls.rpc))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{')
    await Promise.race([closed, new Promise((_, reject) => setTimeout(() => reject(new Error('still open')), 40_000))])
    await alive()
  })

  test('garbage instead of HTTP, and of gRPC', async () => {
    for (const port of [portOf(server.urls.rpc), portOf(server.urls.rest), Number(server.urls.grpc.split(':')[1])]) {
      const socket = await open(port)
      socket.on('error', () => undefined)
      socket.write(Buffer.alloc(4096, 0xff))
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.destroy()
    }
    await alive()
  })

  test('a WebSocket is held to its limits, and closing it ends its subscriptions', async () => {
    const socket = new WebSocket(server.urls.ws)
    await new Promise((resolve) => socket.once('open', resolve))
    const next = () =>
      new Promise<Answer>((resolve) =>
        socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Answer)),
      )
    const ask = (method: string, query: string) => {
      const answer = next()
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { query } }))
      return answer
    }
    expect((await ask('subscribe', "tm.event='NewBlock'")).result).toEqual({})
    expect((await ask('subscribe', "tm.event='NewBlock'")).error?.data).toBe('already subscribed')
    expect((await ask('subscribe', "tm.event='Tx'")).result).toEqual({})
    expect((await ask('subscribe', "tm.event='NewBlockHeader'")).error?.data).toBe(
      'max_subscriptions_per_client 2 reached',
    )
    expect((await ask('unsubscribe', 'x')).error?.data).toBe('failed to parse query: offset 1: EOF')
    expect((await ask('unsubscribe', 'x=1')).error?.data).toBe('subscription not found')
    const told = next()
    app.nextBlock()
    expect((await told).result).toMatchObject({
      query: "tm.event='NewBlock'",
      data: { type: 'tendermint/event/NewBlock' },
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.send('x'.repeat(LIMITS.wsMessageLimit + 1))
    await closed
    app.nextBlock()
    await alive()
  })

  test('a page of another origin is refused', async () => {
    expect((await fetch(server.urls.rpc, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect(
      (
        await fetch(`${server.urls.rest}/cosmos/bank/v1beta1/params`, { headers: { origin: 'http://localhost:3000' } })
      ).headers.get('access-control-allow-origin'),
    ).toBe('http://localhost:3000')
    const socket = new WebSocket(server.urls.ws, { origin: 'https://evil.example' })
    expect(await new Promise((resolve) => socket.once('error', (error) => resolve(error.message)))).toContain('403')
  })

  test('a taken port is a typed error, and leaves nothing open', async () => {
    await expect(serveChain(app, { ports: { rest: portOf(server.urls.rest) } })).rejects.toThrow(
      /^cannot listen on 127\.0\.0\.1:\d+/,
    )
  })
})

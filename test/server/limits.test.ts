import { readFileSync } from 'node:fs'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'
import {
  DEFAULT_CHAIN_LIMITS,
  serveChain,
  serveJsonRpc,
  type ChainLimits,
  type ChainServer,
  type JsonRpcServer,
} from '../../src/server/index.js'
import { DEFAULT_LIMITS, limitsOf } from '../../src/server/limits.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import { testChain } from './chain.js'
import { dial, heard, request, statusOf } from './raw.js'

let app: NeutronApp
let node: EvmNode
let chain: ChainServer
let evm: JsonRpcServer
let ports: Record<'rpc' | 'rest' | 'grpc' | 'evm', number>

const open: { destroy(): unknown }[] = []
const kept = <T extends { destroy(): unknown }>(one: T): T => {
  open.push(one)
  return one
}

/** Opens all ports with these limits. */
async function serve(limits: Partial<ChainLimits>): Promise<void> {
  chain = await serveChain(app, { limits })
  evm = await serveJsonRpc(node, { limits })
  const portOf = (url: string) => Number(new URL(url).port)
  ports = {
    rpc: portOf(chain.urls.rpc),
    rest: portOf(chain.urls.rest),
    grpc: portOf(`http://${chain.urls.grpc}`),
    evm: evm.port,
  }
}

beforeEach(() => {
  app = testChain()
  node = createEvmNode({ accounts: { count: 1 } })
})
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await Promise.all([chain.close(), evm.close()])
  await node.close()
})

const HTTP = ['rpc', 'rest', 'evm'] as const
const CHAIN_ID = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const HOST = { host: 'localhost', 'content-type': 'application/json' }
const QUESTIONS = {
  rpc: ['GET /health', ''],
  rest: ['GET /cosmos/bank/v1beta1/params', ''],
  evm: ['POST /', CHAIN_ID],
} as const

const question = (name: (typeof HTTP)[number], headers: Record<string, string> = {}) =>
  request(QUESTIONS[name][0], { ...HOST, ...headers }, QUESTIONS[name][1])

/** The status of an answer over a connection of its own; NaN when it is closed without one. */
async function ask(name: (typeof HTTP)[number]): Promise<number> {
  const socket = kept(await dial(ports[name]))
  const said = heard(socket)
  socket.write(question(name))
  return statusOf(await said)
}

const millis = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

describe('slow clients', () => {
  test.each(HTTP)('200 that send headers, or a body, byte by byte are closed: %s', async (name) => {
    await serve({ httpTimeout: 400, httpIdleTimeout: 60_000 })
    const starts = [
      '',
      'POST / HT',
      'POST / HTTP/1.1\r\nhost: localhost\r\nx: ',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    ]
    const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(ports[name])))
    const ended = Promise.all(sockets.map((socket) => heard(kept(socket))))
    for (const [index, socket] of sockets.entries()) socket.write(starts[index % starts.length]!)
    const drip = setInterval(() => {
      for (const [index, socket] of sockets.entries()) {
        const chunked = index % starts.length === 4
        if (index % starts.length > 1) socket.write(chunked ? '1\r\n \r\n' : ' ')
      }
    }, 50)
    expect(await ask(name)).toBe(200)
    const statuses = new Set((await ended).map(statusOf))
    clearInterval(drip)
    expect([...statuses].every((status) => Number.isNaN(status) || status === 408)).toBe(true)
    expect(await ask(name)).toBe(200)
  })

  test('200 of gRPC that send nothing, or do not end their headers, are closed', async () => {
    await serve({ httpIdleTimeout: 400 })
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
    const starts = [
      '',
      'PRI * HT',
      preface,
      // Settings, and headers of a stream that go on and on.
      `${preface}\0\0\0\x04\0\0\0\0\0\0\0\x01\x01\0\0\0\0\x01\x83`,
    ]
    const sockets = await Promise.all(Array.from({ length: 200 }, () => dial(ports.grpc)))
    const ended = Promise.all(sockets.map((socket) => heard(kept(socket))))
    for (const [index, socket] of sockets.entries()) socket.write(Buffer.from(starts[index % starts.length]!, 'latin1'))
    await ended
    expect((await params(session())).status).toBe('0')
  })

  test('a gRPC call whose message does not come is ended, and frees its place', async () => {
    await serve({ httpTimeout: 300, grpcConcurrentStreams: 2 })
    const client = session()
    await new Promise((resolve) => client.once('remoteSettings', resolve))
    const calls = [call(client, HALF, false), call(client, HALF, false)]
    expect(client.remoteSettings.maxConcurrentStreams).toBe(2)
    const slow = await Promise.all(calls)
    expect(slow).toMatchObject([{ status: '4' }, { status: '4' }])
    expect(slow[0]!.message).toContain('did not arrive within 300 ms')
    // From Node 22 on a place is free only in the turn after that in which its call was let go.
    await new Promise((resolve) => client.ping(resolve))
    expect((await params(client)).status).toBe('0')
  })

  test('a gRPC client that keeps making such calls is closed, one that makes others is not', async () => {
    await serve({ httpTimeout: 100, httpIdleTimeout: 1500 })
    const [stubborn, busy] = [session(), session()]
    for (const client of [stubborn, busy]) expect((await call(client, HALF, false, false)).status).toBe('4')
    while (!stubborn.closed) {
      expect((await params(busy)).status).toBe('0')
      await millis(50)
    }
    expect((await params(busy)).status).toBe('0')
  })

  test('one that does not take its answer is closed', async () => {
    await serve({ httpTimeout: 400, batchResponseMaxSize: 25_000_000 })
    const socket = kept(await dial(ports.evm))
    const blocks = Array.from({ length: 1000 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'web3_sha3',
      params: [`0x${'00'.repeat(100)}`],
    }))
    // An answer that is larger than what the system holds for it.
    const long = JSON.stringify(blocks.map((one) => ({ ...one, id: `${'x'.repeat(2000)}${one.id}` })))
    for (let count = 0; count < 8; count++) socket.write(request('POST /', { ...HOST, connection: 'keep-alive' }, long))
    socket.pause()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await millis(2500)
    socket.resume()
    await closed
    expect(await ask('evm')).toBe(200)
  })
})

describe('connections', () => {
  test.each(HTTP)('beyond the limit are closed, and accepted again when others end: %s', async (name) => {
    await serve({ maxOpenConnections: 3 })
    const sockets: Socket[] = []
    for (let made = 0; made < 3; made++) {
      const socket = kept(await dial(ports[name]))
      // Answered, so it is known to be taken.
      socket.write(question(name, { connection: 'keep-alive' }))
      await new Promise((resolve) => socket.once('data', resolve))
      sockets.push(socket)
    }
    expect(await ask(name)).toBeNaN()
    sockets[0]!.destroy()
    await expect.poll(() => ask(name)).toBe(200)
  })

  test('whose upgrade is refused are not left half open', async () => {
    await serve({ maxOpenConnections: 1 })
    const headers = { ...HOST, connection: 'upgrade', upgrade: 'websocket', origin: 'http://evil.com' }
    const socket = kept(connect({ port: ports.evm, host: '127.0.0.1', allowHalfOpen: true }))
    socket.on('error', () => undefined)
    const said = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())))
    socket.write(request('GET /', headers))
    expect(statusOf(await said)).toBe(403)
    await expect.poll(() => ask('evm')).toBe(200)
  })

  test('of gRPC', async () => {
    await serve({ maxOpenConnections: 3 })
    const clients = [session(), session(), session()]
    for (const client of clients) expect((await params(client)).status).toBe('0')
    await expect(params(session())).rejects.toThrow()
    clients[0]!.destroy()
    const status = () =>
      params(session()).then(
        (answer) => answer.status,
        () => 'closed',
      )
    await expect.poll(status).toBe('0')
  })

  test('of gRPC that are gone are noticed', async () => {
    await serve({ grpcKeepaliveTime: 200, grpcKeepaliveTimeout: 200 })
    const socket = kept(await dial(ports.grpc))
    // A client that greets and answers no ping.
    socket.write(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'))
    await heard(socket)
  })
})

interface Message {
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: string }
}

async function socketOf(url: string) {
  const socket = new WebSocket(url)
  kept({ destroy: () => socket.terminate() })
  socket.on('error', () => undefined)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ask = (method: string, params: unknown): Promise<Message> => {
    const answer = new Promise<Message>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as Message)),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return answer
  }
  return { socket, ask }
}

describe('WebSockets', () => {
  const comet = (ask: Awaited<ReturnType<typeof socketOf>>['ask'], height: number) =>
    ask('subscribe', { query: `tx.height=${height}` })

  test('of CometBFT have a limit of subscriptions and of clients with any', async () => {
    await serve({ subscriptionsPerClient: 2, subscriptionClients: 2 })
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => socketOf(chain.urls.ws)))
    for (const { ask } of [one!, two!])
      for (const height of [1, 2]) expect((await comet(ask, height)).result).toEqual({})
    expect((await comet(one!.ask, 3)).error?.data).toBe('max_subscriptions_per_client 2 reached')
    expect((await comet(three!.ask, 1)).error?.data).toBe('max_subscription_clients 2 reached')
    expect((await three!.ask('health', {})).result).toEqual({})
    // One that has any may have more when another goes, and so may a new one.
    expect((await one!.ask('unsubscribe', { query: 'tx.height=1' })).result).toEqual({})
    expect((await comet(three!.ask, 1)).error?.data).toBe('max_subscription_clients 2 reached')
    expect((await one!.ask('unsubscribe_all', {})).result).toEqual({})
    expect((await comet(three!.ask, 1)).result).toEqual({})
    expect((await comet(one!.ask, 1)).error?.data).toBe('max_subscription_clients 2 reached')
    two!.socket.terminate()
    await expect.poll(async () => (await comet(one!.ask, 1)).result).toEqual({})
  })

  test('of the EVM likewise', async () => {
    await serve({ subscriptionsPerClient: 2, subscriptionClients: 2 })
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => socketOf(evm.wsUrl)))
    const subscribe = ({ ask }: Awaited<ReturnType<typeof socketOf>>) => ask('eth_subscribe', ['newHeads'])
    const ids: unknown[] = []
    for (const client of [one!, two!]) for (let made = 0; made < 2; made++) ids.push((await subscribe(client)).result)
    expect((await subscribe(one!)).error?.message).toBe('too many subscriptions: want at most 2 of one connection')
    const full = 'too many subscriptions: want at most 2 connections that have any'
    expect((await subscribe(three!)).error?.message).toBe(full)
    expect((await three!.ask('eth_chainId', [])).result).toBe('0x40000')
    for (const id of ids.slice(0, 2)) expect((await one!.ask('eth_unsubscribe', [id])).result).toBe(true)
    expect((await subscribe(three!)).error).toBeUndefined()
    expect((await subscribe(one!)).error?.message).toBe(full)
    two!.socket.terminate()
    await expect.poll(async () => (await subscribe(one!)).error).toBeUndefined()
  })

  test('of the profile cosmos-evm likewise', async () => {
    await serve({})
    await evm.close()
    const other = createEvmNode({ profile: 'cosmos-evm', accounts: { count: 1 } })
    evm = await serveJsonRpc(other, { limits: { subscriptionsPerClient: 1 } })
    const { ask } = await socketOf(evm.wsUrl)
    expect((await ask('eth_subscribe', ['newHeads'])).error).toBeUndefined()
    expect((await ask('eth_subscribe', ['newHeads'])).error?.message).toContain('too many subscriptions')
    await other.close()
  })

  test.each(['ws', 'evm'] as const)('that do not answer pings are closed, others are not: %s', async (kind) => {
    await serve({ httpIdleTimeout: 200 })
    const url = kind === 'evm' ? evm.wsUrl : chain.urls.ws
    const live = await socketOf(url)
    const dead = new WebSocket(url, { autoPong: false })
    kept({ destroy: () => dead.terminate() })
    await new Promise((resolve) => dead.once('close', resolve))
    expect((await live.ask(kind === 'evm' ? 'eth_chainId' : 'health', [])).error).toBeUndefined()
  })

  test('take messages up to a size', async () => {
    await serve({ wsMessageLimit: 1000 })
    for (const url of [chain.urls.ws, evm.wsUrl]) {
      const { socket } = await socketOf(url)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.send('x'.repeat(1001))
      expect(await closed).toBe(1009)
    }
  })
})

describe('what is sent', () => {
  test('headers of a gRPC call are limited', async () => {
    await serve({})
    const withHeaders = (bytes: number): Promise<Outcome> =>
      call(session(), Buffer.alloc(5), true, true, { 'x-one': 'h'.repeat(bytes / 2), 'x-two': 'h'.repeat(bytes / 2) })
    expect(await withHeaders(16_000)).toMatchObject({ status: '0' })
    expect(await withHeaders(16_500)).toMatchObject({
      status: '8',
      message: expect.stringMatching(/^received headers of 16\d{3} bytes, more than 16384$/) as string,
    })
  })

  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each([
    ['rpc', 9_000, ['abci_query', 'tx_search', 'nothing']],
    ['evm', 100_000, ['eth_call', 'eth_getLogs', 'eth_signTypedData_v4', 'nothing']],
  ] as const)('deep JSON is answered: %s', async (name, depth, methods) => {
    await serve({})
    for (const method of methods)
      for (const value of [deep(5 * depth), nested(depth), `[${nested(depth)}]`, `[{},${nested(depth)}]`].slice(
        name === 'rpc' ? 1 : 0,
      )) {
        const response = await fetch(`http://127.0.0.1:${ports[name]}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${value}}`,
        })
        expect(response.status).toBe(200)
        const text = await response.text()
        expect(JSON.parse(text)).toMatchObject({ id: 1 })
        expect(text).not.toMatch(/"(?:message|data)":"internal error"/)
      }
    expect(await ask(name)).toBe(200)
  })

  test('the RPC port refuses JSON that Go finds too deep', async () => {
    await serve({})
    const body = `{"jsonrpc":"2.0","id":1,"method":"abci_query","params":${deep(10_000)}}`
    const response = await fetch(`http://127.0.0.1:${ports.rpc}`, { method: 'POST', body })
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('error unmarshaling request: exceeded max depth')
    expect(await ask('rpc')).toBe(200)
  })

  test('deep JSON is answered: rest', async () => {
    await serve({})
    for (const value of [deep(500_000), nested(100_000), `{"body":${nested(100_000)}}`, `{"tx":${nested(100_000)}}`])
      for (const path of ['txs', 'simulate', 'decode']) {
        const url = `http://127.0.0.1:${ports.rest}/cosmos/tx/v1beta1/${path}`
        const response = await fetch(url, { method: 'POST', body: value })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(await response.text()).not.toContain('internal error')
      }
    expect(await ask('rest')).toBe(200)
  })

  test('a gRPC stream is read only as fast as its answers are taken', async () => {
    await serve({})
    const stream = session().request({
      ':method': 'POST',
      ':path': '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    stream.on('error', () => undefined)
    const symbol = new ProtoWriter().string(4, 'cosmos.tx.v1beta1.Service').finish()
    const message = Buffer.concat([Buffer.from([0, 0, 0, 0, symbol.length]), symbol])
    const before = process.memoryUsage().arrayBuffers
    stream.write(Buffer.concat(Array.from({ length: 20_000 }, () => message)))
    await millis(1500)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    expect((await params(session())).status).toBe('0')
  })

  test('a REST body, a batch and a gRPC message are held to their limits', async () => {
    await serve({ httpBodyLimit: 1000, batchRequestLimit: 3, grpcMaxRecvMsgSize: 1000 })
    const post = async (name: (typeof HTTP)[number], path: string, body: string) =>
      fetch(`http://127.0.0.1:${ports[name]}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    expect((await post('rest', '/cosmos/tx/v1beta1/txs', 'x'.repeat(1001))).status).toBe(413)
    for (const name of ['rpc', 'evm'] as const)
      expect(await (await post(name, '/', `[${Array(4).fill(CHAIN_ID).join(',')}]`)).json()).toMatchObject({
        error: { code: -32600 },
      })
    const message = (size: number) => {
      const bytes = Buffer.alloc(5 + size)
      bytes.writeUInt32BE(size, 1)
      return bytes
    }
    expect((await call(session(), message(1001))).status).toBe('8')
    expect((await call(session(), message(0))).status).toBe('0')
  })
})

describe('limits', () => {
  test('exist for everything but gas', () => {
    const without = Object.entries(DEFAULT_CHAIN_LIMITS).filter(([, value]) => value === 0)
    expect(without).toEqual([['queryGasLimit', 0]])
  })

  test('are listed in the page on security', () => {
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d*) *\| (\d*) *\|/gm)].map(([, name, ofChain, ofEvm]) => [
      name,
      ofChain === '' ? undefined : Number(ofChain),
      ofEvm === '' ? undefined : Number(ofEvm),
    ])
    const limits = Object.entries(DEFAULT_CHAIN_LIMITS).map(([name, value]) => [
      name,
      value,
      Object.entries(DEFAULT_LIMITS).find(([one]) => one === name)?.[1],
    ])
    expect(new Set(rows)).toEqual(new Set(limits))
  })

  test.each([
    { connections: 5 },
    { httpTimeout: -1 },
    { httpTimeout: 2 ** 31 },
    { httpBodyLimit: 1.5 },
    { httpBodyLimit: '5' },
  ])('%j are refused', (given) => {
    expect(() => limitsOf(DEFAULT_LIMITS, given as Partial<ChainLimits>)).toThrow(/limit/)
  })
})

/** A connection of HTTP/2 whose errors show in its calls. */
function session(): ClientHttp2Session {
  const client = kept(connectHttp2(`http://127.0.0.1:${ports.grpc}`))
  client.on('error', () => undefined)
  return client
}

interface Outcome {
  readonly status: string
  readonly message: string
}

/** A message of nine bytes that breaks off after the first. */
const HALF = Buffer.from([0, 0, 0, 0, 9, 1])

/**
 * One gRPC call.
 * @param ends whether it is all that the client sends
 * @param lets whether it ends the call when it has the answer
 * @param more headers
 */
const call = (client: ClientHttp2Session, body: Buffer, ends = true, lets = true, more = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    let outcome: Outcome | undefined
    const stream = client.request({
      ':method': 'POST',
      ':path': '/cosmos.bank.v1beta1.Query/Params',
      'content-type': 'application/grpc',
      te: 'trailers',
      ...more,
    })
    const take = (got: Readonly<Record<string, unknown>>) => {
      const { 'grpc-status': status, 'grpc-message': message = '' } = got
      if (status === undefined) return
      outcome = { status: status as string, message: decodeURIComponent(message as string) }
      if (lets && !ends) stream.close()
      else resolve(outcome)
    }
    stream.on('response', take).on('trailers', take)
    // Who lets go of a call has done so when the stream is closed.
    stream
      .on('error', reject)
      .on('close', () => (outcome === undefined ? reject(new Error('closed')) : resolve(outcome)))
    stream.resume()
    if (ends) stream.end(body)
    else stream.write(body)
  })

const params = (client: ClientHttp2Session): Promise<Outcome> => call(client, Buffer.alloc(5))

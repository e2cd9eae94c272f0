import {
  connect as connectHttp2,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { hostRule, isLoopback } from '../../src/server/hosts.js'
import { serveChain, serveJsonRpc, type ChainServer, type JsonRpcServer } from '../../src/server/index.js'
import { testChain } from './chain.js'
import { dial, hasIpv6, heard, outerAddress, raw, request, statusOf } from './raw.js'

describe('what is loopback', () => {
  test.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.0.0.1',
    '127.255.255.254',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
  ])('%s', (host) => expect(isLoopback(host)).toBe(true))

  test.each([
    '',
    '.',
    'localhost..',
    'localhost.evil.com',
    'evil.localhost',
    'localhos',
    'xlocalhost',
    '127.evil.com',
    '127.0.0.1.evil.com',
    '127.0.0.1.nip.io',
    '1127.0.0.1',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '::127.0.0.1',
    '::ffff:128.0.0.1',
    '[::1].evil.com',
    '[::1',
    '::1%lo',
    '10.0.0.1',
    '2130706432.1',
    'localhost@evil.com',
    'evil.com#localhost',
    'evil.com/localhost',
    'l%6fcalhost',
    ' localhost',
    'local\thost',
  ])('not %j', (host) => expect(isLoopback(host)).toBe(false))
})

describe('which host names are accepted', () => {
  const judged = (bound: string, allowed: string[], asked: string | undefined, local?: string) =>
    hostRule(bound, allowed)(asked, local)?.status ?? 200

  test.each([
    ['127.0.0.1', [], 'localhost:8545', 200],
    ['127.0.0.1', [], 'LocalHost:1', 200],
    ['127.0.0.1', [], '[::1]:8545', 200],
    ['127.0.0.1', [], '127.0.0.1', 200],
    ['127.0.0.1', [], 'evil.com', 403],
    ['127.0.0.1', [], 'evil.com:8545', 403],
    ['127.0.0.1', [], '0.0.0.0:8545', 403],
    ['127.0.0.1', [], '192.0.2.7', 403],
    ['127.0.0.1', [], undefined, 403],
    ['127.0.0.1', [], '', 403],
    ['127.0.0.1', [], 'localhost:x', 400],
    ['127.0.0.1', [], 'localhost, evil.com', 400],
    ['127.0.0.1', [], 'user@localhost', 400],
    ['127.0.0.1', [], 'localhost:99999', 400],
    ['127.0.0.1', ['node.example'], 'Node.Example.:80', 200],
    ['127.0.0.1', ['node.example'], 'a.node.example', 403],
    ['127.0.0.1', ['node.example'], 'node.example.evil.com', 403],
    ['127.0.0.1', ['NODE.example.'], 'node.example', 200],
    ['127.0.0.1', ['bücher.example'], 'xn--bcher-kva.example', 200],
    ['127.0.0.1', ['2001:DB8::7'], '[2001:db8:0::7]:80', 200],
    ['127.0.0.1', ['*'], 'evil.com', 200],
    ['127.0.0.1', ['*'], undefined, 200],
    ['node.lan', [], 'node.lan:26657', 200],
    ['node.lan', [], 'evil.lan', 403],
    ['::1', [], '[0:0::1]', 200],
    ['0.0.0.0', [], '0.0.0.0:80', 200],
    ['::', [], '[::]:80', 200],
    ['0.0.0.0', [], 'evil.com', 403],
  ] as const)('on %s with %j allowed, for %j: %i', (bound, allowed, asked, expected) => {
    expect(judged(bound, [...allowed], asked)).toBe(expected)
  })

  test('the address that the connection came to may be named, and no other', () => {
    expect(judged('0.0.0.0', [], '192.0.2.7:80', '192.0.2.7')).toBe(200)
    expect(judged('::', [], '192.0.2.7:80', '::ffff:192.0.2.7')).toBe(200)
    expect(judged('::', [], '[2001:db8::7]', '2001:db8::7')).toBe(200)
    expect(judged('0.0.0.0', [], '192.0.2.8', '192.0.2.7')).toBe(403)
  })

  test.each(['', 'http://node.example', 'a b', 'node.example/x', '300.1.1.1'])('%j is not a name to allow', (name) => {
    expect(() => hostRule('127.0.0.1', [name])).toThrow(/^an allowed host is a name or an address/)
  })
})

const BODY = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"health"}'
const JSON_TYPE = { 'content-type': 'application/json' }
const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Whether the engine itself breaks off a stream whose `:authority` names a user. Source: nghttp2 1.64 (in Node 22, not in 20). */
const REFUSES_USERS = Number(process.versions['nghttp2']!.split('.')[1]) >= 64

describe('a page that rebinds its name', () => {
  let node: EvmNode
  let chain: ChainServer
  let evm: JsonRpcServer
  let http2: ClientHttp2Session
  const ports: Record<string, number> = {}
  const port = (name: string) => ports[name]!

  beforeAll(async () => {
    node = createEvmNode({ serve: serveJsonRpc, accounts: { count: 1 } })
    evm = await serveJsonRpc(node)
    chain = await serveChain(testChain(), { allowedHosts: ['node.example'] })
    for (const name of ['admin_startHTTP', 'admin_startWS'])
      await node.request({ method: name, params: ['127.0.0.1', 0, null, null, 'node.example'] })
    const { ports: opened } = (await node.request({ method: 'admin_nodeInfo' })) as { ports: Record<string, string> }
    const urls = { rpc: chain.urls.rpc, rest: chain.urls.rest, evm: evm.url, started: opened['HTTP']! }
    for (const [name, url] of Object.entries({ ...urls, startedWs: opened['WebSocket']! }))
      ports[name] = Number(new URL(url).port)
    http2 = connectHttp2(`http://${chain.urls.grpc}`)
  })
  afterAll(async () => {
    http2.close()
    await chain.close()
    await evm.close()
    await node.close()
  })

  test.each([
    ['rpc', 'GET /status', ''],
    ['rpc', 'HEAD /status', ''],
    ['rpc', 'GET /', ''],
    ['rpc', 'POST /', HEALTH],
    ['rpc', 'OPTIONS /', ''],
    ['rpc', 'GET /nothing', ''],
    ['rest', 'GET /cosmos/bank/v1beta1/params', ''],
    ['rest', 'HEAD /cosmos/bank/v1beta1/params', ''],
    ['rest', 'POST /cosmos/tx/v1beta1/txs', '{}'],
    ['rest', 'OPTIONS /cosmos/bank/v1beta1/params', ''],
    ['rest', 'OPTIONS *', ''],
    ['evm', 'POST /', BODY],
    ['evm', 'GET /', ''],
    ['evm', 'OPTIONS /', ''],
    ['started', 'POST /', BODY],
    ['startedWs', 'POST /', BODY],
  ])('%s: %s', async (name, line, body) => {
    const evil = { ...JSON_TYPE, host: 'evil.com:8545' }
    for (const headers of [evil, { ...evil, origin: 'http://localhost:3000' }]) {
      const answer = await raw(port(name), request(line, headers, body))
      expect(statusOf(answer)).toBe(403)
      expect(answer).not.toContain('access-control-allow-origin')
      if (!line.startsWith('HEAD'))
        expect(answer).toContain(
          'Host header "evil.com:8545" is not allowed; to allow it, start with --allowed-host evil.com',
        )
    }
    for (const host of ['localhost', '127.0.0.1:1', '[::1]'])
      expect([200, 204, 400, 404, 405]).toContain(
        statusOf(await raw(port(name), request(line, { ...JSON_TYPE, host }, body))),
      )
  })

  test('with an allowed name is accepted', async () => {
    const host = 'node.example'
    expect(statusOf(await raw(port('rpc'), request('GET /status', { host })))).toBe(200)
    expect(statusOf(await raw(port('started'), request('POST /', { ...JSON_TYPE, host }, BODY)))).toBe(200)
    expect(statusOf(await raw(port('evm'), request('POST /', { ...JSON_TYPE, host }, BODY)))).toBe(403)
  })

  test.each([
    ['rpc', '/websocket'],
    ['rpc', '/'],
    ['evm', '/'],
    ['startedWs', '/'],
  ])('%s: a WebSocket at %s', async (name, path) => {
    const evil = await raw(
      port(name),
      request(`GET ${path}`, { ...UPGRADE, host: 'evil.com', origin: 'http://evil.com' }),
    )
    expect(statusOf(evil)).toBe(403)
    expect(evil).toContain('--allowed-host evil.com')
    const socket = await dial(port(name))
    const said = new Promise<string>((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString())))
    socket.write(request(`GET ${path}`, { ...UPGRADE, host: 'localhost:3000' }))
    expect(statusOf(await said)).toBe(name === 'rpc' && path === '/' ? 404 : 101)
    socket.destroy()
  })

  test('cannot hide behind another spelling of a host', async () => {
    const at = port('rpc')
    const statuses = async (...texts: string[]) => Promise.all(texts.map(async (text) => statusOf(await raw(at, text))))
    const host = { host: 'localhost' }
    expect(
      await statuses(
        'GET /status HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\nConnection: close\r\n\r\n',
        'GET /status HTTP/1.1\r\nHost: evil.com\r\nHost: localhost\r\nConnection: close\r\n\r\n',
        'GET /status HTTP/1.1\r\nConnection: close\r\n\r\n',
        'GET /status HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
        'GET /status HTTP/1.0\r\n\r\n',
        request('GET http://evil.com/status', host),
        request('GET http://localhost@evil.com/status', host),
        request('GET http:evil.com/status', host),
        request('GET HTTPS://EVIL.COM/status', host),
        request('GET http://localhost/status', { host: 'evil.com' }),
        request('GET /status', { host: 'evil.com', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }),
      ),
    ).toEqual([400, 400, 400, 403, 403, 403, 400, 400, 403, 403, 403])
    expect(await statuses(request('GET http://localhost:1/status', host))).toEqual([200])
    expect(await statuses('GET /status HTTP/1.0\r\nHost: localhost\r\n\r\n')).toEqual([200])
  })

  test('cannot hide behind a request that is allowed, on the same connection', async () => {
    const socket = await dial(port('evm'))
    const said = heard(socket)
    const headers = { ...JSON_TYPE, connection: 'keep-alive' }
    const evil = request('POST /', { ...headers, host: 'evil.com' }, BODY)
    socket.write(request('POST /', { ...headers, host: 'localhost' }, BODY) + evil + evil)
    // A refusal ends the connection.
    expect((await said).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403'])
  })

  test('is not read from, and does not make the server read', async () => {
    const socket = await dial(port('evm'))
    const said = heard(socket)
    socket.write(
      'POST / HTTP/1.1\r\nHost: evil.com\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{',
    )
    expect(statusOf(await said)).toBe(403)
  })

  /** gRPC over HTTP/2, as no client library would send it. */
  const grpc = (headers: OutgoingHttpHeaders): Promise<{ code: string | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      const stream = http2.request({
        ':method': 'POST',
        ':path': '/cosmos.bank.v1beta1.Query/Params',
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      })
      const take = (got: IncomingHttpHeaders) => {
        if (got['grpc-status'] !== undefined)
          resolve({ code: String(got['grpc-status']), text: decodeURIComponent([got['grpc-message'] ?? ''].join('')) })
      }
      stream.on('response', take).on('trailers', take).on('error', reject)
      stream.end(Buffer.alloc(5))
      stream.resume()
    })

  test('is refused by gRPC', async () => {
    for (const authority of ['localhost', '127.0.0.1:9090', '[::1]:9090', 'node.example'])
      expect(await grpc({ ':authority': authority })).toMatchObject({ code: '0' })
    expect(await grpc({ ':authority': 'evil.com:9090' })).toEqual({
      code: String(status.PERMISSION_DENIED),
      text: ':authority "evil.com:9090" is not allowed; to allow it, start with --allowed-host evil.com (in code: allowedHosts)',
    })
    expect(await grpc({ ':authority': 'localhost.evil.com' })).toMatchObject({
      code: String(status.PERMISSION_DENIED),
    })
    for (const headers of [
      { ':authority': 'localhost', host: 'evil.com' },
      { ':authority': 'evil.com', host: 'localhost' },
    ])
      expect(await grpc(headers)).toMatchObject({ code: String(status.PERMISSION_DENIED) })
    const withUser = grpc({ ':authority': '127.0.0.1@evil.com' })
    if (REFUSES_USERS) await expect(withUser).rejects.toThrow('NGHTTP2_PROTOCOL_ERROR')
    else expect(await withUser).toMatchObject({ code: String(status.PERMISSION_DENIED) })
    expect(
      await grpc({
        ':authority': 'evil.com',
        ':path': '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      }),
    ).toMatchObject({ code: String(status.PERMISSION_DENIED) })
  })

  test('is refused by gRPC when a client library names it', async () => {
    const call = (options: object) =>
      new Promise<number>((resolve) => {
        const client = new Client(chain.urls.grpc, credentials.createInsecure(), options)
        const bytes = (given: Uint8Array) => Buffer.from(given)
        client.makeUnaryRequest(
          '/cosmos.bank.v1beta1.Query/Params',
          bytes,
          bytes,
          Buffer.alloc(0),
          new Metadata(),
          (error) => {
            client.close()
            resolve(error?.code ?? status.OK)
          },
        )
      })
    expect(await call({})).toBe(status.OK)
    expect(await call({ 'grpc.default_authority': 'evil.com' })).toBe(status.PERMISSION_DENIED)
  })
})

const outer = outerAddress()
test.skipIf(outer === undefined)(
  `on all addresses, the one that was dialled may be asked for (of this machine: ${outer ?? 'none, so nothing is tested'})`,
  async () => {
    const chain = await serveChain(testChain(), { host: '0.0.0.0' })
    const port = Number(new URL(chain.urls.rpc).port)
    const ask = async (host: string) => statusOf(await raw(port, request('GET /status', { host }), outer))
    expect(await ask(`${outer}:${port}`)).toBe(200)
    expect(await ask('localhost')).toBe(200)
    expect(await ask('0.0.0.0')).toBe(200)
    expect(await ask('evil.com')).toBe(403)
    expect(await ask('198.51.100.9')).toBe(403)
    await chain.close()
  },
)

test.skipIf(!hasIpv6())('on an address of IPv6', async () => {
  const chain = await serveChain(testChain(), { host: '::1' })
  expect(chain.urls.rest).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await fetch(`${chain.urls.rest}/cosmos/bank/v1beta1/params`)).status).toBe(200)
  const port = Number(new URL(chain.urls.rest).port)
  expect(statusOf(await raw(port, request('GET /', { host: 'evil.com' }), '::1'))).toBe(403)
  await chain.close()
})

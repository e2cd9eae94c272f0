import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createEvmNode, type Profile } from '../../src/evm/index.js'
import { METHODS } from '../../src/evm/rpc/methods/all.js'
import { methodsOf } from '../../src/evm/rpc/profiles/profiles.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { serveJsonRpc, type JsonRpcServerOptions } from '../../src/server/index.js'
import { outerAddress } from './raw.js'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const NAMESPACES = [...new Set(METHODS.map(({ namespace }) => namespace))]

/** What changes something, or tells of the node, and what is told to everybody. */
const PRIVATE: Readonly<Record<string, readonly unknown[]>> = {
  evm_mine: [],
  evm_snapshot: [],
  evm_setIntervalMining: [0],
  anvil_setBalance: [FROM, '0xde0b6b3a7640000'],
  anvil_nodeInfo: [],
  anvil_setIntervalMining: [0],
  hardhat_setCode: [FROM, '0x'],
  hardhat_metadata: [],
  eth_sendTransaction: [{ from: FROM, to: FROM }],
  eth_sign: [FROM, '0x00'],
  eth_signTransaction: [{ from: FROM, to: FROM }],
  eth_sendUnsignedTransaction: [{ from: FROM, to: FROM }],
  personal_listAccounts: [],
  miner_setGasPrice: ['0x1'],
  admin_nodeInfo: [],
  debug_setHead: ['0x0'],
}
const PUBLIC: Readonly<Record<string, readonly unknown[]>> = {
  eth_chainId: [],
  eth_getBalance: [FROM, 'latest'],
  eth_call: [{ to: FROM }],
  web3_clientVersion: [],
}
const REFUSED = -32001

interface Answer {
  readonly id: number
  readonly error?: { readonly code: number }
}

/** The code of the error; 0 for a result. */
const ask = async (url: string, method: string, params: readonly unknown[], token?: string): Promise<number> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const code = ((await response.json()) as Answer).error?.code ?? 0
  expect(response.status).toBe(code === REFUSED ? 401 : 200)
  if (code === REFUSED) expect(response.headers.get('www-authenticate')).toBe('Bearer')
  return code
}

/** The same over one WebSocket, in one batch. */
const askSocket = (url: string, token?: string): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const methods = Object.entries({ ...PRIVATE, ...PUBLIC })
    const socket = new WebSocket(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
    socket.once('error', reject)
    socket.once('open', () =>
      socket.send(JSON.stringify(methods.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })))),
    )
    socket.once('message', (data: Buffer) => {
      const answers = JSON.parse(data.toString()) as Answer[]
      resolve(Object.fromEntries(answers.map(({ id, error }) => [methods[id]![0], error?.code ?? 0])))
      socket.terminate()
    })
  })

const expected = (refused: boolean): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.keys(PRIVATE).map((name) => [name, refused ? REFUSED : 0]),
    ...Object.keys(PUBLIC).map((name) => [name, 0]),
  ])

const serve = async (profile: Profile, options: JsonRpcServerOptions) => {
  const node = createEvmNode({ profile, namespaces: NAMESPACES, accounts: { count: 1 } })
  const server = await serveJsonRpc(node, options)
  open.push(node, server)
  return server
}

const all = async (url: string, token?: string): Promise<Record<string, number>> => {
  const codes: Record<string, number> = {}
  for (const [method, params] of Object.entries({ ...PRIVATE, ...PUBLIC }))
    codes[method] = await ask(url, method, params, token)
  return codes
}

describe('the table', () => {
  test('methods that change state without a signature are private', () => {
    const changing = METHODS.filter(({ changes, access }) => changes && access === 'public').map(({ name }) => name)
    expect(changing).toEqual(['eth_sendRawTransaction', 'eth_sendRawTransactionSync'])
  })

  test('every method of the namespaces that control a node is private, in every profile', () => {
    const steering = ['admin', 'anvil', 'debug', 'evm', 'hardhat', 'miner', 'personal', 'testing']
    const open = (profile: Profile) =>
      methodsOf({ profile, namespaces: NAMESPACES, testing: true })
        .filter(({ namespace, access }) => steering.includes(namespace) && access === 'public')
        .map(({ name }) => name)
    expect(METHODS.filter(({ namespace }) => steering.includes(namespace)).length).toBeGreaterThan(100)
    expect(open('functional')).toEqual([])
    expect(open('cosmos-evm')).toEqual([])
    // The document says that these are not there, and they do nothing.
    expect(open('documented').filter((name) => !name.startsWith('miner_'))).toEqual([])
  })

  test('signing with a key of the node is private', () => {
    for (const { name, access } of METHODS.filter(({ name }) => /^eth_(?:sign|sendT|sendU|resend)/.test(name)))
      expect([name, access]).toEqual([name, 'private'])
  })
})

describe('on loopback', () => {
  test('without a token all methods are answered', async () => {
    const { url, wsUrl } = await serve('functional', {})
    expect(await all(url)).toEqual(expected(false))
    expect(await askSocket(wsUrl)).toEqual(expected(false))
  })

  test('a configured token is required', async () => {
    const { url, wsUrl } = await serve('functional', { token: 'secret' })
    for (const wrong of [undefined, 'secre', 'secret2', 'Secret']) {
      expect(await all(url, wrong)).toEqual(expected(true))
      expect(await askSocket(wsUrl, wrong)).toEqual(expected(true))
    }
    expect(await all(url, 'secret')).toEqual(expected(false))
    expect(await askSocket(wsUrl, 'secret')).toEqual(expected(false))
    // A signed transaction is its own permission: it is judged as such.
    expect(await ask(url, 'eth_sendRawTransaction', ['0x00'])).not.toBe(REFUSED)
  })

  test('in the profile cosmos-evm as well', async () => {
    const trusting = await serve('cosmos-evm', {})
    expect(await ask(trusting.url, 'personal_listAccounts', [])).toBe(0)
    expect(await ask(trusting.url, 'eth_sign', [FROM, '0x00'])).toBe(0)
    const { url } = await serve('cosmos-evm', { token: 'secret' })
    for (const method of ['personal_listAccounts', 'eth_sendTransaction', 'eth_sign', 'miner_setGasPrice'])
      expect(await ask(url, method, PRIVATE[method]!)).toBe(REFUSED)
    expect(await ask(url, 'personal_listAccounts', [], 'secret')).toBe(0)
  })
})

const outer = outerAddress()
/** Ways to a port that listens on all addresses. Whoever connects on this machine may be a proxy. */
const ways = ['127.0.0.1', ...(outer === undefined ? [] : [outer])]
if (outer === undefined) console.warn('This machine has no address for others: what is refused there is not tested.')

describe('on a port that other machines reach', () => {
  const refusesUnsigned = async (url: string) => {
    for (const method of ['personal_listAccounts', 'eth_sign'])
      expect(await ask(url, method, PRIVATE[method]!)).toBe(REFUSED)
    expect(await ask(url, 'eth_chainId', [])).toBe(0)
  }

  test.each<Profile>(['functional', 'documented', 'cosmos-evm'])('in the profile %s', async (profile) => {
    const { port } = await serve(profile, { host: '0.0.0.0' })
    for (const way of ways) await refusesUnsigned(`http://${way}:${port}`)
  })

  test.skipIf(outer === undefined)(
    `on one address of it alone (here: ${outer ?? 'there is none, so this is not tested'})`,
    async () => refusesUnsigned((await serve('functional', { host: outer! })).url),
  )

  test('private methods need a token, over HTTP and WebSockets', async () => {
    const shut = await serve('functional', { host: '0.0.0.0' })
    const { port } = await serve('functional', { host: '0.0.0.0', token: 'secret' })
    for (const way of ways) {
      expect(await all(`http://${way}:${shut.port}`)).toEqual(expected(true))
      expect(await askSocket(`ws://${way}:${shut.port}`)).toEqual(expected(true))
      expect(await all(`http://${way}:${port}`, 'guess')).toEqual(expected(true))
      expect(await all(`http://${way}:${port}`, 'secret')).toEqual(expected(false))
      expect(await askSocket(`ws://${way}:${port}`, 'secret')).toEqual(expected(false))
    }
  })

  test('private methods need a token on the ports of a sandbox too', async () => {
    const sandbox = createSandbox()
    open.push(sandbox)
    const { urls } = await sandbox.serve({ host: '0.0.0.0' })
    const { port } = new URL(urls['neutron']!.evm!)
    for (const way of ways)
      for (const method of ['evm_mine', 'anvil_setBalance', 'eth_sendTransaction'])
        expect(await ask(`http://${way}:${port}`, method, PRIVATE[method]!)).toBe(REFUSED)
  })
})

describe('a sandbox with a token', () => {
  const started = async (url: string, token: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const call = async (method: string, params: unknown[] = []) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return ((await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: unknown }).result
    }
    expect(await call('admin_startHTTP', ['127.0.0.1', 0])).toBe(true)
    return ((await call('admin_nodeInfo')) as { ports: { HTTP: string } }).ports.HTTP
  }

  test('requires it on its ports, and on those opened on request', async () => {
    const sandbox = createSandbox()
    open.push(sandbox)
    const { urls } = await sandbox.serve({ token: 'secret' })
    const { evm, evmWs } = urls['neutron']!
    const opened = await started(evm!, 'secret')
    for (const url of [evm!, opened]) {
      expect(await ask(url, 'evm_mine', [])).toBe(REFUSED)
      expect(await ask(url, 'evm_mine', [], 'secret')).toBe(0)
      expect(await ask(url, 'eth_chainId', [])).toBe(0)
    }
    expect(await askSocket(evmWs!)).toEqual(expected(true))
  })

  test('answers its own requests over HTTP', async () => {
    const sandbox = createSandbox()
    open.push(sandbox)
    await sandbox.serve({ token: 'secret' })
    expect(await sandbox.perform({ action: 'evm', method: 'evm_mine', params: [], over: 'http' })).toEqual({
      result: '0x0',
    })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { openFork, type Fork } from '../../src/fork/index.js'
import { HttpRpc } from '../../src/fork/rpc/http.js'
import { RPC_SETTINGS } from '../../src/fork/rpc/settings.js'
import { asciiKey } from '../../src/store/key.js'
import { startHostileNode, type Falsified, type HostileNode } from './hostile-node.js'
import { expectRefusal } from './refusal.js'

// What an endpoint may do instead of answering. It runs in another thread.

let node: HostileNode
/** What {@link read} reads. */
let right: string
const usual = { ...RPC_SETTINGS }
const shorter = { timeout: 20_000, tries: 2, pause: 1, mostBytes: 1 << 20, mostValues: 100_000 }
beforeAll(async () => {
  node = await startHostileNode()
  right = read([node.real])
})
beforeEach(async () => {
  Object.assign(RPC_SETTINGS, shorter)
  await node.falsify({})
})
afterAll(async () => {
  Object.assign(RPC_SETTINGS, usual)
  await node.close()
})

const opened = (rpc: readonly string[] = [node.url], height: number = node.height): Fork =>
  openFork({ rpc, height, cache: false })

/** Reads a fork as far as that needs a batch of calls. */
function read(rpc?: readonly string[]): string {
  const fork = opened(rpc)
  fork.open(['acc', 'bank', 'wasm', 'staking'])
  return Buffer.from(fork.base('bank')!.first(asciiKey('\u0002'), asciiKey('\u0003'))!.value).toString()
}

describe('an endpoint that does not answer like an RPC node', () => {
  const FAULTS: Record<string, readonly [http: Falsified['http'], text: RegExp]> = {
    'cut JSON': [
      ({ response }) => response.end('{"jsonrpc":"2.0","id":0,"resu'),
      /HTTP 200 without JSON: expected the RPC of CometBFT/,
    ],
    'a page': [
      ({ response }) => {
        response.setHeader('content-type', 'text/html')
        return response.end('<!doctype html><title>Welcome</title>')
      },
      /HTTP 200 without JSON: expected the RPC of CometBFT, which often has port 26657/,
    ],
    'no page': [({ response }) => response.writeHead(404).end('not found'), /HTTP 404 without JSON/],
    'an error of its proxy': [({ response }) => response.writeHead(502).end('{}'), /HTTP 502/],
    'too many requests': [({ response }) => response.writeHead(429).end('slow down'), /HTTP 429/],
    'an endless response': [
      async ({ response }) => {
        const chunk = Buffer.alloc(1 << 16, ' ')
        while (!response.destroyed)
          if (!response.write(chunk))
            await new Promise((done) => {
              response.once('drain', done)
              response.once('close', done)
            })
        return true
      },
      /a response of more than 1048576 bytes/,
    ],
    'a list of very many values': [
      ({ response }) => response.end(`[${'{},'.repeat(100_000)}{}]`),
      /a response of more than 100000 values/,
    ],
    'a redirect': [
      ({ response }) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
      /redirects to https:\/\/elsewhere\.example\/: name that one/,
    ],
    'a closed connection': [({ request }) => (request.socket.destroy(), true), /UND_ERR_SOCKET|ECONNRESET/],
    'deep lists': [({ response }) => response.end('['.repeat(9_000) + ']'.repeat(9_000)), /nested too deep/],
    'a list without answers': [({ response }) => response.end('[]'), /a response is missing/],
    'an object without an answer': [({ response }) => response.end('{"ok":true}'), /a response without a result/],
    'a number': [({ response }) => response.end('7'), /a response is missing/],
  }
  for (const [what, [http, text]] of Object.entries(FAULTS))
    test(`${what}: is named, and another endpoint stands in`, async () => {
      await node.falsify({ http: http! })
      const { message } = expectRefusal(opened, 'unreachable', text)
      expect(message).toContain(node.url)
      expect(read([node.url, node.real])).toBe(right)
    })

  test('silence: is given up', async () => {
    RPC_SETTINGS.timeout = 300
    await node.falsify({ http: () => true })
    expectRefusal(opened, 'unreachable', /no answer within 0\.3 s/)
    expect(read([node.url, node.real])).toBe(right)
  })

  test('a body that comes drop by drop: is given up', async () => {
    RPC_SETTINGS.timeout = 300
    await node.falsify({
      http: ({ response }) => {
        const drip = setInterval(() => response.write(' '), 50)
        response.once('close', () => clearInterval(drip))
        return true
      },
    })
    expectRefusal(opened, 'unreachable', /no answer within 0\.3 s/)
  })

  test('no endpoint at all', () => {
    expectRefusal(
      () => opened(['http://127.0.0.1:9']),
      'unreachable',
      /http:\/\/127\.0\.0\.1:9: (?:ECONNREFUSED|bad port)/,
    )
    expect(read(['http://127.0.0.1:9', node.real])).toBe(right)
  })

  test('an error, then an answer', async () => {
    await node.falsify({ http: ({ response, count }) => count % 2 === 1 && response.writeHead(500).end('oops') })
    expect(read()).toBe(right)
  })

  test('a requested pause is kept instead of the usual one', async () => {
    await node.falsify({
      http: ({ response, count }) => count === 1 && response.writeHead(429, { 'retry-after': '0.01' }).end(),
    })
    // The usual pause has no end in a test.
    const slow = { ...RPC_SETTINGS, pause: 1_000_000, longestPause: 1_000_000 }
    const rpc = new HttpRpc({ ...slow, endpoints: [node.url], perSecond: undefined })
    expect(await rpc.call([{ method: 'status', params: {} }])).toMatchObject([{ result: { sync_info: {} } }])
  })
})

describe('batches', () => {
  test('refused ones are sent call by call', async () => {
    await node.falsify({
      http: ({ body, response }) =>
        Array.isArray(body) &&
        response.end(
          '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":"batch request exceeds maximum"}}',
        ),
    })
    expect(read()).toBe(right)
  })
  test('answers in another order are matched to their requests', async () => {
    await node.falsify({
      http: async ({ body, response, honest }) => {
        const answers = await honest(body)
        return response.end(JSON.stringify(Array.isArray(answers) ? answers.reverse() : answers))
      },
    })
    expect(read()).toBe(right)
  })
  test('an answer without its id counts as missing', async () => {
    await node.falsify({
      http: async ({ body, response, honest }) => {
        const answers = await honest(body)
        if (Array.isArray(answers)) delete answers[1].id
        return response.end(JSON.stringify(answers))
      },
    })
    expectRefusal(read, 'unreachable', /a response is missing/)
  })
})

describe('heights that a node no longer has, or not yet', () => {
  const giving: Falsified = { answer: ({ call, given }) => call.method === given.method && given.answer }
  const refusing = (method: string, data: string) => ({
    method,
    answer: { error: { code: -32603, message: 'Internal error', data } },
  })
  const logging = (log: string, code: number) => ({
    method: 'abci_query',
    answer: { result: { response: { code, codespace: 'sdk', log } } },
  })
  // Source of the texts: cometbft v0.38.21 rpc/core/env.go, state/errors.go; cosmos-sdk v0.53.6 baseapp/abci.go; cosmossdk.io/store v1.1.2; iavl v1.2.6.
  const PRUNED = [
    refusing('commit', 'height 9 is not available, lowest height is 100'),
    refusing('validators', 'could not find validator set for height #10'),
    logging('version does not exist', 0),
    logging('proof is unexpectedly empty; ensure height has not been pruned: invalid request', 7),
    logging('failed to load state at height 9; version does not exist (latest height: 100): invalid request', 18),
  ]
  test('a pruned height', async () => {
    for (const answer of PRUNED) {
      await node.falsify(giving, answer)
      expectRefusal(read, 'pruned', /no (?:state of|longer has).*\n.*archive node/)
    }
  })
  test('a height in the future', () => {
    const height = node.height + 1_000
    const text = new RegExp(`has not made the block of height ${height} yet: .*current blockchain height`)
    expectRefusal(() => opened(undefined, height), 'refused', text)
  })
  test('an endless text is truncated', async () => {
    await node.falsify(giving, refusing('commit', 'x'.repeat(100_000)))
    expect(expectRefusal(opened, 'refused', /the node refused .*x{100}…/).message.length).toBeLessThan(1_000)
  })
})

test('a transaction during which the endpoint dies leaves no trace, and the next one works', async () => {
  const start = () =>
    createSandbox({
      chains: { live: { kind: 'wasmd', fork: { rpc: node.url, height: BigInt(node.height), cache: false } } },
    }).chains.live
  const transfer = async (chain: ReturnType<typeof start>) =>
    chain.actAs(node.alice).execute(node.token, { transfer: { recipient: node.alice, amount: '5' } })
  const expected = await transfer(start())

  const chain = start()
  const { height, time } = chain
  let deaths = 0
  for (let first = 1; ; first++) {
    const how: Falsified = {
      http: ({ count, request, given }) => count >= given && (request.socket.destroy(), true),
    }
    await node.falsify(how, first)
    const result = await transfer(chain).catch((error: unknown) => error)
    if (!(result instanceof Error)) {
      expect(result).toMatchObject({ gasUsed: expected.gasUsed, events: expected.events, height: expected.height })
      break
    }
    expectRefusal(
      () => {
        throw result
      },
      'unreachable',
      /no endpoint of the forked chain answers/,
    )
    expect([chain.height, chain.time]).toEqual([height, time])
    deaths++
  }
  expect(deaths).toBeGreaterThan(1)
})

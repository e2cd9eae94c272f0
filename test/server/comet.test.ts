import { beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { toBase64, toHex } from '../../src/base/bytes.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { answerJson, answerUri, type Answer } from '../../src/server/comet/rpc.js'
import { DEFAULT_CHAIN_LIMITS, type ChainLimits } from '../../src/server/limits.js'
import { signedSend, testChain, testWallet } from './chain.js'

/** Answers as cometbft v0.38.21 gives them: rpc/jsonrpc/server, rpc/jsonrpc/types, rpc/core. No port is opened. */

let app: NeutronApp
let node: ChainNode
let alice: Awaited<ReturnType<typeof testWallet>>
let bob: string
/** Of two transactions in blocks of their own, and two in one. */
const hashes: string[] = []
let last: number

beforeAll(async () => {
  app = testChain()
  alice = await testWallet(app, 'alice')
  bob = (await testWallet(app, 'bob')).address
  node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  for (let sequence = 0; sequence < 2; sequence++) {
    const bytes = await signedSend(app, alice, bob, sequence)
    hashes.push((result('broadcast_tx_sync', { tx: toBase64(bytes) }) as { hash: string }).hash)
  }
  last = app.height
})

const ask = (method: string, params?: unknown, of = node) => {
  const answer = answerJson(of, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })) as Answer
  return JSON.parse(answer.text) as { result?: unknown; error?: { code: number; message: string; data?: string } }
}
function result(method: string, params?: unknown, of = node): unknown {
  const { result, error } = ask(method, params, of)
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return result
}
const failure = (method: string, params?: unknown, of = node) => ask(method, params, of).error?.data
const limited = (limits: Partial<ChainLimits>) => new ChainNode(app, { ...DEFAULT_CHAIN_LIMITS, ...limits })
const uri = (path: string) => {
  const [name, query] = path.split('?')
  const answer = answerUri(node, name!, new URLSearchParams(query)) as Answer | undefined
  return answer && { status: answer.status, ...(JSON.parse(answer.text) as { result?: unknown; error?: object }) }
}

describe('a message', () => {
  const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"health"}'
  const OK = '{"jsonrpc":"2.0","id":1,"result":{}}'
  const NOT_FOUND = '"error":{"code":-32601,"message":"Method not found"}}'

  test.each([
    [HEALTH, 200, OK],
    // One call alone is answered alone, in a batch as well.
    [`[${HEALTH}]`, 200, OK],
    [`[${HEALTH},{"jsonrpc":"2.0","method":"health"}]`, 200, OK],
    [`[${HEALTH},${HEALTH}]`, 200, `[${OK},${OK}]`],
    ['{"jsonrpc":"2.0","id":"a","method":"health"}', 200, '{"jsonrpc":"2.0","id":"a","result":{}}'],
    ['{"jsonrpc":"2.0","id":1.9,"method":"health"}', 200, OK],
    ['{"jsonrpc":"2.0","id":0,"method":"health"}', 200, '{"jsonrpc":"2.0","id":0,"result":{}}'],
    ['{"id":1,"method":"nothing"}', 200, `{"jsonrpc":"2.0","id":1,${NOT_FOUND}`],
    ['{"id":1}', 200, `{"jsonrpc":"2.0","id":1,${NOT_FOUND}`],
    ['{"id":1,"method":"toString"}', 200, `{"jsonrpc":"2.0","id":1,${NOT_FOUND}`],
    ['{"id":1,"method":"subscribe"}', 200, `{"jsonrpc":"2.0","id":1,${NOT_FOUND}`],
    ['{"id":1,"method":"health","params":null}', 200, OK],
    ['{"id":1,"method":"health","params":{"more":1}}', 200, OK],
    [
      '{"id":1,"method":"block","params":{"height":"0"}}',
      200,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"height must be greater than 0, but got 0"}}',
    ],
    [
      '{"id":1,"method":"block","params":[1,"2"]}',
      200,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":"error converting json params to arguments: expected 1 parameters ([height]), got 2 ([[49] [34 50 34]])"}}',
    ],
    [
      '{"id":1,"method":"validators","params":[1]}',
      200,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","data":"error converting json params to arguments: expected 3 parameters ([height page per_page]), got 1 ([[49]])"}}',
    ],
  ])('%s: %i', (text, status, answer) => {
    expect(answerJson(node, text)).toEqual({ status, text: answer })
  })

  test.each(['{"jsonrpc":"2.0","method":"health"}', '{"id":null,"method":"health"}', '[]', '[{"method":"health"}]'])(
    'without an id has no answer: %s',
    (text) => expect(answerJson(node, text)).toBeUndefined(),
  )

  test.each(['', '{', '5', '"x"', '[5]', '[[]]', '{"id":true}', '{"id":{}}', '{"id":1,"method":5}'])(
    'that cannot be read is answered with 500 and without an id: %s',
    (text) => {
      const answer = answerJson(node, text) as Answer
      expect(answer.status).toBe(500)
      expect(JSON.parse(answer.text)).toEqual({
        jsonrpc: '2.0',
        error: {
          code: -32700,
          message: 'Parse error. Invalid JSON',
          data: expect.stringMatching(/^error unmarshaling request: ./) as string,
        },
      })
    },
  )

  test('in a batch of too many is refused with all of them', () => {
    const batch = (count: number) => `[${Array.from({ length: count }, () => HEALTH).join(',')}]`
    expect(answerJson(limited({ batchRequestLimit: 2 }), batch(2))).toMatchObject({ text: `[${OK},${OK}]` })
    expect(answerJson(limited({ batchRequestLimit: 2 }), batch(3))).toEqual({
      status: 200,
      text: '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":"batch request exceeds maximum (2) allowed number of requests"}}',
    })
  })

  test('in a batch whose answers grow too large is refused from there on', () => {
    const batch = `[${HEALTH},${HEALTH},${HEALTH}]`
    const answers = (size: number) =>
      (
        JSON.parse((answerJson(limited({ batchResponseMaxSize: size }), batch) as Answer).text) as {
          id: number
          error?: object
        }[]
      ).map(({ id, error }) => [id, error])
    const refused = { code: -32000, message: 'Server error', data: 'response too large' }
    expect(answers(2 * OK.length)).toEqual([
      [1, undefined],
      [1, undefined],
      [1, undefined],
    ])
    expect(answers(OK.length)).toEqual([
      [1, undefined],
      [1, undefined],
      [1, refused],
    ])
    expect(answers(0)).toEqual([
      [1, undefined],
      [1, refused],
      [1, refused],
    ])
  })
})

describe('a parameter', () => {
  const header = () => (result('header', { height: '2' }) as { header: { app_hash: string } }).header

  test('of JSON is a number, a text, a hash', () => {
    expect(result('header', { height: 2 })).toEqual(result('header', { height: '2' }))
    expect(result('header', ['2'])).toEqual(result('header', { height: '2' }))
    const { block_id } = result('block', { height: '2' }) as { block_id: { hash: string } }
    const bytes = Buffer.from(block_id.hash, 'hex')
    expect(result('header_by_hash', { hash: block_id.hash })).toEqual({ header: header() })
    expect(result('block_by_hash', { hash: bytes.toString('base64') })).toEqual(result('block', { height: '2' }))
  })

  test('of a URI is the same, quoted or in hex', () => {
    const { block_id } = result('block', { height: '2' }) as { block_id: { hash: string } }
    for (const path of [
      'header?height=2',
      'header?height="2"',
      `header_by_hash?hash=0x${block_id.hash}`,
      `header_by_hash?hash=0X${block_id.hash}`,
    ])
      expect(uri(path)).toEqual({ status: 200, jsonrpc: '2.0', id: -1, result: { header: header() } })
    expect(uri('header?height=')).toMatchObject({ result: { header: { height: String(last) } } })
  })

  // `nonJSONStringToArg`: what is quoted is a text, even where JSON has hex.
  test('of bytes that is quoted in a URI is a text', () => {
    const stored = (data: string) =>
      (uri(`abci_query?path="/store/acc/key"&data=${data}`) as { result: { response: { key: string } } }).result
        .response.key
    expect(stored('"ab"')).toBe(Buffer.from('ab').toString('base64'))
    expect(stored('0xab')).toBe(Buffer.from('ab', 'hex').toString('base64'))
  })

  test.each([
    ['header?height=x', /^error converting http params to arguments: .*not an integer: x/],
    ['header?height=1.5', /^error converting http params to arguments: /],
    ['header?height=a1', /^error converting http params to arguments: /],
    ['header_by_hash?hash=0xzz', /^error converting http params to arguments: /],
    ['header_by_hash?hash=ab', /^error converting http params to arguments: .*expected hex, got ab/],
    ['tx?hash=0x00&prove=yes', /^error converting http params to arguments: .*expected boolean, got yes/],
    ['tx_search?query=tx.height>0', /^error converting http params to arguments: .*expected string, got tx.height>0/],
  ])('of a URI that is wrong ends in 500: %s', (path, data) => {
    expect(uri(path)).toEqual({
      status: 500,
      jsonrpc: '2.0',
      id: -1,
      error: { code: -32602, message: 'Invalid params', data: expect.stringMatching(data) as string },
    })
  })

  test.each([
    ['header', { height: 'x' }, /not an integer: x$/],
    ['header', { height: true }, /expected integer, got true$/],
    ['header', { height: [1] }, /expected integer, got an array$/],
    ['header', { height: { a: 1 } }, /expected integer, got an object$/],
    ['header', { height: '9007199254740992' }, /not an integer: 9007199254740992$/],
    ['tx', { hash: '!' }, /^error converting json params to arguments: error converting parameter hash to bytes: /],
    ['tx', { hash: '', prove: 'true' }, /expected boolean, got "true"$/],
    ['header_by_hash', { hash: 'abc' }, /error converting parameter hash to hex: /],
    ['tx_search', { query: 5 }, /expected string, got 5$/],
    [
      'tx_search',
      5,
      /^error converting json params to arguments: unknown type for JSON params: json: cannot unmarshal number into Go value of type/,
    ],
  ])('of JSON that is wrong is told: %s %j', (method, params, data) => {
    expect(ask(method, params).error).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: expect.stringMatching(data) as string,
    })
  })

  test('methods of WebSockets are not found by URI, and unknown ones nowhere', () => {
    for (const name of ['subscribe', 'unsubscribe', 'unsubscribe_all'])
      expect(uri(`${name}?query="a"`)).toEqual({
        status: 404,
        jsonrpc: '2.0',
        id: -1,
        error: { code: -32601, message: 'Method not found' },
      })
    expect([uri('nothing'), uri('toString')]).toEqual([undefined, undefined])
  })
})

describe('heights', () => {
  test.each(['block', 'block_results', 'header', 'commit'])('of %s are those of existing blocks', (method) => {
    const heightOf = (params?: object) => JSON.stringify(result(method, params)).match(/"height":"(\d+)"/)![1]
    expect([heightOf(), heightOf({ height: '1' }), heightOf({ height: null })]).toEqual([
      String(last),
      '1',
      String(last),
    ])
    expect(failure(method, { height: '0' })).toBe('height must be greater than 0, but got 0')
    expect(failure(method, { height: '-1' })).toBe('height must be greater than 0, but got -1')
    expect(failure(method, { height: last + 1 })).toBe(
      `height ${last + 1} must be less than or equal to the current blockchain height ${last}`,
    )
  })

  // `latestUncommittedHeight`
  test.each(['validators', 'consensus_params'])('of %s go up to the next block', (method) => {
    const heightOf = (params?: object) => (result(method, params) as { block_height: string }).block_height
    expect([heightOf(), heightOf({ height: '1' }), heightOf({ height: last + 1 })]).toEqual([
      String(last + 1),
      '1',
      String(last + 1),
    ])
    expect(failure(method, { height: last + 2 })).toBe(
      `height ${last + 2} must be less than or equal to the current blockchain height ${last + 1}`,
    )
  })

  test('of a commit that no block holds yet', () => {
    const canonical = (height: number) => (result('commit', { height }) as { canonical: boolean }).canonical
    expect([canonical(last), canonical(last - 1)]).toEqual([false, true])
  })

  test('of headers in a row: newest first, twenty at most', () => {
    const chain = testChain()
    for (let made = 0; made < 30; made++) chain.nextBlock()
    const of = new ChainNode(chain, DEFAULT_CHAIN_LIMITS)
    const range = (minHeight?: number, maxHeight?: number) => {
      const metas = (
        result('blockchain', { minHeight, maxHeight }, of) as { block_metas: { header: { height: string } }[] }
      ).block_metas
      return [metas.length, metas[0]!.header.height, metas.at(-1)!.header.height]
    }
    const top = chain.height
    expect(range()).toEqual([20, String(top), String(top - 19)])
    expect(range(0, 0)).toEqual(range())
    expect(range(3, 5)).toEqual([3, '5', '3'])
    expect(range(1, 25)).toEqual([20, '25', '6'])
    expect(range(top, 999)).toEqual([1, String(top), String(top)])
    expect(result('blockchain', {}, of)).toMatchObject({ last_height: String(top) })
    expect(failure('blockchain', { minHeight: 5, maxHeight: 4 }, of)).toBe(
      "min height 5 can't be greater than max height 4",
    )
    for (const params of [{ minHeight: -1 }, { maxHeight: -1 }])
      expect(failure('blockchain', params, of)).toBe('heights must be non-negative')
  })
})

describe('what does not exist', () => {
  test('has an empty answer or an error', () => {
    const hash = '00'.repeat(32)
    expect(result('block_by_hash', { hash: Buffer.from(hash, 'hex').toString('base64') })).toEqual({
      block_id: { hash: '', parts: { total: 0, hash: '' } },
      block: null,
    })
    expect(result('header_by_hash', { hash })).toEqual({ header: null })
    expect(failure('tx', { hash: 'q80=' })).toBe('tx (ABCD) not found')
    expect(failure('genesis_chunked', { chunk: 1 })).toBe('there are 0 chunks, 1 is invalid')
    expect(failure('genesis_chunked', { chunk: -1 })).toBe('there are 0 chunks, -1 is invalid')
  })

  test('is an error for an index that is turned off', () => {
    const without = new ChainNode(testChain({ txIndex: false }), DEFAULT_CHAIN_LIMITS)
    expect(failure('tx', { hash: '' }, without)).toBe('transaction indexing is disabled')
    expect(failure('tx_search', { query: 'tx.height>0' }, without)).toBe('transaction indexing is disabled')
    expect(failure('block_search', { query: 'block.height>0' }, without)).toBe('block indexing is disabled')
  })

  test('leaves the mempool and the peers empty', () => {
    expect(result('unconfirmed_txs')).toEqual({ n_txs: '0', total: '0', total_bytes: '0', txs: [] })
    expect(result('num_unconfirmed_txs')).toEqual({ n_txs: '0', total: '0', total_bytes: '0', txs: null })
    expect(result('net_info')).toEqual({ listening: true, listeners: [], n_peers: '0', peers: [] })
    expect(result('health')).toEqual({})
  })
})

describe('a search', () => {
  const txs = (params: object) => {
    const found = result('tx_search', { query: 'tx.height>0', ...params }) as {
      txs: { hash: string }[]
      total_count: string
    }
    return [...found.txs.map(({ hash }) => hashes.indexOf(hash)), found.total_count]
  }
  const blocks = (params: object) => {
    const found = result('block_search', { query: 'block.height<4', ...params }) as {
      blocks: { block: { header: { height: string } } }[]
      total_count: string
    }
    return [...found.blocks.map(({ block }) => block.header.height), found.total_count].join(' ')
  }

  test('finds transactions, the oldest first, and pages of them', () => {
    expect([txs({}), txs({ order_by: 'asc' }), txs({ order_by: 'desc' })]).toEqual([
      [0, 1, '2'],
      [0, 1, '2'],
      [1, 0, '2'],
    ])
    expect([txs({ per_page: 1 }), txs({ per_page: 1, page: 2 })]).toEqual([
      [0, '2'],
      [1, '2'],
    ])
    expect([txs({ per_page: 0 }), txs({ per_page: -1 }), txs({ per_page: 101 })]).toEqual([
      [0, 1, '2'],
      [0, 1, '2'],
      [0, 1, '2'],
    ])
  })

  test('finds blocks, the newest first', () => {
    expect([blocks({}), blocks({ order_by: 'desc' }), blocks({ order_by: 'asc' })]).toEqual([
      '3 2 1 3',
      '3 2 1 3',
      '1 2 3 3',
    ])
    expect(blocks({ per_page: 2, page: 2 })).toBe('1 3')
  })

  test('matches events, heights and hashes', () => {
    const count = (query: string) => txs({ query }).at(-1)
    expect(count(`transfer.recipient='${bob}'`)).toBe('2')
    expect(count(`transfer.recipient='${bob}' AND tx.height=${last}`)).toBe('1')
    expect(count(`transfer.recipient='${bob}' AND transfer.sender='${bob}'`)).toBe('0')
    expect(count('transfer.recipient EXISTS')).toBe('2')
    expect(count(`tx.hash='${hashes[1]}'`)).toBe('1')
    expect(count(`tx.hash='${'00'.repeat(32)}'`)).toBe('0')
    expect(count('tx.height>5 AND tx.height<5')).toBe('0')
  })

  test.each([
    ['tx_search', { query: 'tx.height>0', page: 0 }, 'page should be within [1, 1] range, given 0'],
    ['tx_search', { query: 'tx.height>0', page: 2 }, 'page should be within [1, 1] range, given 2'],
    ['tx_search', { query: 'tx.height<0', page: 2 }, 'page should be within [1, 1] range, given 2'],
    ['tx_search', { query: 'tx.height>0', page: 3, per_page: 1 }, 'page should be within [1, 2] range, given 3'],
    ['validators', { page: 2 }, 'page should be within [1, 1] range, given 2'],
    ['tx_search', { query: 'x', order_by: 'asc' }, 'offset 1: EOF'],
    ['tx_search', { query: 'tx.height>0', order_by: 'up' }, 'expected order_by to be either `asc` or `desc` or empty'],
    ['tx_search', { query: `a='${'x'.repeat(509)}'` }, 'maximum query length exceeded'],
  ])('%s %j is refused: %s', (method, params, data) => {
    expect(failure(method, params)).toBe(data)
  })

  test('may have 512 characters', () => {
    expect(txs({ query: `a='${'x'.repeat(508)}'` })).toEqual(['0'])
  })

  test('that takes too long is ended', () => {
    const chain = testChain()
    for (let made = 0; made < 70; made++) chain.nextBlock()
    const slow = new ChainNode(chain, { ...DEFAULT_CHAIN_LIMITS, searchTimeout: -1 })
    const text = 'the search took longer than -1 ms: narrow it by tx.height'
    expect(failure('tx_search', { query: 'tx.height>0' }, slow)).toBe(text)
    expect(failure('block_search', { query: 'block.height>0' }, slow)).toBe(text)
  })
})

describe('a transaction', () => {
  test('is returned with its result, and with its proof on request', () => {
    const tx = (prove?: boolean) =>
      result('tx', { hash: Buffer.from(hashes[1]!, 'hex').toString('base64'), prove }) as Record<string, unknown>
    expect(Object.keys(tx())).toEqual(['hash', 'height', 'index', 'tx_result', 'tx'])
    expect(tx()).toMatchObject({
      hash: hashes[1],
      height: String(last),
      index: 0,
      tx_result: { code: 0, log: '', info: '', gas_wanted: '200000', codespace: '' },
    })
    expect(tx(true)['proof']).toMatchObject({
      root_hash: (result('header') as { header: { data_hash: string } }).header.data_hash,
      data: tx()['tx'],
      proof: { total: '1', index: '0', aunts: [] },
    })
  })

  test('is checked, refused and answered as it is broadcast', async () => {
    const tx = toBase64(await signedSend(app, alice, bob, 9))
    expect(result('check_tx', { tx })).toMatchObject({
      code: 32,
      codespace: 'sdk',
      gas_wanted: '200000',
      info: '',
      data: null,
    })
    const height = app.height
    expect(result('broadcast_tx_sync', { tx })).toEqual({
      code: 32,
      data: '',
      log: expect.stringContaining('account sequence mismatch, expected 2, got 9') as string,
      codespace: 'sdk',
      hash: expect.stringMatching(/^[0-9A-F]{64}$/) as string,
    })
    expect(result('broadcast_tx_async', { tx })).toMatchObject({ code: 0, data: '', log: '', codespace: '' })
    expect(result('broadcast_tx_commit', { tx })).toMatchObject({
      check_tx: { code: 32 },
      tx_result: { code: 0, data: null, log: '', info: '', gas_wanted: '0', gas_used: '0', events: [], codespace: '' },
      height: '0',
    })
    expect(app.height).toBe(height)
  })

  test('that is in the chain or is too large is refused by the pool', () => {
    const { tx } = result('tx', { hash: Buffer.from(hashes[0]!, 'hex').toString('base64') }) as { tx: string }
    for (const method of ['broadcast_tx_sync', 'broadcast_tx_async', 'broadcast_tx_commit'])
      expect(failure(method, { tx })).toBe('tx already exists in cache')
    const { block } = app.baseApp.seals.consensus
    const bytes = Buffer.alloc(Number(block.maxBytes) + 1)
    expect(failure('broadcast_tx_sync', { tx: bytes.toString('base64') })).toBe(
      `Tx too large. Max size is ${block.maxBytes}, but got ${block.maxBytes + 1n}`,
    )
  })

  test('is waited for until its block has ended', () => {
    app.baseApp.beginBlock()
    expect(failure('broadcast_tx_commit', { tx: '' })).toMatch(/a block was opened by hand: end it first$/)
    app.baseApp.endBlock()
    last = app.height
  })
})

test('a commit and the params of consensus have the form of the reference', () => {
  const { signed_header } = result('commit', { height: 2 }) as { signed_header: { commit: object } }
  const next = result('block', { height: 3 }) as { block: { last_commit: object } }
  expect(signed_header.commit).toEqual(next.block.last_commit)
  const [validator] = app.baseApp.seals.validators
  expect(signed_header.commit).toEqual({
    height: '2',
    round: 0,
    block_id: (result('block', { height: 2 }) as { block_id: object }).block_id,
    signatures: [
      {
        block_id_flag: 2,
        validator_address: toHex(validator!.address).toUpperCase(),
        timestamp: expect.stringMatching(/^2023-11-14T22:13:/) as string,
        signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/) as string,
      },
    ],
  })
  const { block, evidence } = app.baseApp.seals.consensus
  expect((result('consensus_params') as { consensus_params: object }).consensus_params).toEqual({
    block: { max_bytes: String(block.maxBytes), max_gas: String(block.maxGas) },
    evidence: {
      max_age_num_blocks: String(evidence.maxAgeBlocks),
      max_age_duration: String(evidence.maxAgeNanoseconds),
      max_bytes: String(evidence.maxBytes),
    },
    validator: { pub_key_types: ['ed25519'] },
    version: {},
    abci: { vote_extensions_enable_height: '0' },
  })
})

test('the node reports itself, its genesis and its validators', () => {
  expect(result('abci_info')).toMatchObject({
    response: { data: 'neutron', version: '', last_block_height: String(last) },
  })
  const status = result('status') as Record<string, Record<string, unknown>>
  expect(status['node_info']).toMatchObject({ network: 'sudobox-1', other: { tx_index: 'on' } })
  expect(status['sync_info']).toMatchObject({
    latest_block_height: String(last),
    earliest_block_height: '1',
    catching_up: false,
    latest_block_hash: (result('block') as { block_id: { hash: string } }).block_id.hash,
  })
  const { validators } = result('validators') as { validators: { address: string; proposer_priority: string }[] }
  expect(status['validator_info']).toMatchObject({ address: validators[0]!.address })
  const { genesis } = result('genesis') as { genesis: Record<string, unknown> }
  expect(genesis).toMatchObject({ chain_id: 'sudobox-1', initial_height: '1', app_hash: '' })
  const { chunk, total, data } = result('genesis_chunked') as Record<string, string>
  expect([chunk, total]).toEqual(['0', '1'])
  expect(JSON.parse(Buffer.from(data!, 'base64').toString())).toEqual(genesis)
  expect(toHex(app.baseApp.seals.validators[0]!.address).toUpperCase()).toBe(validators[0]!.address)
})

test('validators have the priorities to propose a block that the node counts', () => {
  const chain = testChain({ validators: [60n, 30n, 10n] })
  chain.runInBlock(() => undefined)
  const prioritiesAt = (height: number, page = 1) => {
    const { validators } = result(
      'validators',
      { height, page, per_page: 2 },
      new ChainNode(chain, DEFAULT_CHAIN_LIMITS),
    ) as {
      validators: readonly { proposer_priority: string }[]
    }
    return validators.map((one) => one.proposer_priority)
  }
  // Each proposer loses 100, which all of them have together.
  expect([...prioritiesAt(1), ...prioritiesAt(1, 2)]).toEqual(['-40', '30', '10'])
  expect([...prioritiesAt(2), ...prioritiesAt(2, 2)]).toEqual(['20', '-40', '20'])
})

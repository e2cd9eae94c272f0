import { beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { toBase64 } from '../../src/base/bytes.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { RestGateway } from '../../src/server/rest/answer.js'
import { signedSend, testChain, testWallet } from './chain.js'

/** Answers of cosmos-sdk v0.53.6 x/auth/tx/service.go, client/grpc/cmtservice, client/grpc/node, under the statuses of grpc-gateway v1.16. No port is opened. */

let app: NeutronApp
let gateway: RestGateway
let alice: Awaited<ReturnType<typeof testWallet>>
let bob: string
/** Three transactions: one in a block of its own, two in the last one. */
const txs: Uint8Array[] = []
let last: number

beforeAll(async () => {
  app = testChain()
  alice = await testWallet(app, 'alice')
  bob = (await testWallet(app, 'bob')).address
  gateway = new RestGateway(new ChainNode(app, DEFAULT_CHAIN_LIMITS))
  for (let sequence = 0; sequence < 3; sequence++) txs.push(await signedSend(app, alice, bob, sequence))
  app.baseApp.deliver(txs[0]!)
  app.baseApp.beginBlock()
  for (const tx of txs.slice(1)) app.baseApp.deliver(tx)
  app.baseApp.endBlock()
  last = app.height
})

const send = (verb: string, url: string, body = '', height = 0) => {
  const answer = gateway.answer({ verb, url, body, height })
  return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> }
}
const get = (path: string, height = 0) => send('GET', path, '', height)
const post = (path: string, body: object) => send('POST', path, JSON.stringify(body))
const error = (status: number, code: number, message: string) => ({ status, body: { code, message, details: [] } })
const TX = '/cosmos/tx/v1beta1'
const COMET = '/cosmos/base/tendermint/v1beta1'
const search = (query: string, more = '') => get(`${TX}/txs?query=${encodeURIComponent(query)}${more}`)

test.each([
  ['GET', '/nothing', 501, 12, 'Not Implemented'],
  ['POST', '/cosmos/bank/v1beta1/params', 501, 12, 'Method Not Allowed'],
  ['GET', `${TX}/simulate`, 501, 12, 'Method Not Allowed'],
  ['GET', `${TX}/txs/zz`, 500, 2, "encoding/hex: invalid byte: U+007A 'z'"],
  ['GET', `${TX}/txs/abc`, 500, 2, 'encoding/hex: odd length hex string'],
  ['GET', `${TX}/txs/ab`, 404, 5, 'tx not found: ab'],
  ['GET', `${TX}/txs`, 500, 13, 'query cannot be empty'],
  ['GET', `${TX}/txs?query=x`, 500, 13, 'failed to search for txs: offset 1: EOF'],
  [
    'GET',
    `${TX}/txs?query=tx.height%3E0&page=9`,
    500,
    13,
    'failed to search for txs: page should be within [1, 1] range, given 9',
  ],
  ['GET', `${COMET}/blocks/999`, 400, 3, 'requested block height is bigger then the chain length'],
  ['GET', `${COMET}/validatorsets/999`, 400, 3, 'requested block height is bigger then the chain length'],
  ['GET', `${COMET}/abci_query`, 400, 3, 'empty query path'],
  [
    'GET',
    `${COMET}/abci_query?path=/cosmos.bank.v1beta1.Query/Params`,
    400,
    3,
    'unsupported ABCI query path: /cosmos.bank.v1beta1.Query/Params',
  ],
  ['POST', `${TX}/encode`, 400, 3, 'invalid empty tx'],
  ['POST', `${TX}/decode`, 400, 3, 'invalid empty tx bytes'],
  ['POST', `${TX}/simulate`, 400, 3, 'empty txBytes is not allowed'],
  ['POST', `${TX}/txs`, 400, 3, 'invalid empty tx'],
])('%s %s is %i, code %i: %s', (verb, path, status, code, message) => {
  expect(send(verb, path)).toEqual(error(status, code, message))
})

describe('a height in the header', () => {
  const balance = (height: number) => get(`/cosmos/bank/v1beta1/balances/${bob}/by_denom?denom=untrn`, height)

  test('is that of the state', () => {
    expect(balance(1).body).toEqual({ balance: { denom: 'untrn', amount: '0' } })
    expect(balance(last - 1).body).toEqual({ balance: { denom: 'untrn', amount: '1000000001' } })
    expect(balance(last)).toEqual(balance(0))
  })

  test.each([
    [
      999,
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    ],
    [-1, 'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height'],
  ])('of %i is refused: %s', (height, message) => {
    expect(balance(height)).toEqual(error(500, 2, message))
  })
})

describe('transactions of a block', () => {
  const block = (more = '', height = last) => get(`${TX}/txs/block/${height}${more}`)
  const sequences = (more = '') =>
    (block(more).body['txs'] as { auth_info: { signer_infos: { sequence: string }[] } }[]).map((tx) =>
      Number(tx.auth_info.signer_infos[0]!.sequence),
    )

  test('come in order, in pages', () => {
    expect(sequences()).toEqual([1, 2])
    expect(sequences('?pagination.limit=1')).toEqual([1])
    expect(sequences('?pagination.offset=1&pagination.limit=9')).toEqual([2])
    // `GetBlockWithTxs`: a page without a limit has none, and backwards the first one is never reached.
    expect(sequences('?pagination.offset=1')).toEqual([])
    expect(sequences('?pagination.offset=1&pagination.limit=9&pagination.reverse=true')).toEqual([2])
    expect(block().body).toMatchObject({
      pagination: { next_key: null, total: '2' },
      block: { header: { height: String(last) } },
    })
    expect(block('', 1).body['txs']).toEqual([])
  })

  test.each([
    [
      '',
      0,
      26,
      'invalid height',
      `requested height 0 but height must not be less than 1 or greater than the current height LAST`,
    ],
    [
      '',
      999,
      26,
      'invalid height',
      `requested height 999 but height must not be less than 1 or greater than the current height LAST`,
    ],
    [
      '?pagination.offset=2&pagination.limit=500',
      undefined,
      18,
      'invalid request',
      'out of range: cannot paginate 2 txs with offset 2 and limit 100',
    ],
  ])('%s of %s are refused', (more, height, code, root, text) => {
    const message = `codespace sdk code ${code}: ${root}: ${text.replace('LAST', String(last))}`
    expect(block(more, height)).toEqual(error(500, 2, message))
  })
})

describe('a search for transactions', () => {
  const found = (query: string, more = '') => {
    const { tx_responses: rows, total } = search(query, more).body as {
      tx_responses: { tx: { auth_info: { signer_infos: { sequence: string }[] } } }[]
      total: string
    }
    return [...rows.map(({ tx }) => Number(tx.auth_info.signer_infos[0]!.sequence)), total].join(' ')
  }

  test('gives the oldest first, or the newest, and pages', () => {
    const all = `transfer.recipient='${bob}'`
    expect([found(all), found(all, '&order_by=1'), found(all, '&order_by=2')]).toEqual([
      '0 1 2 3',
      '0 1 2 3',
      '2 1 0 3',
    ])
    expect([found(all, '&limit=2'), found(all, '&limit=2&page=2')]).toEqual(['0 1 3', '2 3'])
    expect(found(all, '&pagination.limit=2&pagination.offset=2')).toBe('2 3')
    expect(found(`tx.height=${last}`)).toBe('1 2 2')
  })

  test('takes the events of older clients', () => {
    const { body } = get(`${TX}/txs?events=tx.height%3D${last}&events=transfer.recipient%3D'${bob}'`)
    expect(body).toMatchObject({ total: '2', pagination: null })
  })

  test('gives a hundred at most', () => {
    expect(search('tx.height>0', '&limit=500').status).toBe(200)
    expect(search('tx.height>0', '&limit=500&page=2').body['message']).toContain('within [1, 1] range')
  })
})

describe('a broadcast', () => {
  const broadcast = (tx: Uint8Array, mode: unknown = 'BROADCAST_MODE_SYNC') =>
    post(`${TX}/txs`, { tx_bytes: toBase64(tx), mode })

  test('that the node refuses returns its code', async () => {
    const { body } = broadcast(await signedSend(app, alice, bob, 9))
    expect(body['tx_response']).toMatchObject({
      height: '0',
      codespace: 'sdk',
      code: 32,
      data: '',
      raw_log: expect.stringContaining('account sequence mismatch') as string,
      logs: [],
      info: '',
      gas_wanted: '0',
      gas_used: '0',
      tx: null,
      timestamp: '',
      events: [],
    })
  })

  test('of a transaction that is in the chain returns a code too', () => {
    expect(broadcast(txs[0]!).body['tx_response']).toMatchObject({ code: 19, codespace: 'sdk', raw_log: '' })
  })

  test.each([
    ['BROADCAST_MODE_BLOCK', 'block'],
    ['BROADCAST_MODE_UNSPECIFIED', 'unspecified'],
  ])('of the mode %s is not there', (mode, name) => {
    expect(broadcast(txs[0]!, mode)).toEqual(
      error(500, 2, `unsupported return type ${name}; supported types: sync, async`),
    )
  })
})

describe('the node', () => {
  test('reports its state and its settings', () => {
    expect(get('/cosmos/base/node/v1beta1/config').body).toEqual({
      minimum_gas_price: '0untrn',
      pruning_keep_recent: '0',
      pruning_interval: '0',
      halt_height: '0',
    })
    const { header } = app.baseApp.block(last)!.signed
    expect(get('/cosmos/base/node/v1beta1/status').body).toEqual({
      earliest_store_height: '0',
      height: String(last),
      timestamp: expect.stringMatching(/^2023-11-14T22:13:/) as string,
      app_hash: toBase64(header.appHash),
      validator_hash: toBase64(header.nextValidatorsHash),
    })
    expect(get(`${COMET}/syncing`).body).toEqual({ syncing: false })
    expect(get(`${COMET}/node_info`).body).toMatchObject({
      default_node_info: {
        protocol_version: { p2p: '8', block: '11', app: '0' },
        network: 'sudobox-1',
        other: { tx_index: 'on' },
      },
      application_version: {
        name: 'neutron',
        app_name: 'neutrond',
        // Hermes looks for these three paths, and reads the versions as semantic ones.
        build_deps: expect.arrayContaining(
          ['cometbft/cometbft', 'cosmos/cosmos-sdk', 'cosmos/ibc-go/v10'].map((path) => ({
            path: `github.com/${path}`,
            version: expect.stringMatching(/^v\d+\.\d+\.\d+$/) as string,
            sum: '',
          })),
        ) as unknown,
      },
    })
    const without = new RestGateway(new ChainNode(testChain({ txIndex: false }), DEFAULT_CHAIN_LIMITS))
    expect(without.answer({ verb: 'GET', url: `${COMET}/node_info`, body: '', height: 0 }).body).toContain(
      '"tx_index":"off"',
    )
  })

  test('lists its validators, at the height of the next block by default', () => {
    const set = (height: string) => get(`${COMET}/validatorsets/${height}`).body
    expect(set('latest')).toMatchObject({
      block_height: String(last + 1),
      validators: [
        {
          address: expect.stringMatching(/^neutronvalcons1/) as string,
          pub_key: { '@type': '/cosmos.crypto.ed25519.PubKey' },
        },
      ],
      pagination: { total: '1' },
    })
    expect(set('1')).toMatchObject({ block_height: '1', validators: set('latest')['validators'] })
  })

  test('returns a key of a store', () => {
    const data = Buffer.from('\0untrn').toString('base64')
    expect(get(`${COMET}/abci_query?path=/store/bank/key&data=${encodeURIComponent(data)}`).body).toMatchObject({
      code: 0,
      log: '',
      info: '',
      index: '0',
      key: data,
      proof_ops: null,
      height: String(last),
      codespace: '',
    })
    const proven = get(`${COMET}/abci_query?path=/store/bank/key&prove=true&data=${encodeURIComponent(data)}`).body
    expect(proven['proof_ops']).toMatchObject({ ops: [{ type: 'ics23:iavl' }, { type: 'ics23:simple' }] })
    expect(get(`${COMET}/abci_query?path=/store/none/key`).body).toMatchObject({
      code: 4,
      codespace: 'store',
      height: '0',
    })
  })
})

test('validators have the priorities to propose a block that the node counts', () => {
  const chain = new ChainNode(testChain({ validators: [60n, 30n, 10n] }), DEFAULT_CHAIN_LIMITS)
  const { body } = new RestGateway(chain).answer({ verb: 'GET', url: `${COMET}/validatorsets/1`, body: '', height: 0 })
  const { validators } = JSON.parse(body) as { validators: readonly { proposer_priority: string }[] }
  // The proposer loses 100, which all of them have together.
  expect(validators.map((one) => one.proposer_priority)).toEqual(['-40', '30', '10'])
})

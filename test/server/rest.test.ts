import { readFileSync } from 'node:fs'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { testChain, testWallet } from './chain.js'

let app: NeutronApp
let server: ChainServer
let client: SigningCosmWasmClient
let alice: string
let bob: string
let sent: string
let contract: string

const FEE = { amount: [{ denom: 'untrn', amount: '5000' }], gas: '3000000' }

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.urls.rest + path, init)
  return { status: response.status, text: await response.text() }
}
const json = async (path: string, init: RequestInit = {}) => JSON.parse((await get(path, init)).text) as unknown
const post = (path: string, body: unknown) =>
  json(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

beforeAll(async () => {
  app = testChain()
  const wallet = await testWallet(app, 'alice')
  alice = wallet.address
  bob = (await testWallet(app, 'bob', '7untrn')).address
  server = await serveChain(app)
  client = await SigningCosmWasmClient.connectWithSigner(server.urls.rpc, wallet.wallet, {
    broadcastPollIntervalMs: 20,
  })
  sent = (await client.sendTokens(alice, bob, [{ denom: 'untrn', amount: '5' }], FEE, 'a <memo>')).transactionHash
  const wasm = readFileSync(new URL('../../contracts/artifacts/cw20_base.wasm', import.meta.url))
  const { codeId } = await client.upload(alice, wasm, FEE)
  const init = { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances: [{ address: alice, amount: '9' }] }
  contract = (await client.instantiate(alice, codeId, init, 'token', FEE)).contractAddress
})
afterAll(async () => {
  client.disconnect()
  await server.close()
})

describe('REST as the gateway prints it', () => {
  test('balances, supply, params', async () => {
    expect(await get(`/cosmos/bank/v1beta1/balances/${bob}`)).toEqual({
      status: 200,
      text: '{"balances":[{"denom":"untrn","amount":"12"}],"pagination":{"next_key":null,"total":"1"}}',
    })
    expect((await get(`/cosmos/bank/v1beta1/balances/${bob}/by_denom?denom=untrn`)).text).toBe(
      '{"balance":{"denom":"untrn","amount":"12"}}',
    )
    expect((await get('/cosmos/bank/v1beta1/params')).text).toBe(
      '{"params":{"send_enabled":[],"default_send_enabled":true}}',
    )
    expect(await json('/cosmos/bank/v1beta1/supply/by_denom?denom=untrn')).toEqual({
      amount: { denom: 'untrn', amount: '1100000007' },
    })
  })

  test('an account opens its Any', async () => {
    expect(await json(`/cosmos/auth/v1beta1/accounts/${alice}`)).toEqual({
      account: {
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address: alice,
        pub_key: { '@type': '/cosmos.crypto.secp256k1.PubKey', key: expect.any(String) as unknown },
        account_number: expect.any(String) as unknown,
        sequence: '3',
      },
    })
    expect((await get(`/cosmos/auth/v1beta1/accounts/${bob}`)).text).toContain('"pub_key":null,')
  })

  test('a transaction by its hash, and found by its events', async () => {
    const answer = (await json(`/cosmos/tx/v1beta1/txs/${sent}`)) as { tx: unknown; tx_response: { tx: unknown } }
    expect(answer.tx).toMatchObject({
      body: {
        messages: [
          {
            '@type': '/cosmos.bank.v1beta1.MsgSend',
            from_address: alice,
            to_address: bob,
            amount: [{ denom: 'untrn', amount: '5' }],
          },
        ],
        memo: 'a <memo>',
        timeout_height: '0',
        extension_options: [],
      },
      auth_info: {
        signer_infos: [{ mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } }, sequence: '0' }],
        fee: { amount: [{ denom: 'untrn', amount: '5000' }], gas_limit: '3000000', payer: '', granter: '' },
        tip: null,
      },
    })
    expect(answer.tx_response).toMatchObject({
      txhash: sent,
      codespace: '',
      code: 0,
      raw_log: '',
      logs: [],
      gas_wanted: '3000000',
      timestamp: '2023-11-14T22:13:36Z',
      tx: { '@type': '/cosmos.tx.v1beta1.Tx' },
    })
    const query = encodeURIComponent(`transfer.recipient='${bob}'`)
    expect(await json(`/cosmos/tx/v1beta1/txs?query=${query}`)).toMatchObject({
      tx_responses: [{ txhash: sent }],
      pagination: null,
      total: '1',
    })
    expect(await get(`/cosmos/tx/v1beta1/txs/${'00'.repeat(32)}`)).toMatchObject({ status: 404 })
    expect((await get(`/cosmos/tx/v1beta1/txs/block/${app.height}`)).text).toContain('MsgInstantiateContract')
  })

  test('contracts: messages and answers are JSON inside of JSON, keys are hex', async () => {
    const balance = Buffer.from(JSON.stringify({ balance: { address: alice } })).toString('base64')
    expect((await get(`/cosmwasm/wasm/v1/contract/${contract}/smart/${balance}`)).text).toBe('{"data":{"balance":"9"}}')
    expect(await json(`/cosmwasm/wasm/v1/contract/${contract}`)).toMatchObject({
      address: contract,
      contract_info: { code_id: '1', creator: alice, admin: '', label: 'token', extension: null, ibc_port_id: '' },
    })
    expect(await json(`/cosmwasm/wasm/v1/contract/${contract}/history`)).toMatchObject({
      entries: [{ operation: 'CONTRACT_CODE_HISTORY_OPERATION_TYPE_INIT', msg: { symbol: 'TOK' } }],
    })
    const { models } = (await json(`/cosmwasm/wasm/v1/contract/${contract}/state`)) as { models: { key: string }[] }
    expect(models.map(({ key }) => Buffer.from(key, 'hex').toString())).toContain('token_info')
    expect((await get('/cosmwasm/wasm/v1/code')).text).toMatch(
      /"data_hash":"[0-9A-F]{64}","instantiate_permission":\{"permission":"Everybody","addresses":\[\]\}/,
    )
    expect(await get(`/cosmwasm/wasm/v1/contract/${contract}/smart/e30=`)).toMatchObject({ status: 500 })
  })

  test('the node and its blocks', async () => {
    expect(await json('/cosmos/base/tendermint/v1beta1/node_info')).toMatchObject({
      default_node_info: { network: 'sudobox-1' },
      application_version: { name: 'neutron' },
    })
    const latest = (await json('/cosmos/base/tendermint/v1beta1/blocks/latest')) as { block: { header: unknown } }
    expect(latest.block.header).toMatchObject({ height: String(app.height), chain_id: 'sudobox-1' })
    expect(await json(`/cosmos/base/tendermint/v1beta1/blocks/${app.height}`)).toEqual(latest)
    expect(await json('/cosmos/base/tendermint/v1beta1/blocks/1')).toMatchObject({
      block: { header: { height: '1' }, last_commit: { height: '0', signatures: [] } },
    })
    expect(await get('/cosmos/base/tendermint/v1beta1/blocks/999')).toMatchObject({ status: 400 })
    // As wasmd v0.61.14 answers, but for the gas limit, which this chain has.
    expect(await get('/cosmos/consensus/v1/params')).toEqual({
      status: 200,
      text:
        '{"params":{"block":{"max_bytes":"22020096","max_gas":"100000000"},"evidence":{"max_age_num_blocks":"100000","max_age_duration":"172800s",' +
        '"max_bytes":"1048576"},"validator":{"pub_key_types":["ed25519"]},"version":{"app":"0"},"abci":{"vote_extensions_enable_height":"0"}}}',
    })
  })

  test('simulates and broadcasts', async () => {
    const tx = await client.sign(
      alice,
      [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: { fromAddress: alice, toAddress: bob, amount: [{ denom: 'untrn', amount: '1' }] },
        },
      ],
      FEE,
      '',
    )
    const { TxRaw } = await import('cosmjs-types/cosmos/tx/v1beta1/tx')
    const tx_bytes = Buffer.from(TxRaw.encode(tx).finish()).toString('base64')
    const simulated = (await post('/cosmos/tx/v1beta1/simulate', { tx_bytes })) as { gas_info: { gas_used: string } }
    expect(Number(simulated.gas_info.gas_used)).toBeGreaterThan(50_000)
    const { tx: decoded } = (await post('/cosmos/tx/v1beta1/decode', { tx_bytes })) as { tx: unknown }
    expect(await post('/cosmos/tx/v1beta1/encode', { tx: decoded })).toEqual({ tx_bytes })
    expect(await post('/cosmos/tx/v1beta1/txs', { tx_bytes, mode: 'BROADCAST_MODE_SYNC' })).toMatchObject({
      tx_response: { code: 0, height: '0' },
    })
    expect(await post('/cosmos/tx/v1beta1/txs', { tx_bytes, mode: 2 })).toMatchObject({
      tx_response: { code: 19, codespace: 'sdk' },
    })
    expect(await post('/cosmos/tx/v1beta1/simulate', {})).toEqual({
      code: 3,
      message: 'empty txBytes is not allowed',
      details: [],
    })
  })

  test('a height of the past', async () => {
    const headers = { 'x-cosmos-block-height': '1' }
    expect((await get(`/cosmos/bank/v1beta1/balances/${bob}/by_denom?denom=untrn`, { headers })).text).toBe(
      '{"balance":{"denom":"untrn","amount":"0"}}',
    )
  })

  test('an address from its bytes: the gateway calls the first of two methods with this path', async () => {
    expect(await get('/cosmos/auth/v1beta1/bech32/AQID')).toEqual({
      status: 200,
      text: '{"address_string":"neutron1qypqx8tg8yn"}',
    })
    expect(await get(`/cosmos/auth/v1beta1/bech32/${alice}`)).toMatchObject({ status: 400 })
  })

  test.each([
    ['/nothing', 501, 'Not Implemented'],
    ['/cosmos/bank/v1beta1/balances/x', 400, 'invalid address: decoding bech32 failed: invalid bech32 string length 1'],
    ['/neutron/contractmanager/failures?pagination.key=*', 400, 'illegal base64 data at input byte 0'],
    ['/cosmos/bank/v1beta1/balances/x?pagination.limit=a', 400, 'strconv.ParseUint: parsing "a": invalid syntax'],
    [
      '/cosmwasm/wasm/v1/code/abc',
      400,
      'type mismatch, parameter: code_id, error: strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ['/cosmwasm/wasm/v1/code/77', 404, undefined],
    ['/%ff%fe', 501, 'Not Implemented'],
  ])('%s is %i', async (path, status, message) => {
    const answer = await get(path)
    expect(JSON.parse(answer.text)).toMatchObject({ ...(message !== undefined && { message }), details: [] })
    if (message !== undefined) expect(answer.status).toBe(status)
  })

  test('invalid and too long bodies', async () => {
    for (const body of ['', '{', '[]', '"x"', '{"tx_bytes":5}', '{"tx_bytes":"!"}', '{"unknown":1}', '{"mode":"X"}'])
      expect(await post('/cosmos/tx/v1beta1/txs', body)).toMatchObject({
        code: 3,
        message: expect.any(String) as unknown,
      })
    const response = await fetch(`${server.urls.rest}/cosmos/tx/v1beta1/txs`, {
      method: 'POST',
      body: 'x'.repeat(6 * 1024 * 1024),
    }).catch(() => undefined)
    expect(response?.status ?? 413).toBe(413)
    expect((await get('/cosmos/bank/v1beta1/params')).status).toBe(200)
  })
})

test('interchain accounts and packets between clients are queried under the paths of the chain', async () => {
  expect(await json('/neutron/interchaintxs/params')).toEqual({
    params: { msg_submit_tx_max_messages: '16', register_fee: [{ denom: 'untrn', amount: '1000000' }] },
  })
  expect(await json('/ibc/apps/interchain_accounts/host/v1/params')).toEqual({
    params: { host_enabled: true, allow_messages: ['*'] },
  })
  expect(await json('/ibc/apps/interchain_accounts/controller/v1/params')).toEqual({
    params: { controller_enabled: true },
  })
  const account = `/neutron/interchaintxs/${contract}/none/connection-0/interchain_account_address`
  expect(await json(account)).toMatchObject({
    message: expect.stringContaining(
      `no interchain account found for portID icacontroller-${contract}.none`,
    ) as unknown,
  })
  const clients = '/ibc/core/channel/v2/clients/07-tendermint-0'
  expect(await json(`${clients}/packet_commitments/1,2/unreceived_packets`)).toMatchObject({ sequences: ['1', '2'] })
  expect(await get(`${clients}/next_sequence_send`)).toMatchObject({ status: 404 })
})

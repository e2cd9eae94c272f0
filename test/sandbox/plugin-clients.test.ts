import { readFileSync } from 'node:fs'
import { Secp256k1Wallet } from '@cosmjs/amino'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { Registry, type GeneratedType } from '@cosmjs/proto-signing'
import { AminoTypes } from '@cosmjs/stargate'
import { createSandbox, definePlugin, grpcQuery, TxError } from 'sudobox'
import { protoJson } from '../../src/codec/proto-json/index.js'
import { MsgSubmitProposal } from 'cosmjs-types/cosmos/gov/v1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MsgSetPrice, oracle } from './oracle.js'
import { saying, SPEAKER } from './speaker.js'

// A plug-in as the clients of a chain see it: REST, wallets that sign amino JSON, and contracts of a wasmd chain.

/** What the last request to `Convert` was, in JSON. */
let asked = ''
const { proto } = JSON.parse(
  readFileSync(new URL('../../fixtures/server/gateway/amino.json', import.meta.url), 'utf8'),
) as { readonly proto: string }
const bytes = { decode: (given: Uint8Array) => given, encode: (given: Uint8Array) => given }
const quotes = definePlugin({
  name: 'quotes',
  proto,
  grpc: [
    grpcQuery({
      path: '/quotes.v1.Query/Convert',
      request: bytes,
      response: bytes,
      answer: (_, request) => {
        asked = protoJson('quotes.v1.QueryConvertRequest', request)
        return new Uint8Array(0)
      },
    }),
  ],
})

const sandbox = createSandbox({
  chains: {
    neutron: { plugins: [oracle, quotes] },
    juno: { kind: 'wasmd', prefix: 'juno', denom: 'ujuno', plugins: [oracle] },
  },
})
const { neutron, juno } = sandbox.chains
const alice = neutron.account('alice', '1000000untrn')
const FEE = { amount: [{ denom: 'untrn', amount: '5000' }], gas: '300000' }
const TYPE = '/prices.v1.MsgSetPrice'

let rest: string
let client: SigningCosmWasmClient

/** The names of members in a wallet's JSON are those of the chain. */
const converter = (aminoType: string) =>
  new AminoTypes({ [TYPE]: { aminoType, toAmino: (value: object) => value, fromAmino: (value: object) => value } })

async function connect(url: string, aminoType: string): Promise<SigningCosmWasmClient> {
  const wallet = await Secp256k1Wallet.fromKey(neutron.host.keyOf('alice').privateKey, 'neutron')
  const type = {
    ...MsgSetPrice,
    encode: (value: Parameters<typeof MsgSetPrice.encode>[0]) => ({ finish: () => MsgSetPrice.encode(value) }),
    fromPartial: (value: object) => value,
  }
  return SigningCosmWasmClient.connectWithSigner(url, wallet, {
    registry: new Registry([[TYPE, type as unknown as GeneratedType]]),
    aminoTypes: converter(aminoType),
    broadcastPollIntervalMs: 20,
  })
}

beforeAll(async () => {
  const { urls } = await sandbox.serve()
  rest = urls['neutron']!.rest
  client = await connect(urls['neutron']!.rpc, 'prices/MsgSetPrice')
})
afterAll(async () => {
  client.disconnect()
  await sandbox.close()
})

const setPrice = (denom: string, amount: string) => ({
  typeUrl: TYPE,
  value: { authority: alice.address, denom, amount },
})
const get = async (path: string) => {
  const response = await fetch(rest + path)
  return [response.status, await response.text()]
}
const post = async (path: string, body: string) => (await fetch(rest + path, { method: 'POST', body })).text()

test('a message is signed in amino JSON with a converter, and its query answers over REST', async () => {
  const { code, transactionHash, height } = await client.signAndBroadcast(alice.address, [setPrice('uatom', '7')], FEE)
  expect(code).toBe(0)
  expect(await get('/prices/v1/price/uatom')).toEqual([200, `{"amount":"7","height":"${height}"}`])
  expect(await get('/prices/v1/price/none')).toEqual([
    500,
    '{"code":2,"message":"codespace oracle code 2: no price of none","details":[]}',
  ])
  expect(await get('/prices/v1/price')).toEqual([501, '{"code":12,"message":"Not Implemented","details":[]}'])
  const [, sent] = await get(`/cosmos/tx/v1beta1/txs/${transactionHash}`)
  expect(sent).toContain(
    `{"@type":"/prices.v1.MsgSetPrice","authority":"${alice.address}","denom":"uatom","amount":"7"}`,
  )
})

test('a converter with another name signs something else', async () => {
  const other = await connect((await sandbox.serve()).urls['neutron']!.rpc, 'prices/SetPrice')
  await expect(other.signAndBroadcast(alice.address, [setPrice('uatom', '8')], FEE)).rejects.toThrow(
    'signature verification failed',
  )
  other.disconnect()
})

test('SIGN_MODE_TEXTUAL is refused as for other messages', async () => {
  const signed = await client.sign(alice.address, [setPrice('uatom', '8')], FEE, '')
  const auth = AuthInfo.decode(signed.authInfoBytes)
  auth.signerInfos[0]!.modeInfo!.single!.mode = SignMode.SIGN_MODE_TEXTUAL
  const bytes = TxRaw.encode({ ...signed, authInfoBytes: AuthInfo.encode(auth).finish() }).finish()
  await expect(client.broadcastTxSync(bytes)).rejects.toThrow('unsuppored sign mode SIGN_MODE_TEXTUAL')
})

test('its messages have the JSON of transactions, and bodies are read as the gateway reads them', async () => {
  const tx = (message: object) =>
    JSON.stringify({
      tx: { body: { messages: [{ '@type': TYPE, ...message }] }, auth_info: { fee: {} }, signatures: [] },
    })
  const { tx_bytes: bytes } = JSON.parse(
    await post('/cosmos/tx/v1beta1/encode', tx({ authority: 'a', denom: 'd', amount: '1', unknown: true })),
  ) as { tx_bytes: string }
  expect(await post('/cosmos/tx/v1beta1/decode', JSON.stringify({ tx_bytes: bytes }))).toContain(
    '"messages":[{"@type":"/prices.v1.MsgSetPrice","authority":"a","denom":"d","amount":"1"}]',
  )
  expect(await post('/cosmos/tx/v1beta1/encode', tx({ denom: 1 }))).toBe(
    `{"code":3,"message":"can't unmarshal Any nested proto *types.MsgSetPrice: json: cannot unmarshal number into Go value of type string","details":[]}`,
  )
})

test('paths, bodies and further bindings are those of its file', async () => {
  const convert = async (path: string, body: string) => {
    asked = ''
    const answer = await post(path, body)
    return asked === '' ? answer : asked
  }
  expect(await convert('/quotes/v1/convert/uatom?precision=9', '{"to":"usd","coin":{"amount":"5"}}')).toBe(
    '{"coin":{"denom":"uatom","amount":"5"},"to":"usd","precision":"0"}',
  )
  expect(await convert('/quotes/v1/convert_into/usd?precision=9&coin.denom=x', '{"denom":"uatom","amount":"5"}')).toBe(
    '{"coin":{"denom":"uatom","amount":"5"},"to":"usd","precision":"9"}',
  )
  expect(await convert('/quotes/v1/convert/uatom', '{"precision":"-1"}')).toBe(
    '{"code":3,"message":"json: cannot unmarshal number -1 into Go value of type uint64","details":[]}',
  )
  expect(await convert('/quotes/v1/convert/uatom', '{')).toBe('{"code":3,"message":"unexpected EOF","details":[]}')
  expect(await get('/quotes/v1/convert?to=usd&precision=x')).toEqual([
    400,
    '{"code":3,"message":"strconv.ParseUint: parsing \\"x\\": invalid syntax","details":[]}',
  ])
  expect(await get('/quotes/v1/convert?to=usd&coin.denom=a')).toEqual([200, '{"coin":{"denom":"","amount":""}}'])
  expect(asked).toBe('{"coin":{"denom":"a","amount":""},"to":"usd","precision":"0"}')
  expect(await get('/quotes/v1/convert/uatom')).toEqual([
    501,
    '{"code":12,"message":"Method Not Allowed","details":[]}',
  ])
})

test('contracts of a wasmd chain use its custom messages and queries, by Stargate too', async () => {
  const bob = juno.account('bob', '1000000ujuno')
  const speaker = await bob.deploy(SPEAKER)
  await bob.execute(speaker, saying({ custom: { set_price: { denom: 'x', amount: '3' } } }))
  const price = { amount: '3', height: String(juno.height) }
  expect(speaker.query({ custom: { price: { denom: 'x' } } })).toEqual(price)
  const data = Buffer.from(new Uint8Array([0x0a, 1, 0x78])).toString('base64')
  expect(speaker.query({ stargate: { path: '/prices.v1.Query/Price', data } })).toEqual(price)
  const unknown = bob.execute(speaker, saying({ custom: { no_such: {} } }))
  await expect(unknown).rejects.toThrow(TxError)
})

test('a proposal with its message goes through a genesis', async () => {
  const { neutron: voting } = createSandbox({ chains: { neutron: { plugins: [oracle] } } }).chains
  const carol = voting.account('carol', '2000000000untrn')
  const gov = voting.actAs('gov').address
  const set = { typeUrl: TYPE, value: MsgSetPrice.encode({ authority: gov, denom: 'untrn', amount: '42' }) }
  const proposal = MsgSubmitProposal.encode(
    MsgSubmitProposal.fromPartial({
      messages: [set],
      initialDeposit: [{ denom: 'untrn', amount: '600000000' }],
      proposer: carol.address,
      title: 'a price',
      summary: 'of 42',
    }),
  ).finish()
  const value = Buffer.from(proposal).toString('base64')
  await carol.send([{ any: { typeUrl: '/cosmos.gov.v1.MsgSubmitProposal', value } }])
  const genesis = voting.exportGenesis()
  expect(JSON.stringify(genesis)).toContain(`{"@type":"${TYPE}","authority":"${gov}","denom":"untrn","amount":"42"}`)
  const again = createSandbox({ chains: { neutron: { genesis, plugins: [oracle] } } }).chains.neutron
  expect(again.exportGenesis().app_state['gov']).toEqual(genesis.app_state['gov'])
})

import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { fromUtf8, toHex, toUtf8 } from '../../../src/base/bytes.js'
import { MarketMapResponse } from '../../../src/codec/messages/slinky.marketmap.v1.js'
import { protoJson } from '../../../src/codec/proto-json/index.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { serveChain } from '../../../src/server/index.js'
import { keyOf } from '../../../src/store/key.js'

// Expected texts, keys and bytes are those of slinky v1.2.0 and neutron wasmbinding (06e81b9f), read from their sources.

const started = () => {
  const { neutron } = createSandbox().chains
  const asking = neutron.mock({
    query: ({ querier }, _env, msg: { custom?: object; path?: string; data?: string }) =>
      msg.custom === undefined
        ? querier.query({ stargate: { path: msg.path, data: msg.data } })
        : querier.query({ custom: msg.custom }),
  })
  const ask = (custom: object) => asking.query({ custom })
  const byPath = (path: string, data = '') => asking.query({ path, data })
  return { neutron, ask, byPath }
}

const pair = (base: string, quote: string) => new ProtoWriter().string(1, base).string(2, quote)
const base64 = (writer: ProtoWriter) => Buffer.from(writer.finish()).toString('base64')
const BTC = { currency_pair: { Base: 'BTC', Quote: 'USD' } }
const market = (base: string, decimals: string) => ({
  ticker: { currency_pair: { Base: base, Quote: 'USD' }, decimals, min_provider_count: '1', enabled: true },
  provider_configs: [{ name: 'x_ws', off_chain_ticker: `${base}-USD` }],
})

test('a contract reads the price that was last set, with its block and nonce', () => {
  const { neutron, ask, byPath } = started()
  neutron.setPrice('btc/usd', 41n)
  neutron.setPrice('ATOM/ETHEREUM', 7n)
  const { height, nonce, decimals } = neutron.setPrice('BTC/USD', 6_512_345_000_000n)
  expect([nonce, decimals]).toEqual([2n, 8n])
  const price = ask({ oracle: { get_price: BTC } })
  const time = new Date(Number(neutron.time / 1_000_000n)).toISOString().replace('.000', '')
  expect(price).toEqual({
    price: { price: '6512345000000', block_timestamp: time, block_height: Number(height) },
    nonce: 2,
    decimals: 8,
  })
  const list = new ProtoWriter().message(1, toUtf8('BTC/USD')).message(1, toUtf8('atom/ethereum'))
  expect(byPath('/slinky.oracle.v1.Query/GetPrices', base64(list))).toMatchObject({
    prices: [
      { price: { price: '6512345000000' }, nonce: '2', decimals: '8', id: '0' },
      { price: { price: '7' }, nonce: '1', decimals: '18', id: '1' },
    ],
  })
  expect(ask({ oracle: { get_all_currency_pairs: {} } })).toEqual({
    currency_pairs: [
      { Base: 'ATOM', Quote: 'ETHEREUM' },
      { Base: 'BTC', Quote: 'USD' },
    ],
  })
})

test('the authorities in the params create markets by message; the oracle has their pairs at once', async () => {
  const { neutron, ask } = started()
  const alice = neutron.account('alice', '1000000untrn')
  const create = (base: string) => ({
    any: {
      typeUrl: '/slinky.marketmap.v1.MsgCreateMarkets',
      value: base64(
        new ProtoWriter()
          .string(1, alice.address)
          .message(
            2,
            new ProtoWriter()
              .message(1, new ProtoWriter().message(1, pair(base, 'USD')).uint64(2, 6n).uint64(3, 1n).bool(14, true))
              .message(2, new ProtoWriter().string(1, 'x_ws').string(2, `${base}-USD`)),
          ),
      ),
    },
  })
  await expect(alice.send([create('BTC')])).rejects.toThrow(
    `unable to verify market authorities: request signer ${alice.address} does not match module market authorities`,
  )
  neutron.setParams('marketmap', { market_authorities: [alice.address] })
  const { events } = await alice.send([create('BTC')])
  expect(events.find(({ type }) => type === 'create_market')?.attributes).toEqual([
    ['currency_pair', 'BTC/USD'],
    ['decimals', '6'],
    ['min_provider_count', '1'],
    ['metadata', ''],
    ['msg_index', '0'],
  ])
  expect(ask({ oracle: { get_price: BTC } })).toMatchObject({ decimals: 6 })
  await expect(alice.send([create('ETH'), create('BTC')])).rejects.toThrow('market already exists for ticker BTC/USD')
  expect(() => ask({ market_map: { market: { currency_pair: { Base: 'ETH', Quote: 'USD' } } } })).toThrow()
})

test('a market gives its pair decimals, and an empty price until one is set', () => {
  const { neutron, ask, byPath } = started()
  neutron.host.app.putRecord('marketmap', 'market', market('BTC', '5'))
  expect(ask({ oracle: { get_price: BTC } })).toEqual({
    price: { price: '0', block_timestamp: '0001-01-01T00:00:00Z' },
    decimals: 5,
  })
  expect(ask({ market_map: { market: BTC } })).toEqual({
    market: {
      ticker: { currency_pair: { Base: 'BTC', Quote: 'USD' }, decimals: 5, min_provider_count: 1, enabled: true },
      provider_configs: [{ name: 'x_ws', off_chain_ticker: 'BTC-USD' }],
    },
  })
  expect(ask({ market_map: { last_updated: {} } })).toEqual({ last_updated: Number(neutron.height) })
  const gov = neutron.actAs('gov').address
  expect(ask({ market_map: { params: {} } })).toEqual({ params: { market_authorities: [gov], admin: gov } })
  expect(byPath('/slinky.marketmap.v1.Query/Markets')).toMatchObject({
    markets: [{ provider_configs: [{ normalize_by_pair: null }] }],
  })
  expect(neutron.setPrice('BTC/USD', 1n).decimals).toBe(5n)
})

test('nodes give all markets by their pairs, and all pairs by their ids', async () => {
  const { neutron, byPath } = started()
  const { app } = neutron.host
  app.putRecord('marketmap', 'market', market('ETH', '6'))
  app.putRecord('marketmap', 'market', market('BTC', '5'))
  const [mapPath, pairsPath] = [
    '/slinky.marketmap.v1.Query/MarketMap',
    '/slinky.oracle.v1.Query/GetCurrencyPairMapping',
  ]
  const nothing = new Uint8Array()
  const map = MarketMapResponse.decode(app.baseApp.query(mapPath, nothing))
  expect(map).toMatchObject({ lastUpdated: neutron.height, chainId: neutron.chainId })
  expect([...map.marketMap.markets].map(([name, { ticker }]) => [name, ticker.decimals])).toEqual([
    ['BTC/USD', 5n],
    ['ETH/USD', 6n],
  ])
  // Keys and values are written even when they are 0.
  const entry = (id: bigint, base: string) => new ProtoWriter().presentUint64(1, id).message(2, pair(base, 'USD'))
  const pairs = new ProtoWriter().message(1, entry(1n, 'BTC')).message(1, entry(0n, 'ETH')).finish()
  expect(toHex(app.baseApp.query(pairsPath, nothing))).toBe(toHex(pairs))

  const server = await serveChain(app)
  try {
    const get = async (path: string) => (await fetch(server.urls.rest + path)).text()
    expect(await get('/slinky/oracle/v1/get_currency_pair_mapping')).toBe(
      '{"currency_pair_mapping":{"0":{"Base":"ETH","Quote":"USD"},"1":{"Base":"BTC","Quote":"USD"}}}',
    )
    const btc =
      '{"ticker":{"currency_pair":{"Base":"BTC","Quote":"USD"},"decimals":"5","min_provider_count":"1","enabled":true,"metadata_JSON":""},"provider_configs":[{"name":"x_ws","off_chain_ticker":"BTC-USD","normalize_by_pair":null,"invert":false,"metadata_JSON":""}]}'
    const eth = btc.replaceAll('BTC', 'ETH').replace('"5"', '"6"')
    expect(await get('/slinky/marketmap/v1/marketmap')).toBe(
      `{"market_map":{"markets":{"BTC/USD":${btc},"ETH/USD":${eth}}},"last_updated":"${neutron.height}","chain_id":"${neutron.chainId}"}`,
    )
  } finally {
    await server.close()
  }
  // The order of a map is no part of consensus: the chain does not let contracts ask for one.
  for (const path of [mapPath, pairsPath]) expect(() => byPath(path)).toThrow(`'${path}' path is not allowed`)
})

test('errors and rows are those of the chain', () => {
  const { neutron } = started()
  const query = (path: string, request = new Uint8Array()) =>
    neutron.host.app.baseApp.query(path, new Uint8Array(request))
  const priceOf = (base: string, quote: string) =>
    query('/slinky.oracle.v1.Query/GetPrice', new Uint8Array(new ProtoWriter().message(1, pair(base, quote)).finish()))
  expect(() => priceOf('BTC', 'USD')).toThrow(
    'no price / nonce reported for CurrencyPair: BTC/USD, the module is not tracking this CurrencyPair',
  )
  expect(() => priceOf('', 'USD')).toThrow('invalid currency pair: base asset cannot be empty')
  expect(() => priceOf('btc', 'USD')).toThrow(
    'invalid currency pair: base asset "btc" is invalid: incorrectly formatted asset string, expected: "BTC" got: "btc"',
  )
  expect(() => neutron.setPrice('BTC', 1n)).toThrow('incorrectly formatted CurrencyPair: "BTC"')
  neutron.setPrice('A/B', 5n)
  const store = neutron.host.app.context.rawStore('oracle')
  const row = (hex: string) => toHex(store.get(keyOf(Buffer.from(hex, 'hex')))!)
  expect(row('00412f42')).toMatch(/^0a[0-9a-f]{2}0a013512[0-9a-f]+1001$/)
  expect(row('01')).toBe('0000000000000001')
  expect(fromUtf8(store.get(keyOf(Buffer.from('020000000000000000', 'hex')))!)).toBe('A/B')
  expect(row('030000000000000000412f42')).toBe('')
  expect(row('05')).toBe('0000000000000001')
})

test('mint answers, and coins come into being once its params allow it', () => {
  const { neutron, byPath } = started()
  expect(byPath('/cosmos.mint.v1beta1.Query/Inflation')).toEqual({ inflation: '0.000000000000000000' })
  const before = neutron.supply('untrn')
  neutron.nextBlock()
  expect(neutron.supply('untrn')).toBe(before)
  neutron.account('rich', '1000000000000untrn')
  neutron.setParams('mint', { inflation_max: '0.3', inflation_min: '0.01' })
  const supply = neutron.supply('untrn')
  neutron.nextBlock()
  expect(neutron.supply('untrn')).toBeGreaterThan(supply)
  const params = neutron.host.app.baseApp.query('/cosmos.mint.v1beta1.Query/Params')
  expect(protoJson('cosmos.mint.v1beta1.QueryParamsResponse', params)).toContain('"blocks_per_year":"31536000"')
})

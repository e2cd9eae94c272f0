import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { addressText } from '../../src/chain/address.js'
import { methodTypes } from '../../src/codec/proto-json/index.js'
import { ROUTES } from '../../src/server/rest/routes.js'
import { serveChain } from '../../src/server/index.js'

// A query that the servers do not know of is answered over ABCI alone: gRPC reflection does not list it, and REST does not find it.

const { neutron, hub, wasmd, nolus } = createSandbox({
  chains: { neutron: {}, hub: {}, wasmd: { kind: 'wasmd' }, nolus: { kind: 'nolus' } },
}).chains
const chains = [neutron, hub, wasmd, nolus].map(({ host: { app } }) => app)

/** Queries without a path of their own in the REST gateway. */
const WITHOUT_ROUTE = [
  // AddressBytesToString has the same path, and wins.
  '/cosmos.auth.v1beta1.Query/AddressStringToBytes',
]

test.each(chains)('gRPC knows the types of every query of $name', ({ keepers }) => {
  const { paths } = keepers.chain.queries()
  expect(paths).toContain('/cosmos.bank.v1beta1.Query/Balance')
  expect(paths.filter((path) => methodTypes(path) === undefined)).toEqual([])
})

test('REST has a path for every query', () => {
  const routed = new Set(ROUTES.map(({ method }) => method))
  const paths = new Set(chains.flatMap(({ keepers }) => keepers.chain.queries().paths))
  expect([...paths].filter((path) => !routed.has(path)).toSorted()).toEqual(WITHOUT_ROUTE)
})

test('params of fees and signing infos have the paths and the JSON of the chain', async () => {
  const address = addressText('cosmosvalcons', new Uint8Array(20).fill(7))
  hub.host.app.putRecord('slashing', 'signing_info', {
    address,
    start_height: '3',
    jailed_until: '2024-01-02T00:00:00Z',
  })
  const servers = await Promise.all(chains.map((app) => serveChain(app)))
  const ask = async (chain: number, path: string) => (await fetch(servers[chain]!.urls.rest + path)).text()
  try {
    expect(await ask(0, '/feemarket/v1/params')).toMatch(
      /^{"params":{"alpha":"1\.000000000000000000",.*,"window":"1","fee_denom":"untrn","enabled":false,"distribute_fees":true,"send_tip_to_proposer":false}}$/,
    )
    expect(await ask(0, '/gaia/globalfee/v1beta1/params')).toMatch(/^{"params":{"minimum_gas_prices":\[/)
    const info = `{"address":"${address}","start_height":"3","index_offset":"0","jailed_until":"2024-01-02T00:00:00Z","tombstoned":false,"missed_blocks_counter":"0"}`
    expect(await ask(1, `/cosmos/slashing/v1beta1/signing_infos/${address}`)).toBe(`{"val_signing_info":${info}}`)
    const listed = await ask(1, '/cosmos/slashing/v1beta1/signing_infos')
    expect(listed).toContain(info)
    // The other one is that of the chain's validator.
    expect(listed).toMatch(/"pagination":{"next_key":null,"total":"2"}}$/)
    expect(await ask(0, '/cosmos/slashing/v1beta1/params')).toBe(
      '{"params":{"signed_blocks_window":"100","min_signed_per_window":"0.500000000000000000","downtime_jail_duration":"600s","slash_fraction_double_sign":"0.050000000000000000","slash_fraction_downtime":"0.010000000000000000"}}',
    )
    expect(await ask(0, '/cosmos/evidence/v1beta1/evidence')).toBe(
      '{"evidence":[],"pagination":{"next_key":null,"total":"0"}}',
    )
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
})

import * as params from 'cosmjs-types/cosmos/params/v1beta1/query'
import { createSandbox } from 'sudobox'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64, toHex, toUtf8 } from '../../src/base/bytes.js'
import { grpcStatus } from '../../src/chain/errors.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { chainErrorOf } from '../../src/server/chain-error.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { serveChain } from '../../src/server/index.js'
import { keyOf } from '../../src/store/key.js'
import { recordedServices } from '../server/recorded-services.js'
import { KINDS } from '../../src/app/kinds.js'

/** The code of a request that is not its type, for which Go's decoder has texts of its own. */
const UNREADABLE = 13

type KindName = keyof typeof KINDS

const appOf = (kind: KindName) => createSandbox({ chains: { chain: { kind } } }).chains.chain.host.app
const nodeOf = (kind: KindName) => new ChainNode(appOf(kind), DEFAULT_CHAIN_LIMITS)

function answerOf(node: ChainNode, method: string, request: Uint8Array) {
  try {
    const response = toBase64(node.query(method, request))
    return response === '' ? {} : { response }
  } catch (error) {
    return grpcStatus(chainErrorOf(error))
  }
}

/** Subspaces of a node are in no order. */
const sorted = (response: string | undefined) => {
  const { subspaces } = params.QuerySubspacesResponse.decode(fromBase64(response ?? ''))
  return subspaces.toSorted((a, b) => (a.subspace < b.subspace ? -1 : 1))
}

describe.each([
  ['wasmd', 10],
  ['nolus', 15],
] as const)('chains of kind %s', (kind, least) => {
  const node = nodeOf(kind)
  const asked = recordedServices(kind).answers.filter(
    ({ method, code }) => /^\/cosmos\.(params|upgrade)\./.test(method) && node.answers(method) && code !== UNREADABLE,
  )

  test('answer about upgrades and legacy params as the app does', () => {
    expect(asked.length).toBeGreaterThan(least)
    for (const { method, request, ...expected } of asked) {
      const given = fromBase64(request)
      const actual = answerOf(node, method, given)
      if (method.endsWith('/Subspaces')) {
        expect('response' in actual && sorted(actual.response)).toEqual(sorted(expected.response))
        continue
      }
      expect({ method, request, ...actual }).toEqual({ method, request, ...expected })
    }
  })
})

test('the app hash of wasmd commits to the versions of all modules', () => {
  const store = appOf('wasmd').context.store('upgrade')
  // As fixtures/wasmd/between-clients.json.gz has them.
  expect(toHex(store.get(keyOf(Buffer.from('\u0002interchainaccounts')))!)).toBe('0000000000000003')
  expect(toHex(store.get(keyOf(Buffer.from('\u000207-tendermint')))!)).toBe('0000000000000000')
})

test.each(Object.keys(KINDS) as KindName[])(
  'an exported genesis of kind %s has nothing of versions, which the app writes anew',
  (kind) => {
    const { app_state: state } = appOf(kind).exportGenesis()
    expect(state['upgrade']).toEqual({})
    expect(state).not.toHaveProperty('params')
  },
)

test('params that an older release of the chain left are found, with their keys', () => {
  const app = appOf('neutron')
  app.runInBlock((ctx) => ctx.store('params').set(keyOf(Buffer.from('transfer/SendEnabled')), toUtf8('true')))
  app.runInBlock((ctx) => ctx.store('params').set(keyOf(Buffer.from('transfers/Other')), toUtf8('1')))
  const node = new ChainNode(app, DEFAULT_CHAIN_LIMITS)
  const ask = (subspace: string, key: string) =>
    params.QueryParamsResponse.decode(
      node.query('/cosmos.params.v1beta1.Query/Params', params.QueryParamsRequest.encode({ subspace, key }).finish()),
    ).param
  expect(ask('transfer', 'SendEnabled')).toEqual({ subspace: 'transfer', key: 'SendEnabled', value: 'true' })
  expect(ask('transfer', 'ReceiveEnabled').value).toBe('')
  app.runInBlock((ctx) => ctx.store('params').set(keyOf(Buffer.from('cron/Raw')), Uint8Array.of(0xff)))
  const raw = node.query(
    '/cosmos.params.v1beta1.Query/Params',
    params.QueryParamsRequest.encode({ subspace: 'cron', key: 'Raw' }).finish(),
  )
  expect(toHex(raw)).toBe('0a0e0a0463726f6e12035261771a01ff')
  const { subspaces } = params.QuerySubspacesResponse.decode(
    node.query('/cosmos.params.v1beta1.Query/Subspaces', new Uint8Array()),
  )
  expect(subspaces.find(({ subspace }) => subspace === 'transfer')).toEqual({
    subspace: 'transfer',
    keys: ['SendEnabled'],
  })
  expect(subspaces.find(({ subspace }) => subspace === 'transfers')).toBeUndefined()
})

test('REST has both services on Neutron', async () => {
  const server = await serveChain(appOf('neutron'))
  const get = async (path: string) => (await fetch(`${server.urls.rest}/cosmos/${path}`)).text()
  try {
    expect(await get('upgrade/v1beta1/module_versions?module_name=cron')).toBe(
      '{"module_versions":[{"name":"cron","version":"1"}]}',
    )
    expect(JSON.parse(await get('upgrade/v1beta1/module_versions?module_name=x'))).toMatchObject({ code: 2 })
    expect(await get('params/v1beta1/params?subspace=ibc&key=AllowedClients')).toBe(
      '{"param":{"subspace":"ibc","key":"AllowedClients","value":""}}',
    )
    expect(await get('params/v1beta1/subspaces')).toMatch(/^{"subspaces":\[{"subspace":"auth","keys":\[\]},/)
  } finally {
    await server.close()
  }
})

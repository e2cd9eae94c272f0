import { Any } from 'cosmjs-types/google/protobuf/any'
import { ConsensusState } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint'
import * as types from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { describe, expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { upgradeModule } from '../../../src/modules/upgrade/index.js'
import { serveChain } from '../../../src/server/index.js'
import { keyOf } from '../../../src/store/key.js'
import { bankChain } from '../chain.js'

const AUTHORITY = 'neutron10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn'

/** A chain whose store of upgrades has these rows: hexadecimal keys, and values. */
function chainWith(rows: Readonly<Record<string, Uint8Array>>) {
  const { app } = bankChain({ more: [upgradeModule(AUTHORITY, { bank: 4 })] })
  app.initChain({})
  const ctx = app.stateContext()
  for (const [key, value] of Object.entries(rows)) ctx.store('upgrade').set(keyOf(Buffer.from(key, 'hex')), value)
  return (method: string, request: Uint8Array = new Uint8Array()) =>
    app.queries.handler(`/cosmos.upgrade.v1beta1.Query/${method}`)!(ctx, request)
}
const applied = (ask: ReturnType<typeof chainWith>, name: string) =>
  types.QueryAppliedPlanResponse.decode(ask('AppliedPlan', types.QueryAppliedPlanRequest.encode({ name }).finish()))
    .height

describe('queries of upgrades', () => {
  test('return no plan until one is stored under the byte 0', () => {
    expect(Buffer.from(chainWith({})('CurrentPlan')).toString('hex')).toBe('')
    const plan = Plan.encode({
      name: 'v2',
      // Go's zero time, which the chain writes.
      time: { seconds: -62_135_596_800n, nanos: 0 },
      height: 70n,
      info: 'of v2',
    }).finish()
    expect(types.QueryCurrentPlanResponse.decode(chainWith({ '00': plan })('CurrentPlan')).plan).toEqual(
      Plan.decode(plan),
    )
  })

  test('the height of an applied plan is the lowest one under its name, or 0', () => {
    const done = Uint8Array.of(1)
    const ask = chainWith({
      // The byte 1, the height, the name.
      [`010000000000000009${Buffer.from('v2').toString('hex')}`]: done,
      [`010000000000000105${Buffer.from('v2').toString('hex')}`]: done,
      [`010000000000000007${Buffer.from('é').toString('hex')}`]: done,
    })
    expect(applied(ask, 'v2')).toBe(9n)
    expect(applied(ask, 'é')).toBe(7n)
    expect(applied(ask, 'v')).toBe(0n)
    expect(applied(ask, '')).toBe(0n)
  })

  test('governance is the authority', () => {
    expect(types.QueryAuthorityResponse.decode(chainWith({})('Authority'))).toEqual({ address: AUTHORITY })
  })

  test('REST answers with the consensus state that an upgrade committed to', async () => {
    const { hub } = createSandbox({ chains: { hub: {} } }).chains
    const { lastHeight } = await hub.upgrade({ revision: 2 })
    const server = await serveChain(hub.host.app)
    const get = async (path: string) => (await fetch(`${server.urls.rest}/cosmos/upgrade/v1beta1${path}`)).text()
    try {
      const found = JSON.parse(await get(`/upgraded_consensus_state/${lastHeight}`)) as {
        upgraded_consensus_state: string
      }
      const { typeUrl, value } = Any.decode(Buffer.from(found.upgraded_consensus_state, 'base64'))
      expect(typeUrl).toBe('/ibc.lightclients.tendermint.v1.ConsensusState')
      const { header } = hub.host.app.baseApp.block(Number(lastHeight))!.signed
      expect(ConsensusState.decode(value).nextValidatorsHash).toEqual(header.nextValidatorsHash)

      expect(await get(`/upgraded_consensus_state/${lastHeight + 1n}`)).toBe('{"upgraded_consensus_state":null}')
      expect(await get('/current_plan')).toBe('{"plan":null}')
      expect(await get('/applied_plan/v2')).toBe('{"height":"0"}')
      expect(await get('/authority')).toBe('{"address":"cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn"}')
    } finally {
      await server.close()
    }
  })
})

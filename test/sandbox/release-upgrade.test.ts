import { MsgTripCircuitBreaker } from 'cosmjs-types/cosmos/circuit/v1/tx'
import { describe } from 'vitest'
import { toBase64 } from '../../src/base/index.js'
import { NO_TIME, schedule } from '../../src/modules/upgrade/index.js'
import { createSandbox, type SandboxChain } from '../../src/sandbox/index.js'
import { expect, test } from '../../src/vitest/index.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const OLD = { kind: 'wasmd', release: '0.61' } as const

/** A contract on Neutron with a packet on the way to a chain of wasmd, and a query of a balance there. */
async function busy() {
  const sandbox = createSandbox({ chains: { neutron: {}, hub: OLD } })
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const bob = hub.account('bob', '500stake')
  const lab = await alice.deploy(LAB, {}, { funds: '10000000untrn' })
  const key = Buffer.from([2, 20, ...hub.host.app.address(bob.address), ...Buffer.from('stake')]).toString('base64')
  const keys = [{ path: 'bank', key }]
  await alice.execute(lab, { register_kv_query: { connection_id: 'connection-0', update_period: 1, keys } })
  const transfer = () =>
    alice.execute(lab, { transfer: { channel: 'channel-0', to: bob.address, amount: '100' } }, { funds: '3000untrn' })
  await transfer()
  return { sandbox, neutron, hub, alice, bob, lab, transfer }
}

describe('upgrade({ to })', () => {
  test('packets, queries, contracts and clients live through it', async () => {
    const { sandbox, neutron, hub, bob, lab, transfer } = await busy()
    const onHub = await hub.account('carol', '1000000stake').deploy(LAB, {})
    const before = hub.height
    expect(hub.release).toBe('0.61')

    const outcome = await hub.upgrade({ to: '0.70' })

    expect(outcome).toEqual({ chainId: 'hub-sandbox-1', lastHeight: before + 1n, release: '0.70' })
    expect([hub.release, hub.height]).toEqual(['0.70', before + 2n])
    const deliveries = await sandbox.relayer.relay()
    expect(deliveries.map(({ kind, code }) => [kind, code])).toEqual([
      ['recv', 0],
      ['ack', 0],
    ])
    await transfer()
    await sandbox.relayer.relay()
    expect(hub.balances(bob).find(({ denom }) => denom.startsWith('ibc/'))!.amount).toBe(200n)
    await sandbox.queryRelayer.deliver(1)
    const { result } = neutron.query<{ result: { kv_results: { value: string }[] } }>(lab, {
      query_result: { query_id: 1 },
    })
    expect(Buffer.from(result.kv_results[0]!.value, 'base64').toString()).toBe('500')
    expect(hub.query(onHub, { counters: {} })).toMatchObject({ response: 0 })
  })

  test('what the release removed is refused afterwards, and a restored snapshot runs the release of its time', async () => {
    const { sandbox, hub, bob } = await busy()
    const value = toBase64(
      MsgTripCircuitBreaker.encode({ authority: bob.address, msgTypeUrls: ['/cosmos.bank.v1beta1.MsgSend'] }).finish(),
    )
    const trip = () => bob.send([{ any: { typeUrl: MsgTripCircuitBreaker.typeUrl, value } }])
    const refused = 'account does not have permission to trip circuit breaker'
    await expect(trip()).rejects.toThrow(refused)
    const before = await sandbox.snapshot()
    await hub.upgrade({ to: '0.70' })
    await expect(trip()).rejects.toThrow('unable to resolve type URL /cosmos.circuit.v1.MsgTripCircuitBreaker')
    await sandbox.restore(before)
    expect(hub.release).toBe('0.61')
    await expect(trip()).rejects.toThrow(refused)
  })

  test('a plan that waits is carried out at its height; without the release, the chain stops before it', async () => {
    const { hub } = createSandbox({ chains: { neutron: {}, hub: OLD } }).chains
    const planned = plan(hub, 'v0.60', 1)
    await hub.upgrade({ to: '0.70' })
    expect(hub.height).toBe(planned)
    const { app } = hub.host
    plan(hub, 'v0.99', 3)
    hub.nextBlock(2)
    const before = hub.height
    expect(() => hub.nextBlock()).toThrow(`UPGRADE "v0.99" NEEDED at height: ${before + 1n}: where to get it`)
    expect(hub.height).toBe(before)
    expect(app.release).toBe('0.70')
  })

  test('a chain that stopped at a plan stays at its height, and the others go on', async () => {
    const { sandbox, neutron, hub, transfer } = await busy()
    const planned = plan(hub, 'v0.99', 1)
    const { heights } = sandbox.advance(600)
    expect(heights).toEqual({ neutron: neutron.height, hub: planned - 1n })
    const { unrun, heights: made } = sandbox.performNow({
      action: 'produce',
      nanoseconds: 5_000_000_000n,
      txs: { hub: [toBase64(Uint8Array.of(1))] },
    })
    expect(unrun).toMatchObject([{ chain: 'hub', reason: expect.stringContaining('NEEDED') as string }])
    expect(made).toEqual({ neutron: heights['neutron']! + 1n, hub: planned - 1n })
    await transfer()
    await expect(sandbox.relayer.relay()).rejects.toThrow(`UPGRADE "v0.99" NEEDED at height: ${planned}`)
    expect(neutron.height).toBeGreaterThan(heights['neutron']!)
    expect(sandbox.relayer.pending()).toHaveLength(2)
    const alone = createSandbox({ chains: { wasmd: OLD } })
    plan(alone.chains.wasmd, 'v0.99', 1)
    expect(() => alone.advance(5)).toThrow('right: chain.upgrade({ to }), to a release that carries out the plan')
  })

  test('automatic relayers go on while a chain is stopped: the failure is the text of its node', async () => {
    const { sandbox, hub, alice, transfer } = await busy()
    const planned = plan(hub, 'v0.99', 1)
    sandbox.advance(600)
    sandbox.relayer.auto()
    sandbox.queryRelayer.auto()
    await transfer()
    await alice.send([{ send: { to: alice.address, amount: '1untrn' } }])
    expect(hub.height).toBe(planned - 1n)
    expect(sandbox.relayer.pending().map(({ failure }) => failure!.reason)).toEqual(
      Array.from({ length: 2 }, () => `UPGRADE "v0.99" NEEDED at height: ${planned}: where to get it`),
    )
  })

  test('a release that cannot follow is refused, and nothing changes', async () => {
    const { hub, neutron } = createSandbox({ chains: { neutron: {}, hub: OLD } }).chains
    const { height } = hub
    const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => hub.upgrade({ to: '0.61' }), 'hub-sandbox-1 runs release 0.61 already'],
      [() => hub.upgrade({ to: '0.71' }), 'hub-sandbox-1 cannot be upgraded to release "0.71"\n  right: 0.70'],
      [
        () => neutron.upgrade({ to: '0.70' }),
        'cannot be upgraded to release "0.70"\n  no upgrade leads from the one release of neutron to another',
      ],
      [
        () => hub.upgrade({ to: '0.70', revision: 2 }),
        'upgrade(): to, revision do not belong together\n  right: revision\n  right: to',
      ],
      [() => hub.upgrade({} as never), 'give either `revision` or `to`'],
    ]
    for (const [upgrade, text] of refusals) await expect(upgrade()).rejects.toThrow(text)
    expect([hub.height, hub.release]).toEqual([height, '0.61'])

    plan(hub, 'v0.99', 3)
    await expect(hub.upgrade({ to: '0.70' })).rejects.toThrow(
      `the plan "v0.99" waits for height ${height + 4n}, and release 0.70 has no handler of that name`,
    )
    plan(hub, 'v0.60', 20_000)
    await expect(hub.upgrade({ to: '0.70' })).rejects.toThrow('blocks away')
    expect([hub.height, hub.release]).toEqual([height + 2n, '0.61'])
  })

  test('a release is the last of its kind once nothing follows it', async () => {
    const { hub } = createSandbox({ chains: { neutron: {}, hub: OLD } }).chains
    await hub.upgrade({ to: '0.70' })
    await expect(hub.upgrade({ to: '0.61' })).rejects.toThrow('no upgrade leads from release 0.70 to another')
  })
})

/** Schedules a plan, as a proposal that passed does. @returns its height */
function plan(chain: SandboxChain, name: string, blocks: number): bigint {
  return chain.host.app.runInBlock((ctx) => {
    const height = BigInt(ctx.block.height + blocks)
    schedule(ctx, { name, height, time: NO_TIME, info: 'where to get it' })
    return height
  })
}

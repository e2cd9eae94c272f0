import { describe } from 'vitest'
import {
  UsageError,
  RelayError,
  createSandbox,
  type Double,
  type PendingPacket,
  type Sandbox,
} from '../../../src/sandbox/index.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'
import { expect, test } from '../../../src/vitest/index.js'
import { replayed, rootsOf } from '../replaying.js'

const AUTOMATIC = { relayer: 'automatic', queryRelayer: 'automatic' } as const
const PLAYER = 'contracts/artifacts/ping_pong.wasm'
const UATOM = bankDenom({ base: 'uatom', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })
/** A contract that cannot be run: no transaction comes of it. */
const unrunnable: Double = {
  execute: () => {
    throw new UsageError('this test has no such message')
  },
}
/** Sends a coin to that contract, with a memo that calls it. */
const sendUnrunnable = ({ chains: { neutron, hub } }: Sandbox, options: { timeoutSeconds?: number } = {}) => {
  const { address } = neutron.mock(unrunnable, { label: 'unrunnable' })
  return hub
    .account('bob')
    .ibcTransfer(address, '1uatom', { ...options, memo: JSON.stringify({ wasm: { contract: address, msg: {} } }) })
}

/** A memo on which the chain panics: it asks for a contract and for forwarding. */
const panicsFor = ({ address }: { readonly address: string }): string =>
  JSON.stringify({
    wasm: { contract: address, msg: {} },
    forward: { receiver: 'cosmos1abc', port: 'transfer', channel: 'channel-0' },
  })

const people = ({ chains: { neutron, hub } }: Sandbox) => ({
  neutron,
  hub,
  alice: neutron.account('alice', '100000untrn'),
  bob: hub.account('bob', '100000uatom'),
})
const told = ({ relayer }: Sandbox) =>
  relayer.pending().map(({ from, sequence, failure }) => [from, sequence, failure?.attempts])

describe('by itself', () => {
  test('a packet that cannot be handled stops no other one, stays pending with its reason, and is tried again', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { neutron, alice, bob } = people(sandbox)
    await sendUnrunnable(sandbox)
    await bob.ibcTransfer(alice, '2uatom')
    await alice.ibcTransfer(bob, '3untrn')
    expect(neutron.balance(alice, UATOM)).toBe(2n)
    const [packet, ...others] = sandbox.relayer.pending()
    expect(packet).toMatchObject({ from: 'hub', sequence: 1n, state: 'sent', next: 'recv' })
    expect(packet!.failure!.reason).toMatch(/this test has no such message/)
    expect(others).toEqual([])
    expect(sandbox.relayer.delivered.find(({ code }) => code !== 0)).toMatchObject({
      kind: 'recv',
      chain: 'neutron',
      hash: '',
      codespace: 'sudobox',
      code: 3,
    })
    await sandbox.close()
  })

  test('the pauses between attempts double, in blocks of the destination chain', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { neutron } = people(sandbox)
    await sendUnrunnable(sandbox, { timeoutSeconds: 1_000_000 })
    const at: bigint[] = []
    for (let attempts = 0, block = 0; block < 200; block++) {
      const [{ failure }] = sandbox.relayer.pending() as [ReturnType<Sandbox['relayer']['pending']>[number]]
      if (failure!.attempts > attempts) at.push(failure!.retryAt - neutron.height)
      attempts = failure!.attempts
      neutron.nextBlock()
    }
    expect(at.slice(0, 8)).toEqual([1n, 2n, 4n, 8n, 16n, 32n, 64n, 64n])
    await sandbox.close()
  })

  test('once it can no longer be received it times out, and nothing is left of it', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { hub, bob } = people(sandbox)
    await sendUnrunnable(sandbox)
    await sandbox.chains.neutron.skipPastTimeout()
    expect(sandbox.relayer.pending()).toEqual([])
    expect(hub.balance(bob, 'uatom')).toBe(100_000n)
    await sandbox.close()
  })

  test('a listener is notified of each failure', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { neutron } = people(sandbox)
    const heard: unknown[] = []
    const stop = sandbox.relayer.onFailure(({ attempts, result }) => heard.push([result.kind, attempts]))
    await sendUnrunnable(sandbox)
    neutron.nextBlock()
    stop()
    neutron.nextBlock(10)
    expect(heard).toEqual([
      ['recv', 1],
      ['recv', 2],
    ])
    await sandbox.close()
  })

  test('what failed and when it is tried again is in a snapshot, and in a replay', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { neutron, alice, bob } = people(sandbox)
    await bob.ibcTransfer(alice, '1uatom', { memo: panicsFor(alice) })
    neutron.nextBlock()
    const go = async () => {
      for (let i = 0; i < 5; i++) {
        neutron.nextBlock()
        await bob.ibcTransfer(alice, '1uatom')
      }
      return { told: told(sandbox), failures: sandbox.relayer.pending(), roots: rootsOf(sandbox) }
    }
    const start = sandbox.relayer.pending()
    const id = await sandbox.snapshot()
    const once = await go()
    await sandbox.restore(id)
    expect(sandbox.relayer.pending()).toEqual(start)
    expect(await go()).toEqual(once)
    expect(once.told).toEqual([['hub', 1n, 5]])
    expect(await replayed(AUTOMATIC, sandbox.log)).toEqual(once.roots)
    await sandbox.close()
  })

  test('a client that refuses headers holds up one direction alone; once it is fixed, all continues at once', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { hub, neutron, alice, bob } = people(sandbox)
    await hub.upgrade({ revision: 2 })
    for (let i = 0; i < 4; i++) await bob.ibcTransfer(alice, '1uatom')
    // The hub's client still takes headers, so packets arrive there; their acknowledgements come home later.
    await alice.ibcTransfer(bob, '5untrn')
    expect(hub.balances(bob).find(({ denom }) => denom.startsWith('ibc/'))?.amount).toBe(5n)
    for (const { failure } of sandbox.relayer.pending())
      expect(failure!.reason).toMatch(/revision 2 does not match trusted header revision 1/)
    expect(sandbox.relayer.pending().some(({ failure }) => failure!.attempts > 1)).toBe(true)
    await sandbox.relayer.upgradeClient('neutron')
    expect(sandbox.relayer.pending()).toEqual([])
    expect(neutron.balance(alice, UATOM)).toBe(4n)
    await sandbox.close()
  })

  test('a frozen client, an expired one and a closed channel are reported, and stop no action', async () => {
    const sandbox = createSandbox({ ...AUTOMATIC, ibc: { trustingPeriod: 100_000 } })
    const { hub, neutron, alice, bob } = people(sandbox)
    const second = await sandbox.relayer.openChannel()
    // An acknowledgement that comes home to a closed end.
    sandbox.relayer.auto(false)
    await alice.ibcTransfer(bob, '1untrn')
    await sandbox.relayer.relay({ filter: { kind: 'recv' } })
    await sandbox.relayer.closeChannel({ chain: 'neutron', channel: 'channel-0', force: true, confirm: false })
    sandbox.relayer.auto()
    await alice.ibcTransfer(bob, '2untrn', { channel: second.channels['neutron']! })
    expect(sandbox.relayer.pending()).toMatchObject([
      { next: 'ack', failure: { reason: expect.stringContaining('invalid channel state') as string } },
    ])
    const frozen = await sandbox.snapshot()
    await sandbox.relayer.misbehaviour('neutron')
    await bob.ibcTransfer(alice, '3uatom', { channel: second.channels['hub']! })
    const reasons = () => sandbox.relayer.pending().map(({ sequence, failure }) => [sequence, failure?.reason])
    expect(reasons()).toContainEqual([1n, expect.stringContaining('status Frozen')])
    await sandbox.restore(frozen)
    sandbox.relayer.auto(false)
    await bob.ibcTransfer(alice, '3uatom', { channel: second.channels['hub']!, timeoutSeconds: 1_000_000 })
    sandbox.advance(200_000)
    sandbox.relayer.auto()
    expect(reasons()).toContainEqual([1n, expect.stringContaining('status Expired')])
    neutron.nextBlock(3)
    hub.nextBlock(3)
    expect(sandbox.relayer.pending().length).toBeGreaterThan(0)
    await sandbox.close()
  })
})

describe('an ordered channel', () => {
  async function players(sandbox: Sandbox) {
    const { neutron, hub } = sandbox.chains
    const [alice, bob] = [neutron.account('alice', '1000untrn'), hub.account('bob', '1000uatom')]
    const [ping, pong] = [await alice.deploy(PLAYER, {}), await bob.deploy(PLAYER, {})]
    const ends = { port: `wasm.${ping.address}`, counterpartyPort: `wasm.${pong.address}`, version: 'ping-pong-1' }
    const [ordered, free] = [
      await sandbox.relayer.openChannel({ ...ends, ordering: 'ordered' }),
      await sandbox.relayer.openChannel(ends),
    ]
    const send = (channel: typeof ordered, packet: object) =>
      alice.execute(ping, { send: { channel_id: channel.channels['neutron'], packet } })
    return { neutron, hub, ping, pong, ordered, free, send }
  }
  const PING = { ping: { rally: 0 } }

  test('a packet that fails holds up those behind it, and no other channel', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { ordered, free, send, hub } = await players(sandbox)
    await send(ordered, PING)
    await send(ordered, { panic: {} })
    for (let i = 0; i < 3; i++) {
      await send(ordered, PING)
      await send(free, PING)
    }
    const left = sandbox.relayer.pending()
    expect(left.map(({ sequence, sourceChannel }) => [sourceChannel, sequence])).toEqual(
      [2n, 3n, 4n, 5n].map((sequence) => [ordered.channels['neutron'], sequence]),
    )
    expect(left[0]!.failure!.reason).toMatch(/panic/)
    expect(left.slice(1).map(({ failure }) => failure)).toEqual([undefined, undefined, undefined])
    const { delivered } = sandbox.relayer
    expect(delivered.filter(({ code }) => code !== 0).every(({ packet }) => packet!.sequence === 2n)).toBe(true)
    hub.nextBlock(100)
    expect(sandbox.relayer.pending()).toHaveLength(4)
    await sandbox.close()
  })

  test('on request, a packet that fails holds up those behind it as well', async ({ sandbox }) => {
    const { ordered, free, send } = await players(sandbox)
    for (const packet of [{ panic: {} }, PING, PING]) await send(ordered, packet)
    await send(free, PING)
    const error = (await sandbox.relayer.relay().catch((thrown: unknown) => thrown)) as RelayError
    expect(error.delivered.map(({ kind, code, packet }) => [kind, packet!.sourceChannel, code === 0])).toEqual([
      ['recv', ordered.channels['neutron'], false],
      ['recv', free.channels['neutron'], true],
      ['ack', free.channels['neutron'], true],
    ])
  })

  test('an acknowledgement that fails once is brought again, and those behind it come after', async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { ordered, ping, send, neutron } = await players(sandbox)
    sandbox.relayer.auto(false)
    for (let i = 0; i < 3; i++) await send(ordered, PING)
    neutron.fault({ contract: ping, entryPoint: 'ibc_packet_ack', fail: { hostCall: { nth: 1 } } })
    const before = sandbox.relayer.delivered.length
    sandbox.relayer.auto()
    const acks = () =>
      sandbox.relayer.delivered
        .slice(before)
        .filter(({ kind }) => kind === 'ack')
        .map(({ packet, code }) => [packet!.sequence, code === 0])
    expect(acks()).toEqual([[1n, false]])
    neutron.nextBlock()
    expect(acks()).toEqual([
      [1n, false],
      [1n, true],
      [2n, true],
      [3n, true],
    ])
    expect(sandbox.relayer.pending()).toEqual([])
    await sandbox.close()
  })
})

describe('on request', () => {
  test('a forged packet that is refused is not a failure of the packet', async ({ sandbox }) => {
    const { alice, bob } = people(sandbox)
    await alice.ibcTransfer(bob, '1untrn')
    await expect(sandbox.relayer.relay({ forge: { proof: 'otherKey' } })).rejects.toThrow(RelayError)
    await expect(sandbox.relayer.relay({ force: 'timeout' })).rejects.toThrow(RelayError)
    expect(told(sandbox)).toEqual([['neutron', 1n, undefined]])
    sandbox.relayer.auto()
    expect(sandbox.relayer.pending()).toEqual([])
  })

  test('all others are delivered, and the error reports the one that failed', async ({ sandbox }) => {
    const { neutron, alice, bob, hub } = people(sandbox)
    await sendUnrunnable(sandbox)
    await bob.ibcTransfer(alice, '2uatom')
    await alice.ibcTransfer(bob, '3untrn')
    const error: unknown = await sandbox.relayer.relay().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RelayError)
    const { delivered, cause } = error as RelayError
    expect(cause).toBeInstanceOf(UsageError)
    expect(delivered.map(({ kind, code, packet }) => [kind, packet!.from, packet!.sequence, code])).toEqual([
      ['recv', 'hub', 1n, 3],
      ['recv', 'hub', 2n, 0],
      ['ack', 'hub', 2n, 0],
      ['recv', 'neutron', 1n, 0],
      ['ack', 'neutron', 1n, 0],
    ])
    expect(neutron.balance(alice, UATOM)).toBe(2n)
    expect(told(sandbox)).toEqual([['hub', 1n, 1]])
    // No pause for whoever asks; and who asks for one packet hears what is in its way.
    const height = neutron.height
    await expect(sandbox.relayer.relay({ filter: { from: 'hub', sequence: 1 } })).rejects.toThrow(UsageError)
    expect(told(sandbox)).toEqual([['hub', 1n, 2]])
    // What cannot be sent makes no block.
    expect(neutron.height).toBe(height)
    expect(hub.balance(bob, 'uatom')).toBe(99_997n)
  })
})

describe('an acknowledgement that comes home to a closed end', () => {
  test('is stranded: reported, skipped by requests for all, and refused by a request for it', async () => {
    const sandbox = createSandbox()
    const { alice, bob } = people(sandbox)
    const second = await sandbox.relayer.openChannel()
    await alice.ibcTransfer(bob, '1untrn')
    await sandbox.relayer.relay({ filter: { kind: 'recv' } })
    await sandbox.relayer.closeChannel({ chain: 'neutron', channel: 'channel-0', force: true, confirm: false })
    expect(sandbox.relayer.pending()).toMatchObject([{ state: 'stranded', next: 'ack' }])
    await alice.ibcTransfer(bob, '2untrn', { channel: second.channels['neutron']! })
    const delivered = await sandbox.relayer.relay()
    expect(delivered.map(({ kind, packet }) => [kind, packet?.sourceChannel])).toEqual([
      ['recv', second.channels['neutron']],
      ['ack', second.channels['neutron']],
    ])
    expect(sandbox.relayer.pending()).toMatchObject([{ state: 'stranded' }])
    const [{ sourcePort: port, sourceChannel: channel, sequence }] = sandbox.relayer.pending() as [PendingPacket]
    await expect(sandbox.relayer.relay({ filter: { port, channel, sequence: String(sequence) } })).rejects.toThrow(
      /invalid channel state/,
    )
    await sandbox.close()
  })
})

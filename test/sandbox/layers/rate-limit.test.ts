import { describe } from 'vitest'
import { toBase64 } from '../../../src/base/bytes.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { bankDenom } from '../../../src/modules/transfer/index.js'
import { createSandbox, RelayError, type Double, type PacketResult, type Sandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

/** A contract that limits Neutron's transfers: neutron at 06e81b9f x/ibc-rate-limit. */

const UATOM = bankDenom({ base: 'uatom', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })

interface Asked {
  readonly send_packet?: { readonly packet: AskedPacket }
  readonly recv_packet?: { readonly packet: AskedPacket }
  readonly undo_send?: { readonly packet: AskedPacket }
}
interface AskedPacket {
  readonly data: { readonly amount: string }
}

/** Lets 100 coins through in each direction; what it lets through is stored. */
const limiter: Double = {
  sudo: ({ storage }, _env, asked) => {
    const { send_packet: sent, recv_packet: received, undo_send: undone } = asked as Asked
    const name = received === undefined ? 'sent' : 'received'
    const amount = Number((sent ?? received ?? undone)!.packet.data.amount)
    const flow = (storage.load<number>(name) ?? 0) + (undone === undefined ? amount : -amount)
    storage.save(name, flow)
    if (flow > 100) throw new Error(`${flow} is too much`)
  },
  query: ({ storage }) => ({ sent: storage.load('sent'), received: storage.load('received') }),
}

function world({ chains: { neutron, hub }, relayer }: Sandbox, double: Double = limiter) {
  const alice = neutron.account('alice', '100000untrn')
  const bob = hub.account('bob', '1000uatom')
  const limit = neutron.mock(double, { label: 'limiter' })
  const limitBy = (contract_address: string) => neutron.setParams('rate-limited-ibc', { contract_address })
  limitBy(limit.address)
  return { neutron, hub, alice, bob, limit, limitBy, relayer }
}

const step = (delivered: readonly PacketResult[], of: PacketResult['kind']) =>
  delivered.find(({ kind }) => kind === of)!
const ackText = (delivered: readonly PacketResult[]) => Buffer.from(step(delivered, 'ack').acknowledgement!).toString()

describe('a contract that limits transfers', () => {
  test('is called for each that is sent, and refuses it', async ({ sandbox }) => {
    const { alice, bob, limit } = world(sandbox)
    const sent = await alice.ibcTransfer(bob, '60untrn', { timeoutSeconds: 600 })
    const [node] = sent.trace
    expect(node).toMatchObject({ entryPoint: 'sudo', label: 'limiter', layer: 'rate-limit', double: true })
    const { timeout_timestamp, ...packet } = (
      JSON.parse(node!.message) as { send_packet: { packet: Record<string, unknown> } }
    ).send_packet.packet
    expect(packet).toEqual({
      sequence: 0,
      source_port: 'transfer',
      source_channel: 'channel-0',
      destination_port: 'omitted',
      destination_channel: 'omitted',
      data: { denom: 'untrn', amount: '60', sender: alice.address, receiver: bob.address },
      timeout_height: { revision_number: 0, revision_height: 0 },
    })
    expect(timeout_timestamp).toEqual(expect.any(Number))
    await expect(alice.ibcTransfer(bob, '41untrn')).rejects.toFailWith({
      codespace: 'rate-limited-ibc',
      code: 2,
      message:
        /rate limit SendPacket failed to authorize transfer: 101 is too much: execute wasm contract failed: rate limit exceeded/,
    })
    expect(limit.query({})).toEqual({ sent: 60 })
    expect(alice).toHaveBalance('untrn', 99_940n)
  })

  test('is called for each that arrives, and refused ones go back', async ({ sandbox }) => {
    const { neutron, alice, bob, limit, relayer } = world(sandbox)
    await bob.ibcTransfer(alice, '100uatom')
    const [taken] = await relayer.relay()
    expect(taken!.trace).toMatchObject([{ entryPoint: 'sudo', label: 'limiter', layer: 'rate-limit' }])
    await bob.ibcTransfer(alice, '1uatom')
    const delivered = await relayer.relay()
    expect(ackText(delivered)).toBe('{"error":"ABCI code: 2: error handling packet: see events for details"}')
    expect(step(delivered, 'recv')).toEmit('ibccallbackerror-ibc-acknowledgement-error', {
      'ibccallbackerror-error': 'rate limit exceeded',
    })
    expect(limit.query({})).toEqual({ received: 100 })
    expect(neutron.balance(alice, UATOM)).toBe(100n)
    expect(bob).toHaveBalance('uatom', 900n)
  })

  test('is notified of those that did not arrive', async ({ sandbox }) => {
    const { hub, alice, bob, limit, relayer } = world(sandbox)
    await alice.ibcTransfer('cosmos1nobody', '30untrn')
    const refused = step(await relayer.relay(), 'ack')
    expect(refused.trace).toMatchObject([{ entryPoint: 'sudo', layer: 'rate-limit' }])
    expect(Object.keys(JSON.parse(refused.trace[0]!.message) as object)).toEqual(['undo_send'])
    expect(limit.query({})).toEqual({ sent: 0 })
    await alice.ibcTransfer(bob, '30untrn')
    await hub.skipPastTimeout()
    const late = step(await relayer.relay(), 'timeout')
    expect(JSON.parse(late.trace[0]!.message)).toMatchObject({
      undo_send: { packet: { sequence: 2, destination_port: 'transfer', data: { amount: '30' } } },
    })
    expect(limit.query({})).toEqual({ sent: 0 })
    expect(alice).toHaveBalance('untrn', 100_000n)
  })

  test('is not notified of those that arrived', async ({ sandbox }) => {
    const { alice, bob, relayer } = world(sandbox)
    await alice.ibcTransfer(bob, '1untrn')
    expect((await relayer.relay()).flatMap(({ trace }) => trace)).toEqual([])
  })
})

describe('a limit that refuses the refund on its way back', () => {
  const stubborn: Double = {
    sudo: ({ storage, gas }, _env, asked) => {
      if ((asked as Asked).undo_send === undefined) return
      storage.save('undone', true)
      if (storage.load('greedy') === true) gas.consume(10n ** 12n)
      throw new Error('no way back')
    },
    execute: ({ storage }) => storage.save('greedy', true),
    query: ({ storage }) => ({ undone: storage.load('undone') }),
  }

  test('is reported in an event, and the coins go back', async ({ sandbox }) => {
    const { hub, alice, bob, limit, relayer } = world(sandbox, stubborn)
    await alice.ibcTransfer('cosmos1nobody', '30untrn')
    const refused = step(await relayer.relay(), 'ack')
    const data = JSON.stringify({
      amount: '30',
      denom: 'untrn',
      receiver: 'cosmos1nobody',
      sender: alice.address,
    })
    expect(refused).toSucceed()
    const event = refused.events.find(({ type }) => type === 'bad_revert')!
    const { packet, ...rest } = Object.fromEntries(event.attributes)
    expect(rest).toEqual({
      module: 'rate-limited-ibc',
      failure_type: 'acknowledgment',
      acknowledgement: '{"error":"ABCI code: 5: error handling packet: see events for details"}',
      msg_index: '0',
    })
    expect(JSON.parse(packet!)).toEqual(JSON.parse(data))
    expect(refused.trace).toMatchObject([{ layer: 'rate-limit', error: /no way back/ as unknown as string }])
    expect(alice).toHaveBalance('untrn', 100_000n)
    // Nothing undoes what the contract wrote before it failed.
    expect(limit.query({})).toEqual({ undone: true })

    await alice.ibcTransfer(bob, '30untrn')
    await hub.skipPastTimeout()
    const late = step(await relayer.relay(), 'timeout')
    expect(late).toEmit('bad_revert', { module: 'rate-limited-ibc', failure_type: 'timeout' })
    expect(alice).toHaveBalance('untrn', 100_000n)
  })

  test('and uses up all gas holds it up until nobody limits any more', async ({ sandbox }) => {
    const { hub, alice, bob, limit, limitBy, relayer } = world(sandbox, stubborn)
    await alice.execute(limit, {})
    await alice.ibcTransfer(bob, '30untrn')
    await hub.skipPastTimeout()
    await expect(relayer.relay()).rejects.toBeInstanceOf(RelayError)
    expect(relayer.pending()).toMatchObject([{ from: 'neutron', next: 'timeout' }])
    expect(alice).toHaveBalance('untrn', 99_970n)
    limitBy('')
    expect(step(await relayer.relay(), 'timeout')).toSucceed()
    expect(alice).toHaveBalance('untrn', 100_000n)
  })
})

describe('the params', () => {
  const update = (authority: string, contract: string) => ({
    any: {
      typeUrl: '/neutron.ibcratelimit.v1beta1.MsgUpdateParams',
      value: toBase64(
        new ProtoWriter().string(1, authority).message(2, new ProtoWriter().string(1, contract).finish()).finish(),
      ),
    },
  })

  test('are changed only by governance, to a contract or to none', async ({ sandbox }) => {
    const { neutron, alice, bob, limit } = world(sandbox, {
      sudo: () => {
        throw new Error('nothing goes')
      },
    })
    const gov = neutron.actAs('gov')
    await expect(alice.send([update(alice.address, '')])).rejects.toFailWith({
      codespace: 'sdk',
      code: 18,
      message: new RegExp(`invalid authority; expected ${gov.address}, got ${alice.address}: invalid request$`),
    })
    await expect(gov.send([update(gov.address, 'neutron1nobody')])).rejects.toFailWith({
      message: /failed to validate MsgUpdateParams: contract_address is invalid: decoding bech32 failed/,
    })
    await expect(alice.ibcTransfer(bob, '1untrn')).rejects.toFailWith({ message: /nothing goes/ })
    await gov.send([update(gov.address, '')])
    await alice.ibcTransfer(bob, '1untrn')
    await gov.send([update(gov.address, limit.address)])
    await expect(alice.ibcTransfer(bob, '1untrn')).rejects.toFailWith({ message: /nothing goes/ })
  })
  test('are in the genesis, and can be queried', async ({ sandbox }) => {
    const { neutron } = sandbox.chains
    const { address } = neutron.account('alice')
    neutron.setParams('rate-limited-ibc', { contract_address: address })
    const params = { contract_address: address }
    const genesis = neutron.exportGenesis()
    expect(genesis.app_state['rate-limited-ibc']).toEqual({ params })
    const again = createSandbox({ chains: { neutron: { genesis } } })
    expect(again.chains.neutron.exportGenesis().app_state['rate-limited-ibc']).toEqual({ params })
    const { app } = again.chains.neutron.host
    const query = app.keepers.chain.queries().handler('/neutron.ibcratelimit.v1beta1.Query/Params')!
    expect(query(app.context, new Uint8Array(0))).toEqual(
      new ProtoWriter().message(1, new ProtoWriter().string(1, address).finish()).finish(),
    )
  })
})

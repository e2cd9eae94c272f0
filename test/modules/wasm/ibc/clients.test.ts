import { Acknowledgement, Packet } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { MsgAcknowledgement, MsgRecvPacket, MsgSendPacket, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v2/tx'
import * as channelQuery from 'cosmjs-types/ibc/core/channel/v2/query'
import { MsgRegisterCounterparty, MsgUpdateClientConfig } from 'cosmjs-types/ibc/core/client/v2/tx'
import { expect, test } from 'vitest'
import { fromHex, fromUtf8, toBase64, toHex, toUtf8 } from '../../../../src/base/bytes.js'
import type { Event } from '../../../../src/chain/events.js'
import { recordKey, type Record2 } from '../../../../src/modules/ibc/v2/state.js'
import { Linked, newHub, newNeutron, type LinkedSide } from '../../ibc/linked.js'
import { attribute, createClient, type Side } from '../../ibc/pair.js'

const heard = (side: LinkedSide, contract: string) =>
  side
    .query<{ heard: readonly { entry: string; message: string }[] }>(contract, { heard: {} })
    .heard.map(({ entry, message }) => ({ entry, message: JSON.parse(message) as Record<string, unknown> }))
const entries = (side: LinkedSide, contract: string): readonly string[] =>
  heard(side, contract).map(({ entry }) => entry)

const packet2Of = (events: readonly Event[]): Packet =>
  Packet.decode(fromHex(attribute(events, 'send_packet', 'encoded_packet_hex')))
const ack2Of = (events: readonly Event[]): Acknowledgement =>
  Acknowledgement.decode(fromHex(attribute(events, 'write_acknowledgement', 'encoded_acknowledgement_hex')))
const port2 = (prefix: string, contract: string): string => `wasm2${contract.slice(prefix.length)}`

/** What a relayer does with packets between clients. */
class Relay {
  readonly linked: Linked
  constructor(linked: Linked) {
    this.linked = linked
  }
  #proof(to: LinkedSide, record: Record2, clientId: string, sequence: bigint) {
    return this.linked.prove(to, recordKey(record, clientId, sequence))
  }
  receiveMessage(to: LinkedSide, packet: Packet): MsgRecvPacket {
    const { proof, proofHeight } = this.#proof(to, 'commitments', packet.sourceClient, packet.sequence)
    return { packet, proofCommitment: proof, proofHeight, signer: to.relayer }
  }
  receive(to: LinkedSide, packet: Packet): ReturnType<Side['run']> {
    return to.run(MsgRecvPacket, this.receiveMessage(to, packet))
  }
  acknowledge(to: LinkedSide, packet: Packet, acknowledgement: Acknowledgement): ReturnType<Side['run']> {
    const { proof, proofHeight } = this.#proof(to, 'acks', packet.destinationClient, packet.sequence)
    return to.run(MsgAcknowledgement, { packet, acknowledgement, proofAcked: proof, proofHeight, signer: to.relayer })
  }
  timeOut(to: LinkedSide, packet: Packet): ReturnType<Side['run']> {
    const { proof, proofHeight } = this.#proof(to, 'receipts', packet.destinationClient, packet.sequence)
    return to.run(MsgTimeout, { packet, proofUnreceived: proof, proofHeight, signer: to.relayer })
  }
}

const registration = (linked: Linked, side: LinkedSide): MsgRegisterCounterparty => ({
  clientId: linked.clientOn(side),
  counterpartyMerklePrefix: [toUtf8('ibc'), new Uint8Array(0)],
  counterpartyClientId: linked.clientOn(linked.other(side)),
  signer: side.relayer,
})

/** @param before what happens before the clients are made that are paired */
function setUp(before: (neutron: LinkedSide, hub: LinkedSide) => void = () => {}) {
  const [neutron, hub] = [newNeutron(), newHub()]
  before(neutron, hub)
  const linked = new Linked(neutron, hub)
  for (const side of [neutron, hub]) side.run(MsgRegisterCounterparty, registration(linked, side))
  const [ping, pong] = [neutron.deploy('ping_pong', {}), hub.deploy('ping_pong', {})]
  const send = (packet: object, timeout = 600) =>
    neutron.execute(ping, {
      send2: {
        source_client: linked.clientOnA,
        destination_port: port2('cosmos', pong),
        packet,
        timeout_seconds: timeout,
      },
    })
  return { neutron, hub, linked, relay: new Relay(linked), ping, pong, send }
}

test('two contracts play ping-pong over their clients, without a channel', () => {
  const { neutron, hub, relay, ping, pong, send } = setUp()
  let { events } = send({ ping: { rally: 3 } }) as { events: readonly Event[] }
  for (const side of [hub, neutron, hub, neutron]) {
    const packet = packet2Of(events)
    const answer = relay.receive(side, packet)
    expect(ack2Of(answer.events).appAcknowledgements.map((ack) => fromUtf8(ack))).toEqual(['"pong"'])
    relay.acknowledge(side === hub ? neutron : hub, packet, ack2Of(answer.events))
    if (answer.events.some(({ type }) => type === 'send_packet')) events = answer.events
  }
  expect(entries(neutron, ping)).toEqual([
    'ibc2_packet_send',
    'ibc2_packet_ack',
    'ibc2_packet_receive',
    'ibc2_packet_send',
    'ibc2_packet_ack',
    'ibc2_packet_receive',
  ])
  expect(heard(hub, pong)[0]!.message).toEqual({
    payload: {
      source_port: port2('neutron', ping),
      destination_port: port2('cosmos', pong),
      version: 'ping-pong-1',
      encoding: 'application/json',
      value: toBase64(toUtf8('{"ping":{"rally":3}}')),
    },
    relayer: hub.relayer,
    source_client: '07-tendermint-0',
    destination_client: '07-tendermint-0',
    packet_sequence: 1,
  })
})

test('a refusal has the same acknowledgement for all reasons; a contract acknowledges later, once; an unreceived packet times out, once', () => {
  const { neutron, hub, linked, relay, ping, pong, send } = setUp()
  const refused = packet2Of(send({ fail: { text: 'no' } }).events)
  const failed = relay.receive(hub, refused)
  expect(ack2Of(failed.events).appAcknowledgements.map(toHex)).toEqual([
    '4774d4a575993f963b1c06573736617a457abef8589178db8d10c94b4ab511ab',
  ])
  expect(attribute(failed.events, 'ibccallbackerror-ibc_packet_received', 'ibccallbackerror-success')).toBe('false')
  expect(entries(hub, pong)).toEqual([])
  relay.acknowledge(neutron, refused, ack2Of(failed.events))
  expect(heard(neutron, ping).at(-1)!.message['acknowledgement']).toBe(
    toBase64(ack2Of(failed.events).appAcknowledgements[0]!),
  )

  const later = packet2Of(send({ later: {} }).events)
  expect(relay.receive(hub, later).events.map(({ type }) => type)).not.toContain('write_acknowledgement')
  const acknowledge = (by: string) =>
    hub.execute(by, {
      acknowledge2: {
        source_client: linked.clientOnA,
        destination_client: linked.clientOnB,
        sequence: Number(later.sequence),
        ack: toBase64(toUtf8('done')),
      },
    })
  const other = hub.deploy('ping_pong', {})
  expect(() => acknowledge(other)).toThrow(
    `contract port ${port2('cosmos', other)} is not authorized to acknowledge packet addressed to port ${port2('cosmos', pong)}: unauthorized`,
  )
  relay.acknowledge(neutron, later, ack2Of(acknowledge(pong).events))
  expect(() => acknowledge(pong)).toThrow('no pending async packet for client 07-tendermint-0 sequence 2: invalid')

  const late = packet2Of(send({ ping: { rally: 0 } }, 20).events)
  expect(() => relay.timeOut(neutron, late)).toThrow(
    /proof timestamp: \d+, timeout timestamp: \d+: timeout not reached$/,
  )
  for (let i = 0; i < 4; i++) linked.tick()
  expect(() => relay.receive(hub, late)).toThrow(/timeout elapsed$/)
  relay.timeOut(neutron, late)
  expect(entries(neutron, ping).at(-1)).toBe('ibc2_packet_timeout')
  expect(relay.timeOut(neutron, late).events).toEqual([])
})

test('forged, replayed and foreign packets are refused, and so are unauthorised senders and relayers', () => {
  const { neutron, hub, linked, relay, ping, pong, send } = setUp()
  const packet = packet2Of(send({ ping: { rally: 0 } }).events)
  const message = relay.receiveMessage(hub, packet)
  const forged = { ...packet, payloads: [{ ...packet.payloads[0]!, value: toUtf8('{"ping":{"rally":9}}') }] }
  expect(() => hub.run(MsgRecvPacket, { ...message, packet: forged })).toThrow(
    /^receive packet verification failed: failed packet commitment verification for client \(07-tendermint-0\): /,
  )
  expect(() => hub.run(MsgRecvPacket, { ...message, packet: { ...packet, sourceClient: '07-tendermint-7' } })).toThrow(
    'counterparty id (07-tendermint-0) does not match packet source id (07-tendermint-7): invalid counterparty',
  )
  hub.run(MsgUpdateClientConfig, {
    clientId: linked.clientOnB,
    config: { allowedRelayers: [hub.alice] },
    signer: hub.relayer,
  })
  expect(() => hub.run(MsgRecvPacket, message)).toThrow(
    `relayer ${hub.relayer} is not authorized to update client 07-tendermint-0: unauthorized`,
  )
  hub.run(MsgUpdateClientConfig, { clientId: linked.clientOnB, config: { allowedRelayers: [] }, signer: hub.relayer })
  hub.run(MsgRecvPacket, message)
  expect(hub.run(MsgRecvPacket, message).events).toEqual([])
  expect(entries(hub, pong)).toEqual(['ibc2_packet_receive'])

  expect(() => hub.run(MsgRegisterCounterparty, registration(linked, hub))).toThrow(
    'cannot register counterparty once it is already set: invalid request',
  )
  const payload = packet.payloads[0]!
  const sent = { sourceClient: '07-tendermint-0', payloads: [payload], signer: neutron.alice }
  const soon = neutron.app.last.time / 1_000_000_000n + 100n
  expect(() => neutron.run(MsgSendPacket, { ...sent, timeoutTimestamp: soon })).toThrow(
    `signer ${neutron.alice} is different from contract ${ping}: unauthorized`,
  )
  expect(() => neutron.run(MsgSendPacket, { ...sent, timeoutTimestamp: soon + 86_400n })).toThrow(
    'send packet failed for source id: 07-tendermint-0: timeout exceeds the maximum expected value: invalid packet timeout',
  )
  expect(() =>
    neutron.run(MsgSendPacket, {
      ...sent,
      payloads: [{ ...payload, sourcePort: 'nobody' }],
      timeoutTimestamp: soon,
    }),
  ).toThrow('no route for nobody')
  neutron.execute(ping, { configure: { refuse: 'not today' } })
  expect(() => send({ ping: { rally: 0 } })).toThrow(
    'on ibc2 send: kind: Other, error: not today: execute wasm contract failed',
  )
})

test('the state of packets between clients is queried, exported and imported', () => {
  // The chain takes no genesis in which two paired clients have one id.
  const { neutron, hub, linked, relay, send } = setUp((a, b) => createClient(b, a))
  const packet = packet2Of(send({ later: {} }).events)
  relay.receive(hub, packet)
  const ask = <Q, A>(
    side: LinkedSide,
    name: string,
    request: { encode(message: Q): { finish(): Uint8Array } },
    response: { decode(bytes: Uint8Array): A },
    message: Q,
  ): A => response.decode(side.app.query(`/ibc.core.channel.v2.Query/${name}`, request.encode(message).finish()))
  const { QueryPacketCommitmentsRequest, QueryPacketCommitmentsResponse } = channelQuery
  const { QueryUnreceivedPacketsRequest, QueryUnreceivedPacketsResponse } = channelQuery
  const clientId = linked.clientOnA
  expect(
    ask(neutron, 'PacketCommitments', QueryPacketCommitmentsRequest, QueryPacketCommitmentsResponse, { clientId })
      .commitments,
  ).toMatchObject([{ clientId, sequence: 1n }])
  expect(
    ask(hub, 'UnreceivedPackets', QueryUnreceivedPacketsRequest, QueryUnreceivedPacketsResponse, {
      clientId: linked.clientOnB,
      sequences: [1n, 2n],
    }).sequences,
  ).toEqual([2n])
  for (const side of [neutron, hub]) {
    const state = side.app.exportGenesis()['ibc']!
    const again = side === neutron ? newNeutron() : newHub()
    const module = again.app.config.modules.find(({ name }) => name === 'ibc')!
    again.app.runInBlock((ctx) => module.initGenesis!(ctx, state))
    expect(again.app.exportGenesis()['ibc']).toEqual(state)
    expect(state).toMatchObject({
      client_v2_genesis: { counterparty_infos: [{ client_id: linked.clientOn(side) }] },
      channel_v2_genesis:
        side === hub
          ? { async_packets: [{ sequence: '1' }], receipts: [{ data: 'Ag==' }] }
          : { commitments: [{ sequence: '1' }], send_sequences: [{ sequence: '2' }] },
    })
  }
})

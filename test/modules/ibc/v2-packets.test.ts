import { Packet } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { MsgRecvPacket, MsgSendPacket, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v2/tx'
import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { MsgRegisterCounterparty } from 'cosmjs-types/ibc/core/client/v2/tx'
import { expect, test } from 'vitest'
import { fromHex, toUtf8 } from '../../../src/base/bytes.js'
import { heightOn, proofAt, updateHeader } from '../../../src/modules/ibc/relay.js'
import type { Ibc2Application } from '../../../src/chain/ibc/port2.js'
import { getRecord2, recordKey } from '../../../src/modules/ibc/v2/state.js'
import { refusal } from './echo-pair.js'
import { attribute, newSide, Pair, type Side } from './pair.js'

const SECOND = 1_000_000_000n
const DAY = 86_400n

class Notes implements Ibc2Application {
  readonly heard: string[] = []
  onSend: Ibc2Application['onSend'] = () => {}
  onReceive: Ibc2Application['onReceive'] = (_, { sequence }) => {
    this.heard.push(`packet ${sequence}`)
    return { status: 'success', acknowledgement: toUtf8('ok') }
  }
  onAcknowledge: Ibc2Application['onAcknowledge'] = () => {}
  onTimeout: Ibc2Application['onTimeout'] = (_, { sequence }) => void this.heard.push(`timeout ${sequence}`)
}

/** Two chains whose clients are each other's counterparties. Packets between clients have a timeout in seconds. */
function clients() {
  const apps = { a: new Notes(), b: new Notes() }
  const [a, b] = [newSide('chain-a-1', 'neutron'), newSide('chain-b-7', 'cosmos')]
  a.ibc.router2.addPrefix('notes', apps.a)
  b.ibc.router2.addPrefix('notes', apps.b)
  const pair = new Pair(a, b).createClients()
  for (const side of [a, b])
    side.run(MsgRegisterCounterparty, {
      clientId: pair.clientOn(side),
      counterpartyMerklePrefix: [toUtf8('ibc'), new Uint8Array(0)],
      counterpartyClientId: pair.clientOn(pair.other(side)),
      signer: side.relayer,
    })
  const payload = {
    sourcePort: 'notes1',
    destinationPort: 'notes1',
    version: '1',
    encoding: 'text',
    value: toUtf8('hello'),
  }
  /** @param time of the block in which it is sent */
  const send = (timeoutTimestamp: bigint, time?: bigint): Packet => {
    const message = { sourceClient: pair.clientOnA, timeoutTimestamp, payloads: [payload], signer: a.relayer }
    const { events } = a.run(MsgSendPacket, message, time)
    return Packet.decode(fromHex(attribute(events, 'send_packet', 'encoded_packet_hex')))
  }
  /** The other chain's last header, brought to a side. @param time of the block in which it is */
  const told = (to: Side, time?: bigint) => {
    const from = pair.other(to)
    const [clientId, at] = [pair.clientOn(to), from.app.last.height]
    to.run(
      MsgUpdateClient,
      { clientId, clientMessage: updateHeader(from.app, at, to.latest(clientId)), signer: to.relayer },
      time,
    )
    return at
  }
  const timeoutBy = (packet: Packet) => {
    const at = told(a)
    const proofUnreceived = proofAt(b.app, recordKey('receipts', packet.destinationClient, packet.sequence), at)
    return refusal(() =>
      a.run(MsgTimeout, { packet, proofUnreceived, proofHeight: heightOn(b.app, at), signer: a.relayer }),
    )
  }
  /** A whole second that both chains have before them. */
  const second = (): bigint => {
    const [x, y] = [a.app.last.time, b.app.last.time]
    return (x > y ? x : y) / SECOND
  }
  return { pair, a, b, apps, send, told, timeoutBy, second }
}

test('a packet between clients is received in the second before its timeout, and refused in that second', () => {
  const { a, b, apps, send, pair, second } = clients()
  const last = second() + 100n
  const packet = send(last)
  const { proof, proofHeight } = pair.prove(b, recordKey('commitments', packet.sourceClient, packet.sequence))
  const message = { packet, proofCommitment: proof, proofHeight, signer: b.relayer }
  const before = b.app.snapshot()
  b.run(MsgRecvPacket, message, last * SECOND - 1n)
  expect(apps.b.heard).toEqual(['packet 1'])
  b.app.restore(before)
  expect(refusal(() => b.run(MsgRecvPacket, message, last * SECOND))).toBe(
    `channelv2/9 receive packet verification failed: current timestamp: ${last}, timeout timestamp: ${last}: timeout elapsed`,
  )
  expect(a.app.last.time).toBeLessThan(last * SECOND)
})

test('a packet between clients is timed out by a proof of the second of its timeout, not by one before', () => {
  const { a, b, apps, send, timeoutBy, second } = clients()
  const last = second() + 100n
  const packet = send(last)
  a.nextBlock(last * SECOND)
  b.nextBlock(last * SECOND - 1n)
  expect(timeoutBy(packet)).toBe(
    `channelv2/10 timeout packet verification failed: proof timestamp: ${last - 1n}, timeout timestamp: ${last}: timeout not reached`,
  )
  b.nextBlock(last * SECOND)
  expect(timeoutBy(packet)).toBe('nothing was refused')
  expect(apps.a.heard).toEqual(['timeout 1'])
})

test('a packet between clients is sent before its timeout, and at most a day ahead', () => {
  const { a, send, second } = clients()
  const now = second() + 100n
  const before = a.app.snapshot()
  const refused = (timeout: bigint, time: bigint): string => {
    a.app.restore(before)
    return refusal(() => send(timeout, time))
  }
  const early = (at: bigint) =>
    `channelv2/9 send packet failed for source id: 07-tendermint-0: timeout is less than or equal the current block timestamp, ${now} <= ${at}: timeout elapsed`
  expect(refused(now, now * SECOND)).toBe(early(now))
  expect(refused(now, now * SECOND + 1n)).toBe(early(now))
  expect(refused(now, now * SECOND - 1n)).toBe('nothing was refused')
  const late =
    'channelv2/8 send packet failed for source id: 07-tendermint-0: timeout exceeds the maximum expected value: invalid packet timeout'
  expect(refused(now + DAY, now * SECOND - 1n)).toBe(late)
  expect(refused(now + DAY, now * SECOND)).toBe('nothing was refused')
  // Beyond what a signed number of seconds holds, the reference's clock turns over to the past.
  expect(refused((1n << 63n) - 62_135_596_801n, now * SECOND)).toBe(late)
  for (const timeout of [(1n << 63n) - 62_135_596_800n, 1n << 63n, (1n << 64n) - 1n])
    expect(refused(timeout, now * SECOND)).toMatch(/timeout is less than or equal the current block timestamp/)
})

test('a packet between clients is not sent when the client has seen the second of its timeout', () => {
  const { a, b, send, told, second } = clients()
  const now = second() + 100n
  // The clock of a is a little behind that of b.
  a.nextBlock(now * SECOND - 100n)
  b.nextBlock(now * SECOND - 1n)
  told(a, now * SECOND - 50n)
  send(now, now * SECOND - 40n)
  b.nextBlock(now * SECOND)
  told(a, now * SECOND - 30n)
  expect(refusal(() => send(now, now * SECOND - 20n))).toBe(
    `channelv2/9 send packet failed for source id: 07-tendermint-0: latest timestamp: ${now}, timeout timestamp: ${now}: timeout elapsed`,
  )
  send(now + 1n, now * SECOND - 10n)
})

/** Source: ibc-go v10.5.0 modules/core/04-channel/v2/keeper/packet.go `writeAcknowledgement`. */
test('a packet between clients is acknowledged once, and not before it was received', () => {
  const { b, send, pair, second } = clients()
  const packet = send(second() + 100n)
  const acknowledge = () =>
    refusal(() =>
      b.app.runInBlock((ctx) =>
        b.ibc.packets2.writeAcknowledgement(ctx, packet, { appAcknowledgements: [toUtf8('again')] }),
      ),
    )
  expect(acknowledge()).toBe('channelv2/2 receipt not found for packet: invalid packet')
  const { proof, proofHeight } = pair.prove(b, recordKey('commitments', packet.sourceClient, packet.sequence))
  b.run(MsgRecvPacket, { packet, proofCommitment: proof, proofHeight, signer: b.relayer })
  const kept = () => getRecord2(b.app.queryContext(), 'acks', packet.destinationClient, packet.sequence)
  const first = kept()
  expect(first).toBeDefined()
  expect(acknowledge()).toBe(
    `channelv2/11 acknowledgement for id ${packet.destinationClient}, sequence 1 already exists: acknowledgement for packet already exists`,
  )
  expect(kept()).toEqual(first)
})

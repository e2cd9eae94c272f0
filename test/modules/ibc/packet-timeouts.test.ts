import type { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgRecvPacket, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { describe, expect, test } from 'vitest'
import { height, ZERO_HEIGHT } from '../../../src/modules/ibc/height.js'
import { packetKey } from '../../../src/modules/ibc/keys.js'
import { heightOn, proofAt, updateHeader } from '../../../src/modules/ibc/relay.js'
import { echoPair, refusal } from './echo-pair.js'

const SECOND = 1_000_000_000n

/** The pair, and how a header of b of a chosen time reaches a, and a packet reaches b in a block of a chosen time. */
function timed() {
  const all = echoPair()
  const { pair, a, b } = all
  /** Tells a of b's last block, and gives a timeout with a proof that hangs on it. */
  const timeoutBy = (packet: Packet) => {
    const at = b.app.last.height
    const known = a.latest(pair.clientOnA)
    if (known.revisionHeight < at) {
      const clientMessage = updateHeader(b.app, at, known)
      a.run(MsgUpdateClient, { clientId: pair.clientOnA, clientMessage, signer: a.relayer })
    }
    const key = packetKey('receipts', packet.destinationPort, packet.destinationChannel, packet.sequence)
    const proof = { proofUnreceived: proofAt(b.app, key, at), proofHeight: heightOn(b.app, at) }
    return refusal(() => a.run(MsgTimeout, { packet, ...proof, nextSequenceRecv: 1n, signer: a.relayer }))
  }
  const blocksTo = (height: number) => {
    while (b.app.last.height < height) pair.tick()
  }
  return { ...all, timeoutBy, blocksTo, now: () => b.app.last.time }
}

describe('a packet with a height', () => {
  test('is received in the block before that height, and refused at it', () => {
    const { pair, b, apps, sendUntil, blocksTo } = timed()
    const last = b.app.last.height + 6
    const packet = sendUntil(height(7n, BigInt(last)), 0n)
    const message = pair.receiveMessage(b, packet)
    blocksTo(last - 2)
    const before = b.app.snapshot()
    b.run(MsgRecvPacket, message)
    expect([b.app.last.height, apps.b.heard]).toEqual([last - 1, ['open confirm', 'packet 1']])
    b.app.restore(before)
    blocksTo(last - 1)
    expect(refusal(() => b.run(MsgRecvPacket, message))).toBe(
      `channel/40 receive packet verification failed: packet timeout elapsed: current height: 7-${last}, timeout height 7-${last}: timeout elapsed`,
    )
  })

  test('is timed out by a proof of that height, not by one of the height before', () => {
    const { b, apps, sendUntil, blocksTo, timeoutBy } = timed()
    const last = b.app.last.height + 6
    const packet = sendUntil(height(7n, BigInt(last)), 0n)
    blocksTo(last - 1)
    expect(timeoutBy(packet)).toBe(
      `channel/39 timeout packet verification failed: packet timeout not reached: current height: 7-${last - 1}, timeout height 7-${last}: timeout not reached`,
    )
    blocksTo(last)
    expect(timeoutBy(packet)).toBe('nothing was refused')
    expect(apps.a.heard).toEqual(['open ack', 'timeout 1'])
  })

  test('is not sent when the client has seen that height, or a later revision', () => {
    const { pair, a, sendUntil } = timed()
    const { revisionHeight } = a.latest(pair.clientOnA)
    expect(refusal(() => sendUntil(height(7n, revisionHeight), 0n))).toBe(
      `channel/40 invalid packet timeout: current height: 7-${revisionHeight}, timeout height 7-${revisionHeight}: timeout elapsed`,
    )
    expect(refusal(() => sendUntil(height(6n, revisionHeight + 1000n), 0n))).toMatch(
      /^channel\/40 invalid packet timeout/,
    )
    sendUntil(height(7n, revisionHeight + 1n), 0n)
    sendUntil(height(8n, 1n), 0n)
  })
})

describe('a packet with a timestamp', () => {
  test('is received a nanosecond before it, and refused at it', () => {
    const { pair, b, apps, sendUntil, now } = timed()
    const last = now() + 60n * SECOND
    const message = pair.receiveMessage(b, sendUntil(ZERO_HEIGHT, last))
    const before = b.app.snapshot()
    b.run(MsgRecvPacket, message, last - 1n)
    expect(apps.b.heard).toEqual(['open confirm', 'packet 1'])
    b.app.restore(before)
    expect(refusal(() => b.run(MsgRecvPacket, message, last))).toBe(
      `channel/40 receive packet verification failed: packet timeout elapsed: current timestamp: ${last}, timeout timestamp ${last}: timeout elapsed`,
    )
  })

  test('is timed out by a proof of that nanosecond, not by one of the nanosecond before', () => {
    const { a, b, apps, sendUntil, timeoutBy, now } = timed()
    const last = now() + 60n * SECOND
    const packet = sendUntil(ZERO_HEIGHT, last)
    a.nextBlock(last)
    b.nextBlock(last - 1n)
    expect(timeoutBy(packet)).toBe(
      `channel/39 timeout packet verification failed: packet timeout not reached: current timestamp: ${last - 1n}, timeout timestamp ${last}: timeout not reached`,
    )
    b.nextBlock(last)
    expect(timeoutBy(packet)).toBe('nothing was refused')
    expect(apps.a.heard).toEqual(['open ack', 'timeout 1'])
  })

  test('is not sent when the client has seen that nanosecond', () => {
    const { pair, a, b, sendUntil } = timed()
    const at = Number(a.latest(pair.clientOnA).revisionHeight)
    const { time } = b.app.block(at)!
    expect(refusal(() => sendUntil(ZERO_HEIGHT, time))).toBe(
      `channel/40 invalid packet timeout: current timestamp: ${time}, timeout timestamp ${time}: timeout elapsed`,
    )
    sendUntil(ZERO_HEIGHT, time + 1n)
  })
})

describe('a packet with both', () => {
  test('is too old when one of them is reached', () => {
    const { pair, a, b, apps, sendUntil, timeoutBy, blocksTo, now } = timed()
    const [byHeight, byTime] = [
      sendUntil(height(7n, BigInt(b.app.last.height + 6)), now() + 10_000n * SECOND),
      sendUntil(height(7n, 10_000n), now() + 300n * SECOND),
    ]
    expect(timeoutBy(byHeight)).toMatch(/^channel\/39 .* current height: /)
    expect(timeoutBy(byTime)).toMatch(/^channel\/39 .* current height: /)
    blocksTo(Number(byHeight.timeoutHeight.revisionHeight))
    expect(refusal(() => pair.receive(b, byHeight))).toMatch(/^channel\/40 .* current height: /)
    expect(timeoutBy(byHeight)).toBe('nothing was refused')
    a.nextBlock(byTime.timeoutTimestamp)
    b.nextBlock(byTime.timeoutTimestamp)
    expect(refusal(() => pair.receive(b, byTime))).toMatch(/^channel\/40 .* current timestamp: /)
    expect(timeoutBy(byTime)).toBe('nothing was refused')
    expect(apps.a.heard).toEqual(['open ack', 'timeout 1', 'timeout 2'])
  })
})

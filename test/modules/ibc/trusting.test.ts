import { MsgRecvPacket } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { height } from '../../../src/modules/ibc/height.js'
import { trustedHeader } from '../../../src/modules/ibc/relay.js'
import { echoPair, refusal } from './echo-pair.js'

test('a trusting client accepts unsigned headers, and any proof at a height that it knows', () => {
  const { pair, a, b, apps, send } = echoPair()
  const packet = send()
  pair.tick()
  const at = a.app.last.height
  const unsigned = {
    clientId: pair.clientOnB,
    clientMessage: trustedHeader(a.app, at),
    signer: b.relayer,
  }
  expect(refusal(() => b.run(MsgUpdateClient, unsigned))).toMatch(/^undefined\/1 header is not a tendermint header: /)
  b.ibc.clients.trust()
  expect(b.ibc.clients.trusts).toBe(true)
  b.run(MsgUpdateClient, unsigned)
  expect(b.latest(pair.clientOnB)).toEqual(height(1n, BigInt(at)))
  const forged = { packet, proofCommitment: Uint8Array.of(1), signer: b.relayer }
  expect(refusal(() => b.run(MsgRecvPacket, { ...forged, proofHeight: height(1n, BigInt(at + 1)) }))).toMatch(
    /^client\/7 .*height \(1-\d+\): consensus state not found$/,
  )
  b.run(MsgRecvPacket, { ...forged, proofHeight: height(1n, BigInt(at)) })
  expect(apps.b.heard).toEqual(['open confirm', 'packet 1'])
  const nothing = { delayTime: 0n, delayBlocks: 0n, proof: new Uint8Array(0), path: [] }
  const absent = (revisionHeight: bigint) => () =>
    b.ibc.clients.verifyNonMembership(b.app.queryContext(), pair.clientOnB, {
      ...nothing,
      height: height(1n, revisionHeight),
    })
  absent(BigInt(at))()
  expect(refusal(absent(BigInt(at + 1)))).toMatch(/consensus state not found$/)
})

test('a header that contradicts a known one does not freeze a trusting client', () => {
  const { pair, a, b } = echoPair()
  b.ibc.clients.trust()
  const at = Number(b.latest(pair.clientOnB).revisionHeight)
  const { events } = b.run(MsgUpdateClient, {
    clientId: pair.clientOnB,
    clientMessage: trustedHeader(a.app, at),
    signer: b.relayer,
  })
  expect(events[0]!.type).toBe('update_client')
  expect(b.ibc.clients.status(b.app.queryContext(), pair.clientOnB)).toBe('Active')
})

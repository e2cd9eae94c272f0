import { Order, type Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { MerkleProof } from 'cosmjs-types/ibc/core/commitment/v1/commitment'
import { expect, test } from 'vitest'
import { packetKey } from '../../../src/modules/ibc/keys.js'
import { proofAt } from '../../../src/modules/ibc/relay.js'
import { decodeMerkleProof } from '../../../src/store/ics23/index.js'
import { keyBytes } from '../../../src/store/key.js'
import { echoPair, refusal } from './echo-pair.js'

test('a received packet cannot be timed out by a proof made of the keys around its receipt', () => {
  const { pair, a, b, apps, send } = echoPair()
  const timeout = BigInt(b.app.last.height + 20)
  const packets = ['1', '2', '3'].map((text) => send(text, timeout))
  for (const packet of packets) pair.receive(b, packet)
  while (b.app.last.height < timeout) pair.tick()
  const message = pair.timeoutMessage(a, packets[1]!, Order.ORDER_UNORDERED)
  const proofOf = ({ destinationPort, destinationChannel, sequence }: Packet) => {
    const key = packetKey('receipts', destinationPort, destinationChannel, sequence)
    return decodeMerkleProof(proofAt(b.app, key, Number(message.proofHeight.revisionHeight))).proofs
  }
  const forge = (left: Packet | undefined, right: Packet | undefined): Uint8Array => {
    const sides = {
      ...(left && { left: proofOf(left)[0]!.exist! }),
      ...(right && { right: proofOf(right)[0]!.exist! }),
    }
    const { sequence } = packets[1]!
    const key = keyBytes(packetKey('receipts', 'echo', packets[1]!.destinationChannel, sequence))
    return MerkleProof.encode({ proofs: [{ nonexist: { key, ...sides } }, proofOf(packets[1]!)[1]!] }).finish()
  }
  const attempt = (left: Packet | undefined, right: Packet | undefined) =>
    refusal(() => a.run(MsgTimeout, { ...message, proofUnreceived: forge(left, right) }))
  const [first, , third] = packets
  expect(attempt(first, third)).toMatch(/^commitment\/2 .*right proof missing, left proof must be right-most/)
  expect(attempt(first, undefined)).toMatch(/^commitment\/2 .*right proof missing, left proof must be right-most/)
  expect(attempt(undefined, third)).toMatch(/^commitment\/2 .*left proof missing, right proof must be left-most/)
  expect(apps.a.heard).toEqual(['open ack'])
})

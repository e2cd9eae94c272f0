import { expect, test } from 'vitest'
import { toHex, toUtf8 } from '../../../src/base/bytes.js'
import { acknowledgementHash, commitmentOf2, ERROR_ACKNOWLEDGEMENT } from '../../../src/modules/ibc/v2/packet.js'
import { recordKey } from '../../../src/modules/ibc/v2/state.js'
import { keyBytes } from '../../../src/store/key.js'

/** Recorded in ibc-go v10.5.0 04-channel/v2/types/commitment_test.go and 24-host/v2/packet_keys_test.go, for other implementations. */
test('commitments and keys of packets between clients are those of the reference', () => {
  const value = { denom: 'uatom', amount: '1000000', sender: 'sender', receiver: 'receiver', memo: 'memo' }
  const commitment = commitmentOf2({
    sequence: 1n,
    sourceClient: '07-tendermint-0',
    destinationClient: '07-tendermint-1',
    timeoutTimestamp: 100n,
    payloads: [
      {
        sourcePort: 'transfer',
        destinationPort: 'transfer',
        version: 'ics20-1',
        encoding: 'application/json',
        value: toUtf8(JSON.stringify(value)),
      },
    ],
  })
  expect(toHex(commitment)).toBe('a096722aa6534040a0efbdae05765132a7b223ad306d6512f3734821bd046505')
  const hash = (ack: Uint8Array) => toHex(acknowledgementHash({ appAcknowledgements: [ack] }))
  expect(hash(toUtf8('some bytes'))).toBe('f03b4667413e56aaf086663267913e525c442b56fa1af4fa3f3dab9f37044c5b')
  expect(hash(ERROR_ACKNOWLEDGEMENT)).toBe('e2fb30dfbf7abdeaca82d426534d2b3a9d5444dd2a87fa16d38b77ba1a13ced7')
  const keys = (['commitments', 'receipts', 'acks'] as const).map((record) =>
    toHex(keyBytes(recordKey(record, 'channel-0', 1n))),
  )
  expect(keys).toEqual([
    '6368616e6e656c2d30010000000000000001',
    '6368616e6e656c2d30020000000000000001',
    '6368616e6e656c2d30030000000000000001',
  ])
})

// Packets that a chain sends to itself over ibc-go's localhost connection, and their delivery.
import { fromHex } from '@cosmjs/encoding'

/** What the localhost client accepts as a proof. */
const PROOF = Uint8Array.of(1)
const CONNECTION = 'connection-localhost'

const attributesOf = ({ attributes }) => Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, value]))

/** The packets and acknowledgements to deliver after the events of a transaction. */
export function pendingOf(events) {
  const pending = []
  for (const event of events) {
    if (event.type !== 'send_packet' && event.type !== 'write_acknowledgement') continue
    const a = attributesOf(event)
    const height = /^(\d+)-(\d+)$/.exec(a.packet_timeout_height)
    const packet = {
      sequence: BigInt(a.packet_sequence),
      sourcePort: a.packet_src_port,
      sourceChannel: a.packet_src_channel,
      destinationPort: a.packet_dst_port,
      destinationChannel: a.packet_dst_channel,
      data: fromHex(a.packet_data_hex),
      timeoutHeight: { revisionNumber: BigInt(height[1]), revisionHeight: BigInt(height[2]) },
      timeoutTimestamp: BigInt(a.packet_timeout_timestamp),
    }
    if (event.type === 'send_packet') pending.push({ packet })
    else pending.push({ packet, acknowledgement: fromHex(a.packet_ack_hex) })
  }
  return pending
}

/** The message that delivers it. */
export function packetMessage({ packet, acknowledgement }, signer, height) {
  const proofHeight = { revisionNumber: 1n, revisionHeight: BigInt(height) }
  if (acknowledgement !== undefined)
    return {
      typeUrl: '/ibc.core.channel.v1.MsgAcknowledgement',
      value: { packet, acknowledgement, proofAcked: PROOF, proofHeight, signer },
    }
  // Packets with a near timeout are timed out, the others received.
  if (packet.timeoutTimestamp < 2000000000000000000n)
    return {
      typeUrl: '/ibc.core.channel.v1.MsgTimeout',
      value: { packet, proofUnreceived: PROOF, proofHeight, nextSequenceRecv: packet.sequence, signer },
    }
  return {
    typeUrl: '/ibc.core.channel.v1.MsgRecvPacket',
    value: { packet, proofCommitment: PROOF, proofHeight, signer },
  }
}

/** The four messages that open a channel of the chain with itself, each made from what the ones before returned. */
export function handshake(signer, { ports: [a, b], version, ordering = 1 }) {
  const proofHeight = { revisionNumber: 1n, revisionHeight: 1n }
  const channel = (state, portId, channelId) => ({
    state,
    ordering,
    counterparty: { portId, channelId },
    connectionHops: [CONNECTION],
    version,
    upgradeSequence: 0n,
  })
  return [
    () => ({
      typeUrl: '/ibc.core.channel.v1.MsgChannelOpenInit',
      value: { portId: a, channel: channel(1, b, ''), signer },
    }),
    ([first]) => ({
      typeUrl: '/ibc.core.channel.v1.MsgChannelOpenTry',
      value: {
        portId: b,
        previousChannelId: '',
        channel: channel(2, a, first),
        counterpartyVersion: version,
        proofInit: PROOF,
        proofHeight,
        signer,
      },
    }),
    ([first, second]) => ({
      typeUrl: '/ibc.core.channel.v1.MsgChannelOpenAck',
      value: {
        portId: a,
        channelId: first,
        counterpartyChannelId: second,
        counterpartyVersion: version,
        proofTry: PROOF,
        proofHeight,
        signer,
      },
    }),
    ([, second]) => ({
      typeUrl: '/ibc.core.channel.v1.MsgChannelOpenConfirm',
      value: { portId: b, channelId: second, proofAck: PROOF, proofHeight, signer },
    }),
  ]
}

import { bytes, int64, string, struct, unmarshal } from '../../../codec/go-json/index.js'
import { toUtf8 } from '../../../base/bytes.js'
import { errorAcknowledgement } from '../../../codec/ibc/acknowledgement.js'
import { acknowledgementBytes } from '../application.js'
import type { AcknowledgementBytes, Packet } from '../expected.js'
import { encodePacketData, readStrictPacketData } from '../packet-data.js'
import { readable } from './memo.js'

const Message = struct(
  'Message',
  { source_chain: string, source_address: string, payload: bytes, type: int64 },
  'gmp.Message',
)

/** A general message, and one with a token. */
const TYPES: readonly bigint[] = [1n, 2n]

/** An error without its own code. */
const refusal = (): AcknowledgementBytes => acknowledgementBytes(errorAcknowledgement({ code: 1 }))

/**
 * A memo that is an Axelar message is replaced by the payload of that message. Source: neutron x/gmp/ibc_middleware.go `OnRecvPacket` (06e81b9f)
 * @param receive passes a packet to the layers below
 */
export function unwrapMessage(
  packet: Packet,
  receive: (packet: Packet) => AcknowledgementBytes | undefined,
): AcknowledgementBytes | undefined {
  const data = readable(() => readStrictPacketData(packet.data))
  if (data === undefined) return refusal()
  const message = readable(() => unmarshal(Message, toUtf8(data.memo)))
  if (message?.payload === undefined || message.payload.length === 0) return receive(packet)
  if (!TYPES.includes(message.type)) return refusal()
  const memo = Buffer.from(message.payload).toString('utf8')
  return receive({ ...packet, data: encodePacketData({ ...data, memo }) })
}

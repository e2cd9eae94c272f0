import { toUtf8 } from '../../base/index.js'
import {
  acknowledgementBytes,
  encodeStrictPacketData,
  passingApplication,
  readable,
  readStrictPacketData,
  type AcknowledgementBytes,
  type IbcMiddleware,
  type Packet,
} from '../../chain/ibc/index.js'
import { bytes, goText, int64, string, struct, unmarshal } from '../../codec/go-json/index.js'
import { errorAcknowledgement } from '../../codec/ibc/index.js'

const Message = struct(
  'Message',
  { source_chain: string, source_address: string, payload: bytes, type: int64 },
  'gmp.Message',
)

/** A general message, and one with a token. */
const TYPES: readonly bigint[] = [1n, 2n]

/** An error without its own code. */
const refusal = (): AcknowledgementBytes => acknowledgementBytes(errorAcknowledgement({ code: 1 }))

/** Replaces a memo that is a message of Axelar's by the payload of that message. Source: neutron x/gmp/ibc_middleware.go (06e81b9f). */
export const generalMessages: IbcMiddleware = {
  application: (below) =>
    passingApplication(below, {
      onReceive: (ctx, version, packet, relayer) =>
        unwrapped(packet, (plain) => below.onReceive(ctx, version, plain, relayer)),
    }),
}

/** @param receive passes a packet to the layers below */
function unwrapped(
  packet: Packet,
  receive: (packet: Packet) => AcknowledgementBytes | undefined,
): AcknowledgementBytes | undefined {
  const data = readable(() => readStrictPacketData(packet.data))
  if (data === undefined) return refusal()
  const message = readable(() => unmarshal(Message, toUtf8(data.memo)))
  if (message?.payload === undefined || message.payload.length === 0) return receive(packet)
  if (!TYPES.includes(message.type)) return refusal()
  return receive({ ...packet, data: encodeStrictPacketData({ ...data, memo: goText(message.payload) }) })
}

import { fromUtf8, toUtf8 } from '../../base/bytes.js'
import { ChainError, NotSupportedError } from '../../base/errors.js'
import { addressHash, addressText } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import { registerError } from '../../chain/errors.js'
import { acknowledgementBytes } from '../../chain/ibc/acknowledgement.js'
import { bankDenom, denomOf, receivedDenom } from '../../chain/ibc/denom.js'
import { memoObject, readable } from '../../chain/ibc/memo.js'
import { passingApplication, type IbcMiddleware } from '../../chain/ibc/middleware.js'
import type { AcknowledgementBytes, Packet } from '../../chain/ibc/port.js'
import { encodePacketData, readStrictPacketData, type PacketData } from '../../chain/ibc/transfer-data.js'
import { ErrInsufficientFunds, ErrJSONMarshal, ErrUnknownRequest } from '../../chain/sdk-errors.js'
import { decodeInt } from '../../codec/go-int.js'
import {
  GoJsonError,
  jsonSyntaxError,
  pointer,
  string,
  struct,
  uint8,
  unmarshal,
  unmarshaler,
} from '../../codec/go-json/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/identifiers.js'
import { decodeAcknowledgement } from '../../codec/ibc/acknowledgement.js'
import { textKey } from '../../store/key.js'
import { duration } from './duration.js'
import type { Transfers } from './expected.js'

/** The spelling is the reference's. */
export const FORWARD_STORE = 'packetfowardmiddleware'

const ErrInvalidId = registerError('host', 2, 'invalid identifier')

const FIVE_MINUTES = 300_000_000_000n

const Forward = struct('ForwardMetadata', {
  receiver: string,
  port: string,
  channel: string,
  timeout: unmarshaler('types.Duration', () => 0n, duration),
  retries: pointer(uint8),
  next: unmarshaler<string | undefined>(
    'types.JSONObject',
    () => undefined,
    (raw) => nextMemo(fromUtf8(raw)),
  ),
})
const Metadata = struct('PacketMetadata', { forward: Forward })

/** A string is passed on as it is, everything else as JSON. */
function nextMemo(raw: string): string | undefined {
  const value: unknown = JSON.parse(raw)
  if (value === null) return undefined
  return typeof value === 'string' ? value : raw
}

const refusal = (text: string): AcknowledgementBytes =>
  acknowledgementBytes({ error: `packet-forward-middleware error: ${text}` })

/**
 * Sends a packet on to the next chain when its memo asks for it. Any failure gives an error acknowledgement, as on the chain; a packet that would
 * actually be forwarded is not supported. Source: ibc-apps packet-forward-middleware v10.1.0 ibc_middleware.go
 */
export const packetForward = (transfers: Transfers): IbcMiddleware => ({
  application: (below) =>
    passingApplication(below, {
      /** @throws NotSupportedError */
      onReceive: (ctx, version, packet, relayer) =>
        forwarding(ctx, packet, transfers, (plain) => below.onReceive(ctx, version, plain, relayer)),
      onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
        forwardedPacket(ctx, packet, () => readAcknowledgement(acknowledgement))
        below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
      },
      onTimeout(ctx, version, packet, relayer) {
        forwardedPacket(ctx, packet, () => {})
        below.onTimeout(ctx, version, packet, relayer)
      },
    }),
})

/**
 * A packet to be forwarded is received by an address derived from its sender and sent on.
 * @param receive passes a packet to the layers below
 */
function forwarding(
  ctx: Context,
  packet: Packet,
  transfers: Transfers,
  receive: (packet: Packet) => AcknowledgementBytes | undefined,
): AcknowledgementBytes | undefined {
  const data = readStrictPacketData(packet.data)
  const asked = memoObject(data.memo)?.['forward']
  if (asked === undefined || asked === null) return receive(packet)
  let forward: ReturnType<typeof Metadata.zero>['forward']
  try {
    ;({ forward } = unmarshal(Metadata, toUtf8(data.memo)))
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    return refusal(`error parsing forward metadata: ${error.shortMessage}`)
  }
  const problem = problemOf(forward)
  if (problem !== undefined) return refusal(problem)
  const { port, channel, receiver, timeout, next } = forward
  const middle = addressText(
    ctx.prefix,
    addressHash(toUtf8(FORWARD_STORE), toUtf8(`${packet.destinationChannel}/${data.sender}`)).slice(0, 20),
  )
  const received = receive({ ...packet, data: encodePacketData({ ...data, receiver: middle, memo: '' }) })
  if (received?.success !== true)
    return refusal(`error receiving packet: ack error: ${fromUtf8(received?.bytes ?? new Uint8Array(0))}`)
  const nextProblem = next === undefined ? undefined : jsonSyntaxError(toUtf8(next))
  if (nextProblem !== undefined)
    return refusal(
      ErrJSONMarshal.error(`json: error calling MarshalJSON for type *types.JSONObject: ${nextProblem}`).log,
    )
  try {
    transfers.transfer(ctx, {
      sourcePort: port,
      sourceChannel: channel,
      token: { denom: denomHere(packet, data), amount: decodeInt(data.amount) },
      sender: middle,
      receiver,
      timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
      timeoutTimestamp: ctx.block.time + (timeout > 0n ? timeout : FIVE_MINUTES),
      memo: next ?? '',
    })
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return refusal(ErrInsufficientFunds.error(error.log).log)
  }
  throw new NotSupportedError('a transfer that is to be forwarded ("forward" in its memo) is not supported')
}

/** Source: types/forward.go `Validate`. */
function problemOf({ receiver, port, channel }: ReturnType<typeof Metadata.zero>['forward']): string | undefined {
  if (receiver === '') return 'failed to validate metadata. receiver cannot be empty'
  const problem = portIdProblem(port) ?? channelIdProblem(channel)
  return problem === undefined ? undefined : `failed to validate metadata: ${ErrInvalidId.error(problem).log}`
}

/** Source: `getDenomForThisChain`. */
const denomHere = (packet: Packet, { denom }: PacketData): string =>
  bankDenom(
    receivedDenom(
      denomOf(denom),
      { portId: packet.sourcePort, channelId: packet.sourceChannel },
      { portId: packet.destinationPort, channelId: packet.destinationChannel },
    ),
  )

/** The read that checks whether a packet was forwarded; none ever was. */
function forwardedPacket(ctx: Context, packet: Packet, readMore: () => void): void {
  if (readable(() => readStrictPacketData(packet.data)) === undefined) return
  readMore()
  const { sourceChannel, sourcePort, sequence } = packet
  if (ctx.store(FORWARD_STORE).has(textKey(`${sourceChannel}/${sourcePort}/${sequence}`)))
    throw new NotSupportedError('packets that were forwarded are not supported')
}

function readAcknowledgement(bytes: Uint8Array): void {
  try {
    decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.shortMessage}`)
  }
}

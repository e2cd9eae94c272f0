import { fromUtf8, toUtf8 } from '../../../base/bytes.js'
import { ChainError, NotSupportedError } from '../../../base/errors.js'
import { addressText } from '../../../chain/address.js'
import type { Context } from '../../../chain/context.js'
import { ErrInsufficientFunds, ErrJSONMarshal } from '../../../chain/sdk-errors.js'
import {
  GoJsonError,
  jsonSyntaxError,
  pointer,
  string,
  struct,
  uint8,
  unmarshal,
  unmarshaler,
} from '../../../codec/go-json/index.js'
import { channelIdProblem, portIdProblem } from '../../../codec/ibc/identifiers.js'
import { acknowledgementBytes } from '../application.js'
import { bankDenom, denomOf, positiveAmount, receivedDenom } from '../denom.js'
import { ErrInvalidId } from '../errors.js'
import type { AcknowledgementBytes, Packet } from '../expected.js'
import type { TransferKeeper } from '../keeper.js'
import { derivedAddress } from '../keys.js'
import { encodePacketData, readStrictPacketData, type PacketData } from '../packet-data.js'
import { duration } from './duration.js'
import { memoObject } from './memo.js'

/** The spelling is the reference's. */
export const FORWARD_STORE = 'packetfowardmiddleware'

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
 * A packet to be forwarded is received by an address derived from its sender and sent on. Any failure gives an error acknowledgement, as on the
 * chain; a packet that would actually be forwarded is not supported. Source: ibc-apps packet-forward-middleware v10 ibc_middleware.go `OnRecvPacket`
 * @param receive passes a packet to the layers below
 * @throws NotSupportedError
 */
export function forwarding(
  ctx: Context,
  packet: Packet,
  transfers: TransferKeeper,
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
    derivedAddress(FORWARD_STORE, `${packet.destinationChannel}/${data.sender}`).slice(0, 20),
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
      token: { denom: denomHere(packet, data), amount: positiveAmount(data.amount) },
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

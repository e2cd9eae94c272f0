import { ChainError } from '../../base/index.js'
import { event, type Context } from '../../chain/index.js'
import {
  acknowledgementBytes,
  bankDenom,
  denomOf,
  passingApplication,
  readPacketData,
  receivedDenom,
  type AcknowledgementBytes,
  type IbcApplication,
  type IbcMiddleware,
  type Packet,
  type PacketData,
} from '../../chain/ibc/index.js'
import { decodeAcknowledgement, errorAcknowledgement } from '../../codec/ibc/index.js'
import type { Conversions } from './conversions.js'

export interface LayerParts {
  readonly conversions: Conversions
  /** The coin of validators, which is never converted. */
  readonly bondDenom: (ctx: Context) => string
  /** An account in hexadecimal or bech32. @throws ChainError */
  readonly parseAddress: (text: string) => Uint8Array
  readonly isModule: (ctx: Context, address: Uint8Array) => boolean
}

/**
 * The layer around transfers: coins of another chain get a contract when they first arrive, and coins that stand for tokens of a contract become these tokens
 * again when they arrive or are refunded. Source: cosmos/evm v0.7.3 x/erc20/ibc_middleware.go, keeper/ibc_callbacks.go.
 */
export const tokensAround = (parts: LayerParts): IbcMiddleware => ({
  application: (below) => around(parts, below),
  channels: (above) => above,
})

const around = (parts: LayerParts, below: IbcApplication): IbcApplication =>
  passingApplication(below, {
    onReceive(ctx, version, packet, relayer) {
      const ack = below.onReceive(ctx, version, packet, relayer)
      return ack?.success === true ? received(parts, ctx, packet, ack) : ack
    },
    onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
      below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
      if (!('result' in decodeAcknowledgement(acknowledgement))) refunded(parts, ctx, packet)
    },
    onTimeout(ctx, version, packet, relayer) {
      below.onTimeout(ctx, version, packet, relayer)
      refunded(parts, ctx, packet)
    },
  })

/** What transfers could read. */
const dataOf = ({ data }: Packet): PacketData => readPacketData(data)

/** Source: `OnRecvPacket`. */
function received(parts: LayerParts, ctx: Context, packet: Packet, ack: AcknowledgementBytes): AcknowledgementBytes {
  const { conversions, bondDenom, parseAddress, isModule } = parts
  const { keeper } = conversions
  if (!keeper.isEnabled(ctx)) return ack
  const data = dataOf(packet)
  const source = { portId: packet.sourcePort, channelId: packet.sourceChannel }
  const destination = { portId: packet.destinationPort, channelId: packet.destinationChannel }
  const denom = bankDenom(receivedDenom(denomOf(data.denom), source, destination))
  if (data.denom.startsWith('factory/') || denom === bondDenom(ctx)) return ack
  try {
    const receiver = parseAddress(data.receiver)
    if (isModule(ctx, receiver)) return ack
    const pair = keeper.pair(ctx, denom)
    if (pair === undefined && denom.startsWith('ibc/')) {
      const registered = conversions.registerVoucher(ctx, denom)
      ctx.events.emit(
        event(
          'register_erc20_extension',
          ['source_channel', packet.sourceChannel],
          ['erc20_token', registered.contract],
          ['cosmos_coin', registered.denom],
        ),
      )
    }
    if (pair?.owner === 'OWNER_EXTERNAL' && pair.enabled) conversions.arrived(ctx, pair, BigInt(data.amount), receiver)
    return ack
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return acknowledgementBytes(errorAcknowledgement(error))
  }
}

/** Source: `ConvertCoinToERC20FromPacket`. */
function refunded({ conversions, parseAddress, isModule }: LayerParts, ctx: Context, packet: Packet): void {
  const { keeper } = conversions
  const data = dataOf(packet)
  const sender = parseAddress(data.sender)
  const pair = keeper.pair(ctx, data.denom)
  if (pair?.owner !== 'OWNER_EXTERNAL') return
  if (!keeper.params(ctx).enabled || !keeper.hasDenom(ctx, bankDenom(denomOf(data.denom)))) return
  if (isModule(ctx, sender)) return
  try {
    conversions.convert(ctx, pair, BigInt(data.amount), sender, sender)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    ctx.events.emit(
      event(
        'failed_convert_erc20',
        ['source_channel', pair.denom],
        ['erc20_token', pair.contract],
        ['error', error.log],
      ),
    )
  }
}

import { ChainError } from '../../../base/index.js'
import type { Context } from '../../../chain/index.js'
import { encodeAcknowledgement, errorAcknowledgement } from '../../../codec/ibc/index.js'
import { ErrIbcInvalidRequest, ErrInvalidChannelFlow } from '../errors.js'
import { packetHandled } from '../events.js'
import type { AcknowledgementBytes, ChannelOpening, IbcApplication, Packet } from '../expected.js'
import { CONTROLLER_PREFIX } from '../keys.js'
import { decodePacketData } from '../packet-data.js'
import type { ControllerKeeper } from './keeper.js'

/**
 * Controller ports. The underlying application, if any, is called for the ports for which it is enabled.
 * Source: ibc-go v10.5.0 apps/27-interchain-accounts/controller/ibc_middleware.go.
 */
export class ControllerApplication implements IbcApplication {
  readonly #keeper: ControllerKeeper
  readonly #behind: IbcApplication | undefined

  constructor(keeper: ControllerKeeper, behind?: IbcApplication) {
    this.#keeper = keeper
    this.#behind = behind
  }

  onOpenInit(ctx: Context, opening: ChannelOpening, proposed: string): string {
    this.#keeper.assertEnabled(ctx)
    const version = this.#keeper.openInit(ctx, opening, proposed)
    this.#enabled(ctx, opening.portId, opening.connectionHops[0]!)?.onOpenInit(ctx, opening, version)
    return version
  }
  onOpenTry(): string {
    throw ErrInvalidChannelFlow.error('channel handshake must be initiated by controller chain')
  }
  onOpenAck(ctx: Context, portId: string, channelId: string, otherId: string, version: string): void {
    this.#keeper.assertEnabled(ctx)
    this.#keeper.openAck(ctx, portId, channelId, version)
    this.#of(ctx, portId, channelId)?.onOpenAck(ctx, portId, channelId, otherId, version)
  }
  onOpenConfirm(): void {
    throw ErrInvalidChannelFlow.error('channel handshake must be initiated by controller chain')
  }
  onCloseInit(): void {
    throw ErrIbcInvalidRequest.error('user cannot close channel')
  }
  onCloseConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#of(ctx, portId, channelId)?.onCloseConfirm(ctx, portId, channelId)
  }

  onReceive(ctx: Context, _version: string, packet: Packet): AcknowledgementBytes {
    const error = ErrInvalidChannelFlow.error('cannot receive packet on controller chain')
    ctx.events.emit(packetHandled('controller', packet.destinationChannel, false, error.log))
    return { success: false, bytes: encodeAcknowledgement(errorAcknowledgement(error)) }
  }
  onAcknowledge(ctx: Context, version: string, packet: Packet, acknowledgement: Uint8Array, relayer: Uint8Array): void {
    this.#keeper.assertEnabled(ctx)
    const behind = this.#of(ctx, packet.sourcePort, packet.sourceChannel)
    behind?.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
  }
  onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void {
    this.#keeper.assertEnabled(ctx)
    this.#of(ctx, packet.sourcePort, packet.sourceChannel)?.onTimeout(ctx, version, packet, relayer)
  }

  /** Memo and owner of a packet; undefined when it cannot be read. Source: `UnmarshalPacketData`, packet.go `GetPacketSender` */
  readMemo(ctx: Context, portId: string, channelId: string, bytes: Uint8Array) {
    let memo: string
    try {
      memo = decodePacketData(bytes).memo
    } catch (error) {
      if (error instanceof ChainError) return undefined
      throw error
    }
    const version = this.#keeper.channels.get(ctx, portId, channelId)?.version
    if (version === undefined) return undefined
    const sender = (port: string) => (port.startsWith(CONTROLLER_PREFIX) ? port.slice(CONTROLLER_PREFIX.length) : '')
    return { memo, version, sender }
  }

  /** The underlying application, if it is enabled for this channel. */
  #of(ctx: Context, portId: string, channelId: string): IbcApplication | undefined {
    return this.#enabled(ctx, portId, this.#keeper.connectionOf(ctx, portId, channelId))
  }
  #enabled(ctx: Context, portId: string, connectionId: string): IbcApplication | undefined {
    return this.#behind !== undefined && this.#keeper.isMiddlewareEnabled(ctx, portId, connectionId)
      ? this.#behind
      : undefined
  }
}

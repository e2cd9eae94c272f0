import type { Context } from '../../../chain/index.js'
import { ChainError } from '../../../base/index.js'
import { encodeAcknowledgement, errorAcknowledgement } from '../../../codec/ibc/index.js'
import { ErrHostDisabled, ErrIbcInvalidRequest, ErrInvalidChannelFlow } from '../errors.js'
import { hostIsDisabled, packetHandled } from '../events.js'
import type { AcknowledgementBytes, ChannelOpening, IbcApplication, Packet } from '../expected.js'
import type { HostKeeper } from './keeper.js'

const refusal = (error: ChainError): AcknowledgementBytes => ({
  success: false,
  bytes: encodeAcknowledgement(errorAcknowledgement(error)),
})

/** The port of the host. Source: ibc-go v10.5.0 apps/27-interchain-accounts/host/ibc_module.go. */
export class HostApplication implements IbcApplication {
  readonly #keeper: HostKeeper

  constructor(keeper: HostKeeper) {
    this.#keeper = keeper
  }

  onOpenInit(): string {
    throw ErrInvalidChannelFlow.error('channel handshake must be initiated by controller chain')
  }
  onOpenTry(ctx: Context, opening: ChannelOpening, counterpartyVersion: string): string {
    this.#keeper.assertEnabled(ctx)
    return this.#keeper.openTry(ctx, opening, counterpartyVersion)
  }
  onOpenAck(): void {
    throw ErrInvalidChannelFlow.error('channel handshake must be initiated by controller chain')
  }
  onOpenConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#keeper.assertEnabled(ctx)
    this.#keeper.openConfirm(ctx, portId, channelId)
  }
  onCloseInit(): void {
    throw ErrIbcInvalidRequest.error('user cannot close channel')
  }
  onCloseConfirm(): void {}

  onReceive(ctx: Context, _version: string, packet: Packet): AcknowledgementBytes {
    const { destinationChannel: channelId } = packet
    if (!this.#keeper.params(ctx).hostEnabled) {
      const disabled = ErrHostDisabled.error()
      ctx.events.emit(hostIsDisabled(channelId, disabled.log))
      return refusal(disabled)
    }
    try {
      const bytes = encodeAcknowledgement({ result: this.#keeper.receive(ctx, packet) })
      ctx.events.emit(packetHandled('host', channelId, true))
      return { success: true, bytes }
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      ctx.events.emit(packetHandled('host', channelId, false, error.log))
      return refusal(error)
    }
  }
  onAcknowledge(): void {
    throw ErrInvalidChannelFlow.error(
      'cannot receive acknowledgement on a host channel end, a host chain does not send a packet over the channel',
    )
  }
  onTimeout(): void {
    throw ErrInvalidChannelFlow.error(
      'cannot cause a packet timeout on a host channel end, a host chain does not send a packet over the channel',
    )
  }
}

import { ChainError } from '../../../base/errors.js'
import type { Context } from '../../../chain/context.js'
import { encodeAcknowledgement, errorAcknowledgement } from '../../../codec/ibc/acknowledgement.js'
import type { AcknowledgementBytes, ChannelOpening, IbcApplication, Packet, PacketSender } from '../application.js'
import { callbackOf, type CallbackData } from './data.js'
import type { CallbackContracts, MemoApplication } from './expected.js'
import { emitCallback, processCallback, type CallbackType } from './process.js'

/** Maximum SDK gas of a callback. Source: wasmd x/wasm `DefaultMaxIBCCallbackGas` */
const MAX_CALLBACK_GAS = 1_000_000

/**
 * Calls the contracts named in a packet's memo: on the source chain on acknowledgement or timeout, on the destination chain on receipt.
 * Source: ibc-go v10.5.0 apps/callbacks/ibc_middleware.go.
 */
export class CallbackMiddleware implements IbcApplication {
  readonly #app: MemoApplication
  readonly #contracts: CallbackContracts

  constructor(app: MemoApplication, contracts: CallbackContracts) {
    this.#app = app
    this.#contracts = contracts
  }

  onOpenInit(ctx: Context, opening: ChannelOpening, version: string): string {
    return this.#app.onOpenInit(ctx, opening, version)
  }
  onOpenTry(ctx: Context, opening: ChannelOpening, version: string): string {
    return this.#app.onOpenTry(ctx, opening, version)
  }
  onOpenAck(ctx: Context, portId: string, channelId: string, otherId: string, version: string): void {
    this.#app.onOpenAck(ctx, portId, channelId, otherId, version)
  }
  onOpenConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#app.onOpenConfirm(ctx, portId, channelId)
  }
  onCloseInit(ctx: Context, portId: string, channelId: string): void {
    this.#app.onCloseInit(ctx, portId, channelId)
  }
  onCloseConfirm(ctx: Context, portId: string, channelId: string): void {
    this.#app.onCloseConfirm(ctx, portId, channelId)
  }

  onReceive(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): AcknowledgementBytes | undefined {
    const ack = this.#app.onReceive(ctx, version, packet, relayer)
    if (ack === undefined || !ack.success) return ack
    const { destinationPort: portId, destinationChannel: channelId, data, sequence } = packet
    const memo = this.#app.readMemo(ctx, portId, channelId, data)
    const callback = callbackOf(ctx, memo, 'dest_callback', packet.sourcePort, MAX_CALLBACK_GAS)
    if (callback === undefined) return ack
    if (callback instanceof ChainError) return refusal(callback)
    const error = processCallback(ctx, 'receive_packet', callback, (inner) =>
      this.#contracts.onReceive(inner, packet, ack, callback.address, callback.version),
    )
    emitCallback(ctx, 'receive_packet', { portId, channelId, sequence }, callback, error)
    return error === undefined ? ack : refusal(error)
  }

  onAcknowledge(ctx: Context, version: string, packet: Packet, acknowledgement: Uint8Array, relayer: Uint8Array): void {
    this.#app.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
    this.#source(ctx, 'acknowledgement_packet', packet, (inner, { address, sender }) =>
      this.#contracts.onAcknowledge(inner, packet, acknowledgement, relayer, address, sender),
    )
  }
  onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void {
    this.#app.onTimeout(ctx, version, packet, relayer)
    this.#source(ctx, 'timeout_packet', packet, (inner, { address, sender }) =>
      this.#contracts.onTimeout(inner, packet, relayer, address, sender),
    )
  }

  /** Errors of the contract are reported only in an event. */
  #source(
    ctx: Context,
    type: CallbackType,
    { sourcePort: portId, sourceChannel: channelId, sequence, data }: Packet,
    run: (ctx: Context, callback: CallbackData) => void,
  ): void {
    const memo = this.#app.readMemo(ctx, portId, channelId, data)
    const callback = callbackOf(ctx, memo, 'src_callback', portId, MAX_CALLBACK_GAS)
    if (callback === undefined) return
    if (callback instanceof ChainError) throw callback
    const error = processCallback(ctx, type, callback, (inner) => run(inner, callback))
    emitCallback(ctx, type, { portId, channelId, sequence }, callback, error)
  }
}

const refusal = (error: ChainError): AcknowledgementBytes => ({
  success: false,
  bytes: encodeAcknowledgement(errorAcknowledgement(error)),
})

/** Sends the packets of such an application; the contract to be called back may reject the send. */
export const callbackSender = (
  sender: PacketSender,
  readMemo: MemoApplication['readMemo'],
  contracts: CallbackContracts,
): PacketSender => ({
  send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) {
    const sequence = sender.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data)
    const memo = readMemo(ctx, portId, channelId, data)
    const callback = callbackOf(ctx, memo, 'src_callback', portId, MAX_CALLBACK_GAS)
    if (callback === undefined) return sequence
    if (callback instanceof ChainError) throw callback
    const error = processCallback(ctx, 'send_packet', callback, (inner) =>
      contracts.onSend(inner, callback.address, callback.sender),
    )
    if (error !== undefined) throw error
    emitCallback(ctx, 'send_packet', { portId, channelId, sequence }, callback, undefined)
    return sequence
  },
})

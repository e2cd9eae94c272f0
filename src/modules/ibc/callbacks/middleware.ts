import { ChainError } from '../../../base/index.js'
import type { Context } from '../../../chain/index.js'
import { acknowledgementBytes, passingApplication, type IbcMiddleware } from '../../../chain/ibc/index.js'
import { errorAcknowledgement } from '../../../codec/ibc/index.js'
import type { AcknowledgementBytes, Packet } from '../application.js'
import { callbackOf, type CallbackData } from './data.js'
import type { CallbackContracts, ReadMemo } from './expected.js'
import { emitCallback, processCallback, type CallbackType } from './process.js'

/** Maximum SDK gas of a callback. Source: wasmd x/wasm `DefaultMaxIBCCallbackGas` */
const MAX_CALLBACK_GAS = 1_000_000

interface CallbackOptions {
  readonly contracts: () => CallbackContracts
  /** Most SDK gas of a callback (default: wasmd's 1,000,000). */
  readonly maxGas?: number
  /** Reads the memo of a packet of the application below. */
  readonly readMemo: ReadMemo
}

/**
 * Calls the contracts named in a packet's memo: on the source chain when it is sent, on acknowledgement and on timeout; on the destination chain on
 * receipt. Source: ibc-go v10.5.0 apps/callbacks/ibc_middleware.go.
 */
export function callbacks({ contracts, readMemo, maxGas = MAX_CALLBACK_GAS }: CallbackOptions): IbcMiddleware {
  const sourceCallback = (ctx: Context, portId: string, channelId: string, data: Uint8Array) =>
    callbackOf(ctx, readMemo(ctx, portId, channelId, data), 'src_callback', portId, maxGas)

  /** Errors of the contract are reported only in an event. */
  function afterwards(
    ctx: Context,
    type: CallbackType,
    { sourcePort: portId, sourceChannel: channelId, sequence, data }: Packet,
    run: (ctx: Context, callback: CallbackData) => void,
  ): void {
    const callback = sourceCallback(ctx, portId, channelId, data)
    if (callback === undefined) return
    if (callback instanceof ChainError) throw callback
    const error = processCallback(ctx, type, callback, (inner) => run(inner, callback))
    emitCallback(ctx, type, { portId, channelId, sequence }, callback, error)
  }

  /** @returns what went wrong */
  function received(ctx: Context, packet: Packet, ack: AcknowledgementBytes): ChainError | undefined {
    const { destinationPort: portId, destinationChannel: channelId, data, sequence } = packet
    const memo = readMemo(ctx, portId, channelId, data)
    const callback = callbackOf(ctx, memo, 'dest_callback', packet.sourcePort, maxGas)
    if (callback === undefined || callback instanceof ChainError) return callback
    const error = processCallback(ctx, 'receive_packet', callback, (inner) =>
      contracts().onReceive(inner, packet, ack, callback.address, callback.version),
    )
    emitCallback(ctx, 'receive_packet', { portId, channelId, sequence }, callback, error)
    return error
  }

  return {
    application: (below) =>
      passingApplication(below, {
        onReceive(ctx, version, packet, relayer) {
          const ack = below.onReceive(ctx, version, packet, relayer)
          if (ack === undefined || !ack.success) return ack
          const error = received(ctx, packet, ack)
          return error === undefined ? ack : acknowledgementBytes(errorAcknowledgement(error))
        },
        onAcknowledge(ctx, version, packet, acknowledgement, relayer) {
          below.onAcknowledge(ctx, version, packet, acknowledgement, relayer)
          afterwards(ctx, 'acknowledgement_packet', packet, (inner, { address, sender }) =>
            contracts().onAcknowledge(inner, packet, acknowledgement, relayer, address, sender),
          )
        },
        onTimeout(ctx, version, packet, relayer) {
          below.onTimeout(ctx, version, packet, relayer)
          afterwards(ctx, 'timeout_packet', packet, (inner, { address, sender }) =>
            contracts().onTimeout(inner, packet, relayer, address, sender),
          )
        },
      }),

    channels: (above) => ({
      /** The contract to be called back may reject the send. */
      send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data) {
        const sequence = above.send(ctx, portId, channelId, timeoutHeight, timeoutTimestamp, data)
        const callback = sourceCallback(ctx, portId, channelId, data)
        if (callback === undefined) return sequence
        if (callback instanceof ChainError) throw callback
        const error = processCallback(ctx, 'send_packet', callback, (inner) =>
          contracts().onSend(inner, callback.address, callback.sender),
        )
        if (error !== undefined) throw error
        emitCallback(ctx, 'send_packet', { portId, channelId, sequence }, callback, undefined)
        return sequence
      },
      writeAcknowledgement: (...answer) => above.writeAcknowledgement(...answer),
    }),
  }
}

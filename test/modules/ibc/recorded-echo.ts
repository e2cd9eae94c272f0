import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { fromUtf8, toHex, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import { plainError } from '../../../src/chain/errors.js'
import { event } from '../../../src/chain/events.js'
import type { IbcApplication } from '../../../src/modules/ibc/index.js'
import type { Ibc2Application, Received2 } from '../../../src/chain/ibc/port2.js'
import { ERROR_ACKNOWLEDGEMENT } from '../../../src/modules/ibc/v2/packet.js'

const FAILS = plainError('the application fails')

/** The application that the recorder has: it acknowledges by what it got, or as the data of the packet says. */
export const echo: IbcApplication = {
  onOpenInit: (_, __, version) => version,
  onOpenTry: (_, __, version) => version,
  onOpenAck: () => {},
  onOpenConfirm: () => {},
  onCloseInit: () => {},
  onCloseConfirm: () => {},
  onReceive(ctx, version, { data }, relayer) {
    emit(ctx, 'echo', version, relayer)
    const text = fromUtf8(data)
    if (text === 'later') return undefined
    return text === 'refuse' ? { success: false, bytes: toUtf8('refused') } : { success: true, bytes: data }
  },
  onAcknowledge: (ctx, version, { data }, _, relayer) => ended(ctx, 'echo_ack', version, data, relayer),
  onTimeout: (ctx, version, { data }, relayer) => ended(ctx, 'echo_timeout', version, data, relayer),
}

const emit = (ctx: Context, type: string, version: string, relayer: Uint8Array): void =>
  ctx.events.emit(event(type, ['version', version], ['relayer', addressText(ctx.prefix, relayer)]))

function ended(ctx: Context, type: string, version: string, data: Uint8Array, relayer: Uint8Array): void {
  emit(ctx, type, version, relayer)
  if (fromUtf8(data) === 'fail') throw FAILS
}

/** The same of packets between clients. */
export const echo2: Ibc2Application = {
  onSend(ctx, { sequence }, payload, signer) {
    tell(ctx, 'echo_send', sequence, payload, signer)
    if (fromUtf8(payload.value) === 'fail') throw FAILS
  },
  onReceive(ctx, { sequence }, payload, relayer): Received2 {
    tell(ctx, 'echo_receive', sequence, payload, relayer)
    const text = fromUtf8(payload.value)
    if (text === 'later') return { status: 'async' }
    if (text === 'refuse') return { status: 'failure', acknowledgement: new Uint8Array(0) }
    if (text === 'sentinel') return { status: 'success', acknowledgement: ERROR_ACKNOWLEDGEMENT }
    return { status: 'success', acknowledgement: text === 'nothing' ? new Uint8Array(0) : payload.value }
  },
  onAcknowledge(ctx, { sequence }, ack, payload, relayer) {
    tell(ctx, `echo_ack_${toHex(ack).toUpperCase()}`, sequence, payload, relayer)
    if (fromUtf8(payload.value) === 'stuck') throw FAILS
  },
  onTimeout(ctx, { sequence }, payload, relayer) {
    tell(ctx, 'echo_timeout', sequence, payload, relayer)
    if (fromUtf8(payload.value) === 'stuck') throw FAILS
  },
}

const tell = (ctx: Context, type: string, sequence: bigint, { sourcePort }: Payload, by: Uint8Array): void =>
  ctx.events.emit(
    event(type, ['sequence', String(sequence)], ['port', sourcePort], ['by', addressText(ctx.prefix, by)]),
  )

import { addressText, EventManager, parseAccAddress, wrapping, type Context } from '../../../chain/index.js'
import { ChainError, equalBytes, toUtf8 } from '../../../base/index.js'
import type { Ibc2Application, Payload, Received2 } from '../../../chain/ibc/index.js'
import {
  ibc2AckMessage,
  ibc2ReceiveMessage,
  ibc2SendMessage,
  ibc2TimeoutMessage,
  type Ibc2Place,
} from '../../../codec/wasm/index.js'
import { ErrIbcUnauthorized, ErrInvalid } from '../errors.js'
import { packetReceived, registered } from './application.js'
import type { IbcCalls } from './calls.js'
import { IBC2_PORT_PREFIX } from './ports.js'

/** Packets between clients, to ports of contracts. Source: wasmd x/wasm/keeper/ibc2.go. */
export class ContractApplication2 implements Ibc2Application {
  readonly #calls: IbcCalls

  constructor(calls: IbcCalls) {
    this.#calls = calls
  }

  /** Only the contract itself sends from its port. */
  onSend(ctx: Context, place: Ibc2Place, payload: Payload, signer: Uint8Array): void {
    const contract = registered(INVALID, () => contractOf2(ctx, payload.sourcePort))
    const from = addressText(ctx.prefix, signer)
    if (!equalBytes(signer, contract))
      throw ErrIbcUnauthorized.error(`signer ${from} is different from contract ${addressText(ctx.prefix, contract)}`)
    const msg = ibc2SendMessage(place, payload, from)
    wrapping('on ibc2 send', () => this.#calls.notify(ctx, contract, 'ibc2_packet_send', msg))
  }

  onReceive(ctx: Context, place: Ibc2Place, payload: Payload, relayer: Uint8Array): Received2 {
    const contract = registered(INVALID, () => contractOf2(ctx, payload.destinationPort))
    const events = new EventManager()
    const msg = ibc2ReceiveMessage(place, payload, addressText(ctx.prefix, relayer))
    const received = this.#receive(ctx.withEvents(events), contract, msg)
    // Events of a packet with an asynchronous acknowledgement are lost, as in the reference.
    if (received.status === 'success') ctx.events.emit(...events.events)
    ctx.events.emit(packetReceived(ctx, contract, received.status !== 'failure'))
    return received
  }

  #receive(ctx: Context, contract: Uint8Array, msg: Uint8Array): Received2 {
    let received: ReturnType<IbcCalls['receive']>
    try {
      received = this.#calls.receive(ctx, contract, 'ibc2_packet_receive', msg)
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      return { status: 'failure', acknowledgement: toUtf8(error.log) }
    }
    if ('error' in received) return { status: 'failure', acknowledgement: toUtf8(received.error) }
    const { acknowledgement } = received
    return acknowledgement === undefined ? { status: 'async' } : { status: 'success', acknowledgement }
  }

  onAcknowledge(
    ctx: Context,
    place: Ibc2Place,
    acknowledgement: Uint8Array,
    payload: Payload,
    relayer: Uint8Array,
  ): void {
    const contract = wrapping('contract port id', () => contractOf2(ctx, payload.sourcePort))
    const msg = ibc2AckMessage(place, payload, acknowledgement, addressText(ctx.prefix, relayer))
    wrapping('on ack', () => this.#calls.notify(ctx, contract, 'ibc2_packet_ack', msg))
  }

  onTimeout(ctx: Context, place: Ibc2Place, payload: Payload, relayer: Uint8Array): void {
    const contract = wrapping('contract port id', () => contractOf2(ctx, payload.sourcePort))
    const msg = ibc2TimeoutMessage(place, payload, addressText(ctx.prefix, relayer))
    wrapping('on timeout', () => this.#calls.notify(ctx, contract, 'ibc2_packet_timeout', msg))
  }
}

const INVALID = 'Invalid contract port id'

/** @throws ChainError wasm/14, undefined/1 */
function contractOf2(ctx: Context, portId: string): Uint8Array {
  if (!portId.startsWith(IBC2_PORT_PREFIX)) throw ErrInvalid.error('without prefix')
  return parseAccAddress(ctx.prefix, ctx.prefix + portId.slice(IBC2_PORT_PREFIX.length))
}

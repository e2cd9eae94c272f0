import { addressText, parseAccAddress, wrapping, type Context } from '../../../chain/index.js'
import { equalBytes } from '../../../base/index.js'
import { destinationCallbackMessage, sourceCallbackMessage, type IbcTransfer } from '../../../codec/wasm/index.js'
import { ErrExecuteFailed } from '../errors.js'
import type { IbcCalls } from './calls.js'
import type { AcknowledgementBytes, ContractIbc, Packet } from './expected.js'
import { packetView } from './packets.js'

/** Calls back the contracts named in a packet's memo. Source: wasmd x/wasm/ibc.go `IBC…Callback`. */
export class ContractCallbacks {
  readonly #calls: IbcCalls
  readonly #ibc: ContractIbc

  constructor(calls: IbcCalls, ibc: ContractIbc) {
    this.#calls = calls
    this.#ibc = ibc
  }

  /** Only checks. */
  onSend(ctx: Context, contract: string, sender: string): void {
    senderOf(ctx, contract, sender)
  }

  onAcknowledge(
    ctx: Context,
    packet: Packet,
    acknowledgement: Uint8Array,
    relayer: Uint8Array,
    contract: string,
    sender: string,
  ): void {
    const address = senderOf(ctx, contract, sender)
    const msg = sourceCallbackMessage(packetView(packet), acknowledgement, addressText(ctx.prefix, relayer))
    wrapping('on source chain callback ack', () => this.#calls.notify(ctx, address, 'ibc_source_callback', msg))
  }

  onTimeout(ctx: Context, packet: Packet, relayer: Uint8Array, contract: string, sender: string): void {
    const address = senderOf(ctx, contract, sender)
    const msg = sourceCallbackMessage(packetView(packet), undefined, addressText(ctx.prefix, relayer))
    wrapping('on source chain callback timeout', () => this.#calls.notify(ctx, address, 'ibc_source_callback', msg))
  }

  onReceive(ctx: Context, packet: Packet, ack: AcknowledgementBytes, contract: string, version: string): void {
    const address = parseAccAddress(ctx.prefix, contract)
    const isTransfer = packet.destinationPort === this.#ibc.transferPort(ctx) && ack.success
    const transfer = isTransfer ? this.#transfer(ctx, packet, version) : undefined
    const msg = destinationCallbackMessage(packetView(packet), ack.bytes, transfer)
    wrapping('on destination chain callback', () => this.#calls.notify(ctx, address, 'ibc_destination_callback', msg))
  }

  #transfer(ctx: Context, packet: Packet, version: string): IbcTransfer {
    const { sender, receiver, denom, amount } = wrapping('unmarshal transfer packet data', () =>
      this.#ibc.received(packet, version),
    )
    const address = parseAccAddress(ctx.prefix, receiver)
    return { receiver: addressText(ctx.prefix, address), sender, funds: [{ denom, amount }] }
  }
}

/** On the source chain, only the contract that sent the packet is called back. @throws ChainError wasm/5, undefined/1 */
function senderOf(ctx: Context, contract: string, sender: string): Uint8Array {
  const address = wrapping('contract address', () => parseAccAddress(ctx.prefix, contract))
  const from = wrapping('packet sender address', () => parseAccAddress(ctx.prefix, sender))
  if (!equalBytes(address, from))
    throw ErrExecuteFailed.error(
      `contract address ${contract} does not match packet sender ${addressText(ctx.prefix, from)}`,
    )
  return address
}

import {
  ErrInvalidAddress,
  ErrUnknownRequest,
  parseAccAddress,
  rethrowing,
  wrapping,
  type Context,
} from '../../../chain/index.js'
import { readStrictPacketData } from '../../../chain/ibc/index.js'
import { GoJsonError } from '../../../codec/go-json/index.js'
import { decodeAcknowledgement } from '../../../codec/ibc/index.js'
import { TransferApplication } from '../application.js'
import type { Packet, PacketOutcome } from '../expected.js'
import type { NeutronTransfers } from './transfers.js'

/** Transfers that report their outcome to the contract that sent them. Source: neutron x/transfer/module.go, ibc_handlers.go (06e81b9f). */
export class NeutronTransferApplication extends TransferApplication {
  readonly #transfers: NeutronTransfers

  constructor(transfers: NeutronTransfers) {
    super(transfers.keeper)
    this.#transfers = transfers
  }

  override onAcknowledge(
    ctx: Context,
    version: string,
    packet: Packet,
    acknowledgement: Uint8Array,
    relayer: Uint8Array,
  ): void {
    wrapping('failed to process original OnAcknowledgementPacket', () =>
      super.onAcknowledge(ctx, version, packet, acknowledgement, relayer),
    )
    const ack = readJson('acknowledgement', () => decodeAcknowledgement(acknowledgement))
    const contract = this.#contractOf(ctx, packet)
    if (contract === undefined) return
    this.#transfers.fees?.distributeAcknowledged(ctx, relayer, packetId(packet))
    const outcome: PacketOutcome = 'none' in ack ? { result: undefined } : ack
    this.#transfers.contracts.onPacket(ctx, contract, packet, outcome)
  }

  override onTimeout(ctx: Context, version: string, packet: Packet, relayer: Uint8Array): void {
    wrapping('failed to process original OnTimeoutPacket', () => super.onTimeout(ctx, version, packet, relayer))
    const contract = this.#contractOf(ctx, packet)
    if (contract === undefined) return
    this.#transfers.fees?.distributeTimedOut(ctx, relayer, packetId(packet))
    this.#transfers.contracts.onPacket(ctx, contract, packet, undefined)
  }

  override onOpenAck(ctx: Context, portId: string, channelId: string, otherId: string, version: string): void {
    // Nolus's module has no function of its own here.
    if (this.#transfers.release === 'nolus') return super.onOpenAck(ctx, portId, channelId, otherId, version)
    wrapping('failed to process original OnChanOpenAck', () =>
      super.onOpenAck(ctx, portId, channelId, otherId, version),
    )
    this.#transfers.addEscrow(ctx, portId, channelId)
  }

  override onOpenConfirm(ctx: Context, portId: string, channelId: string): void {
    super.onOpenConfirm(ctx, portId, channelId)
    this.#transfers.addEscrow(ctx, portId, channelId)
  }

  /** The sender of a packet if it is a contract. */
  #contractOf(ctx: Context, packet: Packet): Uint8Array | undefined {
    const { sender } = readJson('data', () => readStrictPacketData(packet.data))
    const address = rethrowing(
      (error) => ErrInvalidAddress.error(`failed to decode address from bech32: ${error.log}`),
      () => parseAccAddress(ctx.prefix, sender),
    )
    return this.#transfers.contracts.hasContract(ctx, address) ? address : undefined
  }
}

const packetId = ({ sourcePort, sourceChannel, sequence }: Packet) => ({
  portId: sourcePort,
  channelId: sourceChannel,
  sequence,
})

/** @throws ChainError sdk/6 */
function readJson<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-20 transfer packet ${what}: ${error.shortMessage}`)
  }
}

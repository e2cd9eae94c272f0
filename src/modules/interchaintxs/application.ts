import { ErrUnknownRequest, wrapping, type Context } from '../../chain/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import { decodeAcknowledgement, encodeAcknowledgement, errorAcknowledgement } from '../../codec/ibc/index.js'
import type { AcknowledgementBytes, Contracts, FeeKeeper, IbcApplication, Packet } from './expected.js'
import { contractOfPort } from './owner.js'

/** Calls the contract that owns an account with the outcome of its channel and packets. Source: neutron x/interchaintxs/ibc_module.go, keeper/ibc_handlers.go. */
export class InterchainTxsApplication implements IbcApplication {
  readonly #contracts: Contracts
  readonly #fees: FeeKeeper | undefined

  /** @param fees those of the relayers; undefined where contracts pay none */
  constructor(contracts: Contracts, fees: FeeKeeper | undefined) {
    this.#contracts = contracts
    this.#fees = fees
  }

  readonly onOpenInit: IbcApplication['onOpenInit'] = (_ctx, _opening, version) => version
  readonly onOpenTry: IbcApplication['onOpenTry'] = () => ''
  onOpenAck(ctx: Context, portId: string, channelId: string, counterpartyChannelId: string, version: string): void {
    const channel = { portId, channelId, counterpartyChannelId, counterpartyVersion: version }
    this.#contracts.onOpenAck(ctx, ownerOf(ctx, portId), channel)
  }
  onOpenConfirm(): void {}
  onCloseInit(): void {}
  onCloseConfirm(): void {}

  /** An error without its own code. */
  onReceive(): AcknowledgementBytes {
    return { success: false, bytes: encodeAcknowledgement(errorAcknowledgement({ code: 1 })) }
  }
  onAcknowledge(
    ctx: Context,
    _version: string,
    packet: Packet,
    acknowledgement: Uint8Array,
    relayer: Uint8Array,
  ): void {
    const contract = ownerOf(ctx, packet.sourcePort)
    const ack = readAcknowledgement(acknowledgement)
    this.#fees?.distributeAcknowledged(ctx, relayer, packetId(packet))
    this.#contracts.onPacket(ctx, contract, packet, 'none' in ack ? { result: undefined } : ack)
  }
  onTimeout(ctx: Context, _version: string, packet: Packet, relayer: Uint8Array): void {
    const contract = ownerOf(ctx, packet.sourcePort)
    this.#fees?.distributeTimedOut(ctx, relayer, packetId(packet))
    this.#contracts.onPacket(ctx, contract, packet, undefined)
  }
}

const ownerOf = (ctx: Context, portId: string): Uint8Array =>
  wrapping('failed to get ica owner from port', () => contractOfPort(ctx.prefix, portId))

const packetId = ({ sourcePort, sourceChannel, sequence }: Packet) => ({
  portId: sourcePort,
  channelId: sourceChannel,
  sequence,
})

/** @throws ChainError sdk/6 */
function readAcknowledgement(bytes: Uint8Array): ReturnType<typeof decodeAcknowledgement> {
  try {
    return decodeAcknowledgement(bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    throw ErrUnknownRequest.error(`cannot unmarshal ICS-27 packet acknowledgement: ${error.shortMessage}`)
  }
}

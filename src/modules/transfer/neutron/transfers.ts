import { ErrInvalidAddress, parseAccAddress, rethrowing, wrapping, type Context } from '../../../chain/index.js'
import { msgTransferText, type MsgTransfer } from '../../../codec/neutron/transfer.js'
import { ErrSequenceSendNotFound } from '../errors.js'
import type { Channel, ContractCallbacks, EscrowKeeper, FeeKeeper } from '../expected.js'
import type { TransferKeeper } from '../keeper.js'
import { escrowAddress } from '../keys.js'
import { validateRequest } from '../request.js'
import type { Fee } from '../../../codec/neutron/feerefunder.js'
import type { NeutronRelease } from '../../../codec/neutron/release.js'

type ChannelsOfPort = (
  ctx: Context,
  portPrefix: string,
) => Iterable<Channel & { readonly portId: string; readonly channelId: string }>

export interface NeutronTransferOptions {
  readonly keeper: TransferKeeper
  /** Those that contracts lock for relayers; undefined on Nolus, where they pay none. */
  readonly fees: FeeKeeper | undefined
  readonly contracts: ContractCallbacks
  readonly escrows: readonly EscrowKeeper[]
  /** Default: Neutron's. */
  readonly release?: NeutronRelease | undefined
  /** Channels whose port has this prefix. */
  readonly channelsOfPort: ChannelsOfPort
  /** @throws ChainError sdk/10 for invalid fees */
  readonly validateFee: (fee: Fee) => void
}

/** Neutron's transfers, for which contracts lock relayer fees. Source: neutron x/transfer/keeper/keeper.go (06e81b9f). */
export class NeutronTransfers {
  readonly keeper: TransferKeeper
  readonly release: NeutronRelease
  readonly fees: FeeKeeper | undefined
  readonly contracts: ContractCallbacks
  readonly channelsOfPort: ChannelsOfPort
  readonly #escrows: readonly EscrowKeeper[]
  readonly #validateFee: (fee: Fee) => void

  constructor(options: NeutronTransferOptions) {
    this.keeper = options.keeper
    this.release = options.release ?? 'neutron'
    this.fees = options.fees
    this.contracts = options.contracts
    this.channelsOfPort = options.channelsOfPort
    this.#escrows = options.escrows
    this.#validateFee = options.validateFee
  }

  /** @returns the packet's sequence */
  transfer(ctx: Context, msg: MsgTransfer): bigint {
    const sender = this.#sender(ctx, msg.sender)
    const { fees } = this
    const isContract = this.contracts.hasContract(ctx, sender)
    wrapping('failed to validate MsgTransfer', () => {
      if (isContract && fees !== undefined) this.#validateFee(msg.fee)
      validateRequest(msg)
    })
    const { sourcePort: portId, sourceChannel: channelId } = msg
    const sequence = this.keeper.channels.nextSend(ctx, portId, channelId)
    if (sequence === undefined)
      throw ErrSequenceSendNotFound.error(`source port: ${portId}, source channel: ${channelId}`)
    if (isContract && fees !== undefined) {
      wrapping(
        () => `failed to lock fees to pay for transfer msg: ${msgTransferText(msg)}`,
        () => fees.lock(ctx, sender, { portId, channelId, sequence }, msg.fee),
      )
    }
    this.keeper.transfer(ctx, msg)
    return sequence
  }

  /** Records the account of a channel in each factory. Source: x/transfer/module.go `OnChanOpenAck`, `OnChanOpenConfirm` */
  addEscrow(ctx: Context, portId: string, channelId: string): void {
    const address = escrowAddress(portId, channelId)
    for (const escrows of this.#escrows) escrows.addEscrow(ctx, address)
  }

  #sender(ctx: Context, sender: string): Uint8Array {
    return rethrowing(
      () => ErrInvalidAddress.error(`failed to parse address: ${sender}`),
      () => parseAccAddress(ctx.prefix, sender),
    )
  }
}

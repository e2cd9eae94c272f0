import type { Context, Module } from '../../chain/index.js'
import {
  packetCallback,
  type ContractManagerKeeper,
  type Packet as CallbackPacket,
} from '../../modules/contractmanager/index.js'
import { FeeRefunderKeeper, validateFee } from '../../modules/feerefunder/index.js'
import { channelsOfPort, getChannel, IbcKeeper, type Packet } from '../../modules/ibc/index.js'
import {
  NeutronTransferApplication,
  NeutronTransfers,
  TRANSFER,
  type ContractCallbacks,
  type EscrowKeeper,
  type TransferKeeper,
} from '../../modules/transfer/index.js'
import type { ContractIbc } from '../../modules/wasm/index.js'
import type { Keepers } from '../chain-parts.js'
import { connectContracts } from '../contract-ibc.js'
import { authorityOf, transferKeeper } from '../ibc.js'
import { layered, STACKS } from '../ibc-stacks.js'

export interface NeutronIbc {
  readonly core: IbcKeeper
  readonly fees: FeeRefunderKeeper
  readonly transfer: TransferKeeper
  /** Transfers with fees for relayers. */
  readonly feeTransfers: NeutronTransfers
  /** What contracts need from IBC. */
  readonly contractIbc: ContractIbc
  /** Modules of the layers around the transfers. */
  readonly modules: readonly Module[]
}

/** IBC with Neutron's transfers: callbacks under the sudo limit, and escrowed relayer fees. Source: neutron app/app.go. */
export function neutronIbc(
  keepers: Keepers,
  manager: ContractManagerKeeper,
  escrows: readonly EscrowKeeper[],
): NeutronIbc {
  const { prefix } = keepers.accounts
  const core = new IbcKeeper({ authority: authorityOf(prefix) })
  const fees = new FeeRefunderKeeper({
    bank: keepers.plainBank,
    hasChannel: (ctx, portId, channelId) => getChannel(ctx, portId, channelId) !== undefined,
    authority: authorityOf(prefix),
  })
  const stack = layered(STACKS.neutron.transfer, core.packets, {
    keepers,
    transfer: () => transfer,
    application: () => application,
    contracts: () => contracts,
    authority: authorityOf(prefix),
  })
  const transfer = transferKeeper(keepers, stack.channels)
  const feeTransfers = new NeutronTransfers({
    keeper: transfer,
    fees,
    contracts: contractCallbacks(keepers, manager),
    escrows,
    channelsOfPort,
    validateFee,
  })
  const application = new NeutronTransferApplication(feeTransfers)
  core.router.add(TRANSFER, stack.over(application))
  const { callbacks: contracts, contractIbc } = connectContracts(keepers, core, transfer, stack.channels)
  return { core, fees, transfer, feeTransfers, contractIbc, modules: stack.modules }
}

/** Reports the outcome of packets to contracts, under the sudo limit. */
export function contractCallbacks({ wasm }: Keepers, manager: ContractManagerKeeper): ContractCallbacks {
  return {
    hasContract: (ctx: Context, address: Uint8Array) => wasm.hasContract(ctx, address),
    onPacket: (ctx, contract, packet, outcome) =>
      void manager.callback(ctx, contract, packetCallback(callbackPacket(packet), outcome)),
  }
}

/** A packet with the member names of the callbacks' JSON. */
export const callbackPacket = (packet: Packet): CallbackPacket => ({
  sequence: packet.sequence,
  source_port: packet.sourcePort,
  source_channel: packet.sourceChannel,
  destination_port: packet.destinationPort,
  destination_channel: packet.destinationChannel,
  data: packet.data,
  timeout_height: {
    revision_number: packet.timeoutHeight.revisionNumber,
    revision_height: packet.timeoutHeight.revisionHeight,
  },
  timeout_timestamp: packet.timeoutTimestamp,
})

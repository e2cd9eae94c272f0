import { addressText } from '../chain/address.js'
import type { Context } from '../chain/context.js'
import { moduleAddress } from '../modules/auth/index.js'
import { assertSendEnabled, hasMetadata, setMetadata } from '../modules/bank/index.js'
import type { ContractManagerKeeper } from '../modules/contractmanager/index.js'
import { packetCallback, type Packet as CallbackPacket } from '../modules/contractmanager/index.js'
import { FeeRefunderKeeper, validateFee } from '../modules/feerefunder/index.js'
import {
  CallbackMiddleware,
  callbackSender,
  channelsOfPort,
  counterpartyOf,
  getChannel,
  getSequence,
  IbcKeeper,
  nextSendKey,
  type CallbackContracts,
  type Packet,
} from '../modules/ibc/index.js'
import {
  layered,
  layeredSender,
  NeutronTransferApplication,
  NeutronTransfers,
  TRANSFER,
  TransferApplication,
  TransferKeeper,
  type Channels,
  type ContractCallbacks,
  type EscrowKeeper,
  type PacketSender,
} from '../modules/transfer/index.js'
import type { ChainApp } from './chain-app.js'
import type { Keepers } from './chain-parts.js'
import { connectContracts } from './contract-ibc.js'

export const channels: Channels = {
  get: getChannel,
  nextSend: (ctx, portId, channelId) => getSequence(ctx, nextSendKey(portId, channelId)),
  assertPaired: (ctx, clientId) => void counterpartyOf(ctx, clientId),
}

const authorityOf = (prefix: string): string => addressText(prefix, moduleAddress('gov'))

const transferKeeper = ({ bank, accounts }: Keepers, sender: PacketSender): TransferKeeper =>
  new TransferKeeper({
    bank,
    settings: { assertSendEnabled, hasMetadata, setMetadata },
    channels,
    sender,
    account: moduleAddress(TRANSFER),
    authority: authorityOf(accounts.prefix),
  })

export interface PlainIbc {
  readonly core: IbcKeeper
  readonly transfer: TransferKeeper
  /** Calls contracts back that the memo of a packet names. */
  readonly contracts: CallbackContracts
}
export interface NeutronIbc {
  readonly core: IbcKeeper
  readonly fees: FeeRefunderKeeper
  readonly transfer: TransferKeeper
  /** Transfers with fees for relayers. */
  readonly feeTransfers: NeutronTransfers
}

/** A chain with IBC. */
export type IbcApp = ChainApp & { readonly ibc: { readonly core: IbcKeeper; readonly transfer: TransferKeeper } }

/** IBC with transfers on their port, as ibc-go has them, and callbacks for contracts. Source: wasmd app/app.go. */
export function plainIbc(keepers: Keepers): PlainIbc {
  const core = new IbcKeeper({ authority: authorityOf(keepers.accounts.prefix) })
  const contracts = connectContracts(keepers, core, { port: (ctx) => transfer.port(ctx) }, core.packets)
  const sender = callbackSender(core.packets, (...packet) => application.readMemo(...packet), contracts)
  const transfer: TransferKeeper = transferKeeper(keepers, sender)
  const application = new TransferApplication(transfer)
  core.router.add(TRANSFER, new CallbackMiddleware(application, contracts))
  return { core, transfer, contracts }
}

/** IBC with Neutron's transfers, which call contracts back under the sudo limit and hold their fees. Source: neutron app/app.go. */
export function neutronIbc(keepers: Keepers, manager: ContractManagerKeeper, escrows: EscrowKeeper): NeutronIbc {
  const { prefix } = keepers.accounts
  const core = new IbcKeeper({ authority: authorityOf(prefix) })
  const fees = new FeeRefunderKeeper({
    bank: keepers.bank,
    hasChannel: (ctx, portId, channelId) => getChannel(ctx, portId, channelId) !== undefined,
    authority: authorityOf(prefix),
  })
  const sender = layeredSender(channels, core.packets)
  const transfer = transferKeeper(keepers, sender)
  const feeTransfers = new NeutronTransfers({
    keeper: transfer,
    fees,
    contracts: contractCallbacks(keepers, manager),
    escrows,
    channelsOfPort,
    validateFee,
  })
  core.router.add(
    TRANSFER,
    layered(new NeutronTransferApplication(feeTransfers), transfer, {
      execute: (...call) => keepers.wasm.contracts.execute(...call),
    }),
  )
  connectContracts(keepers, core, transfer, sender)
  return { core, fees, transfer, feeTransfers }
}

function contractCallbacks({ wasm }: Keepers, manager: ContractManagerKeeper): ContractCallbacks {
  return {
    hasContract: (ctx: Context, address: Uint8Array) => wasm.hasContract(ctx, address),
    onPacket: (ctx, contract, packet, outcome) =>
      void manager.callback(ctx, contract, packetCallback(callbackPacket(packet), outcome)),
  }
}

/** A packet under the names of the callbacks' JSON. */
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

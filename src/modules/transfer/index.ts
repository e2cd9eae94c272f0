export { TransferApplication } from './application.js'
export { bankDenom, denomOf, receivedDenom } from './denom.js'
export type {
  BankKeeper,
  BankSettings,
  Channels,
  ContractCallbacks,
  EscrowKeeper,
  FeeKeeper,
  PacketOutcome,
  PacketSender,
} from './expected.js'
export { TransferKeeper, type TransferOptions } from './keeper.js'
export { escrowAddress, STORE as TRANSFER_STORE, TRANSFER } from './keys.js'
export { transferModule } from './module.js'
export { decodePacketData } from './packet-data.js'
export { NeutronTransferApplication } from './neutron/application.js'
export { ibcTransferBinding } from './neutron/binding.js'
export { layered, layeredSender } from './neutron/layers.js'
export { neutronTransferModule } from './neutron/module.js'
export { NeutronTransfers } from './neutron/transfers.js'
export type { TransferRequest } from './request.js'

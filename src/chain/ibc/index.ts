/** What modules of IBC share: packets, acknowledgements, denominations and middleware. */
export { acknowledgementBytes, hasAckError, refused } from './acknowledgement.js'
export { consensusStateFields, readConsensusFields, rootOf } from './consensus-state.js'
export { bankDenom, denomOf, hashOf, hashText, hasPrefix, pathOf, receivedDenom, type Denom } from './denom.js'
export { escrowAddress } from './escrow.js'
export { isObject, memoObject, readable, type JsonObject } from './memo.js'
export {
  applicationUnder,
  channelsOver,
  passingApplication,
  sendingChannels,
  type IbcMiddleware,
} from './middleware.js'
export type {
  AcknowledgementBytes,
  Channel,
  ChannelOpening,
  IbcApplication,
  Ics4Wrapper,
  Packet,
  PacketSender,
} from './port.js'
export type { Ibc2Application, PacketClients, PacketSender2, Payload, Received2, Sending2 } from './port2.js'
export { verifyStorageValues } from './storage-values.js'
export {
  encodePacketData,
  encodeStrictPacketData,
  packetAmount,
  readPacketData,
  readStrictPacketData,
  type PacketData,
} from './transfer-data.js'

export { binary, hexBinary, jsonBinary } from './binary.js'
export { coin, coins, type CoinParts } from './coins.js'
export { commands, type CommandOptions, type CommandResult } from './commands.js'
export { faults, type FaultParts } from './faults.js'
export { gasLimits } from './gas.js'
export { messages, wrongMessages, type MessageOptions } from './messages.js'
export { decimal, signed, uint128, uint64, unsigned } from './numbers.js'
export {
  deliveryOrders,
  packetFilter,
  packetOutcomes,
  type DeliveryOrderOptions,
  type OutcomeKind,
  type PacketOutcome,
} from './packets.js'
export { kvResults, txResults, type KvParts, type TxParts } from './queries.js'

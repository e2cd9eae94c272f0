export { binary, hexBinary, jsonBinary } from '../../schema/index.js'
export { coin, coins, type CoinParts } from '../../schema/index.js'
export { commands, type CommandOptions, type CommandResult } from './commands.js'
export { faults, type FaultParts } from './faults.js'
export { gasLimits } from './gas.js'
export { messages, wrongMessages, type MessageOptions } from '../../schema/index.js'
export { decimal, signed, uint128, uint64, unsigned } from '../../schema/index.js'
export {
  deliveryOrders,
  packetFilter,
  packetOutcomes,
  type DeliveryOrderOptions,
  type OutcomeKind,
  type PacketOutcome,
} from './packets.js'
export { kvResults, txResults, type KvParts, type TxParts } from './queries.js'

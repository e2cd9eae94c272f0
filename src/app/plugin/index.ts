/** Plug-ins: what users add to a chain. */
export { assertFreeNames, AttachedPlugin, ownBindings, pluginAccounts } from './attach.js'
export type { PluginBank } from './bank.js'
export type { Check, StandardSchema } from './check.js'
export type { ContractContext, PluginContext, PluginGas } from './context.js'
export type { PluginContractInfo, PluginContracts } from './contracts.js'
export {
  customMessage,
  customQuery,
  definePlugin,
  isPlugin,
  routesOfPlugin,
  type CustomAnswerOf,
  type CustomMessage,
  type CustomMessageOf,
  type CustomQuery,
  type CustomQueryOf,
  type Plugin,
  type PluginGenesis,
  type PluginSpec,
} from './define.js'
export { pluginParams, type PluginParams } from './params.js'
export { grpcQuery, protoMessage, type ProtoCodec } from './protobuf.js'
export {
  storeItem,
  storeMap,
  type PluginStore,
  type StoreItem,
  type StoreKey,
  type StoreMap,
  type StoreRange,
  type ValueCodec,
} from './store.js'

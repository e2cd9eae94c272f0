/** What tests need to write doubles. */
export {
  fromJsonBinary,
  toJsonBinary,
  type DoubleApi,
  type DoubleQuerier,
  type DoubleStorage,
  type ReadOnlyDoubleStorage,
  type StorageRange,
} from './deps.js'
export type {
  AnswersOf,
  Double,
  DoubleDeps,
  DoubleGas,
  DoubleQueryDeps,
  DoubleTypes,
  Env,
  MessageInfo,
  MigrateInfo,
  Of,
  Reply,
  ReplyEvent,
} from './double.js'
export {
  ContractResponse,
  type Attribute,
  type ContractEvent,
  type CosmosMsg,
  type DoubleResponse,
  type IbcOpenResponse,
  type IbcReceiveResponse,
  type ResponseJson,
  type SubMsg,
} from './response.js'

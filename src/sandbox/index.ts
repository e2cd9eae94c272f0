/** `sudobox`: two chains with real contracts in one process. */
export { createSandbox, type SandboxSetting } from './api/create-sandbox.js'
export type { SandboxOptions } from './api/options.js'
export type { ChainKind, ChainNames } from './api/kinds.js'
export type { ChainLink } from './api/links.js'
export {
  customMessage,
  customQuery,
  definePlugin,
  grpcQuery,
  pluginParams,
  protoMessage,
  storeItem,
  storeMap,
  type Check,
  type ContractContext,
  type CustomAnswerOf,
  type CustomMessage,
  type CustomMessageOf,
  type CustomQuery,
  type CustomQueryOf,
  type Plugin,
  type PluginBank,
  type PluginContext,
  type PluginContractInfo,
  type PluginContracts,
  type PluginGas,
  type PluginGenesis,
  type PluginParams,
  type PluginSpec,
  type PluginStore,
  type ProtoCodec,
  type StandardSchema,
  type StoreItem,
  type StoreKey,
  type StoreMap,
  type StoreRange,
  type ValueCodec,
} from '../app/plugin/index.js'
export type { GenesisDocument } from '../app/index.js'
export type { Recording, RecordedFixture, RecordOptions } from './record/recording.js'
export type { Exactness } from './record/expectation.js'
export { Sandbox, type CodeCoverage, type SandboxChange } from './api/sandbox.js'
export type { ChainPorts, SandboxServer, SandboxUrls, ServeOptions } from './api/serve.js'
export { Validators } from './api/validators.js'
export type { EvidenceBlock } from './host/misbehaviour.js'
export type { ValidatorNode } from './host/validators.js'
export { ChainHaltedError, type BlockRun, type BlockStage } from '../chain/index.js'
export { ChainState, type Holder, type StateRecord } from './api/chain-state.js'
export { SandboxChain, type AccountOptions, type CallbackOptions } from './api/chain.js'
export { Account, type IbcTransferOptions, type InstantiateOptions, type TxOptions } from './api/account.js'
export { ImpersonatedAccount } from './api/impersonated-account.js'
export type { MockOf, MockOptions } from './api/mock.js'
export type { Actor } from './host/actor.js'
export * from '../vm/doubles/public.js'
export { Contract, type ContractRef } from './api/contract.js'
export type { AnyContract, ContractTypes, TypedContract } from './api/contract-types.js'
export type {
  DeployOptions,
  EthereumCallOptions,
  EthereumTxOptions,
  ReadFunctions,
  SolidityArtifact,
  TypedSolidityContract,
  WriteFunctions,
} from './api/solidity/contract-types.js'
export { EthereumCallError, type EthereumAnswer, type EthereumTxResult } from './tx/ethereum/deliver.js'
export type { EthereumLog, EthereumOutcome } from './tx/ethereum/outcome.js'
export { RawMessage, type CoinsInput, type FaultOptions, type MessageInput, type WasmInput } from './api/input.js'
export { action, ACTION_VERSION, type Action, type ActionInput } from './actions/schema.js'
export type { TxMessage } from './tx/actions.js'
export {
  callbackMessage,
  type CallbackKind,
  type CallbackMessage,
  type CallbackMessageInput,
} from './tx/callback-message.js'
export { RepeatError, type Repeated } from './actions/repeat.js'
export type { Fault, SpentFault } from './faults/faults.js'
export type { FaultKind, HostCall } from './faults/actions.js'
export { attributeValues, TxError, type EventResult, type TxResult } from './tx/result.js'
export type { BlockRunResult } from './tx/block-runs.js'
export type { Coin } from '../codec/index.js'
export type { SandboxClient } from './api/client-type.js'
export type { NewBlocks, Outcome, Outcomes } from './actions/outcome.js'
export type { FailureRecord } from './host/failures.js'
export { Relayer, type RelayOptions } from './api/relayer.js'
export { RelayError } from './relayer/relay-error.js'
export type { ChannelStep, HeaderForgery, PacketFilter, PacketFilterInput, PacketStep } from './relayer/actions.js'
export type { DeliveryFailure } from './relayer/back-off.js'
export type {
  FailedDelivery,
  IbcHeight,
  PacketInfo,
  PacketResult,
  PayloadInfo,
  PacketState,
  PendingPacket,
  Proofs,
} from './relayer/outcome.js'
export type { Journey, JourneyEvent, JourneyState, JourneyStep, PacketOrigin } from './relayer/journeys.js'
export { journeyLines } from './relayer/journey-text.js'
export { QueryRelayer, type DeliverAllOptions, type DeliverOptions } from './api/query-relayer.js'
export {
  QueryRelayError,
  type FailedQuery,
  type PendingQuery,
  type QueryDelivery,
  type QueryFailure,
} from './query-relayer/outcome.js'
export type { QueryLie } from './query-relayer/actions.js'
export type { Head } from './actions/head.js'
export type { DebugLine } from './trace/debug.js'
export { contractCalls, traceLines, type StorageUse, type SudoCall, type TraceNode } from './trace/trace.js'
export type { KeyType } from './host/keyring.js'
export type { Json } from './values/values.js'
export { ForkError, type ForkFailure, type ForkProgress } from '../fork/index.js'
export { ChainError, FixtureError, NotSupportedError, RpcError, SudoboxError, UsageError } from '../base/index.js'
export { VmError } from '../vm/internal.js'
export type { SourceFrame } from '../vm/debug/index.js'

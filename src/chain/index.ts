/** A chain without modules, and what a module is made of. */
export {
  addressHash,
  addressText,
  isBech32,
  operatorText,
  parseAccAddress,
  parseAddress,
  parseConsensus,
  parseOperator,
  parseParty,
  parseValAddress,
} from './address.js'
export { anyBelow } from './any-below.js'
export type { MessageGuard, ModuleOrder, ReleaseParts, GivenBlock } from './app-config.js'
export { App, type AppSnapshot } from './app.js'
export { assertAuthority, assertSignedBy, ErrInvalidSigner, updateParamsMessage } from './authority.js'
export { BLOCK_GAS_USED, BLOCK_TXS, blockGasOf, type BlockGas } from './block/block-gas.js'
export {
  BLOCK_RUNS,
  namedRun,
  type BlockRun,
  type BlockRunEnd,
  type BlockRunWatch,
  type BlockStage,
} from './block/block-run.js'
export type { Block, TxResult } from './block/block.js'
export { ChainHaltedError, Consensus } from './block/consensus-state.js'
export {
  blockGasLimit,
  consensusParams,
  decodeConsensusParams,
  encodeConsensusParams,
  type ConsensusParams,
} from './block/consensus.js'
export { HEADER_INFO } from './block/header-info.js'
export type { Node } from './block/nodes.js'
export { NO_STATE, setHash, SignedBlock, signedHeader, voteBytes } from './block/signed-block.js'
export type { ValidatorUpdate } from './block/validator-set.js'
export { namedValidator, signAs, type Validator } from './block/validators.js'
export { coinSet, lessCoins } from './coin-sets.js'
export { ContextKey, type BlockInfo, type Context, type Misbehaviour, type Vote } from './context.js'
export {
  failureOf,
  GRPC_CODES,
  GrpcError,
  grpcStatus,
  notInCollection,
  plainError,
  UncodedError,
  redactedText,
  registerError,
  rethrowing,
  reworded,
  withDetails,
  wrapError,
  wrapping,
  type GrpcCode,
  type RegisteredError,
} from './errors.js'
export { event, EventManager, withAttribute, type Attribute, type Event } from './events.js'
export { GAS_TAP } from './gas-tap.js'
export { FiniteGasMeter, GoPanic, InfiniteGasMeter, nilPointer, OutOfGasPanic, Panic, type GasMeter } from './gas.js'
export { GenesisReader } from './genesis-json.js'
export { KV_GAS } from './kv-gas.js'
export { message, type Message, type MessageDecoder, type Messages, type MessageSpec, type Module } from './module.js'
export {
  below,
  collectionPaginate,
  DEFAULT_LIMIT,
  filteredPaginate,
  paginate,
  walk,
  type PageRequest,
  type PageResponse,
} from './paging.js'
export type { MsgHandler, MsgRouter, QueryHandler, QueryRouter } from './router.js'
export {
  SDK_0_53,
  type ClientLimits,
  type Release,
  type ReleaseTexts,
  PATCHED_ADVISORIES,
  PATCHED_EVM_FAULTS,
  type PatchedAdvisory,
  type PatchedFault,
} from './release.js'
export { decoding, GrpcQueryRouter, MessageRouter, query, writtenQuery } from './routers.js'
export { CHAIN_CLASSES, DELETED_ROW } from './saved-classes.js'
export {
  ErrInsufficientFee,
  ErrInsufficientFunds,
  ErrInvalidAddress,
  ErrInvalidCoins,
  ErrInvalidGasLimit,
  ErrInvalidHeight,
  ErrInvalidPubKey,
  ErrInvalidRequest,
  ErrInvalidType,
  ErrJSONMarshal,
  ErrJSONUnmarshal,
  ErrKeyNotFound,
  ErrNotFound,
  ErrNotSupported,
  ErrOutOfGas,
  ErrPanic,
  ErrTxInMempoolCache,
  ErrTxTooLarge,
  ErrUnknownExtensionOptions,
  ErrUnauthorized,
  ErrUnknownAddress,
  ErrUnknownRequest,
} from './sdk-errors.js'
export { buildTx } from './tx/build.js'
export { onBranch } from './tx/on-branch.js'
export { recovered, type TxOutcome } from './tx/run.js'
export { rejectUnknownFields } from './tx/strict.js'
export { txDigest, txHash } from './tx/tx.js'

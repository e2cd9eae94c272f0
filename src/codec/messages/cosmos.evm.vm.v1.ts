// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import { PageRequest, PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  all,
  codec,
  given,
  one,
  optional,
  protoBool,
  protoBytes,
  protoInt32,
  protoInt64,
  protoInt64s,
  protoInteger,
  protoString,
  protoStrings,
  protoTime,
  protoUint32,
  protoUint64,
  timestampWriter,
  type Codec,
  writeGiven,
} from '../message.js'

export interface EventEthereumTx {
  readonly amount: string
  readonly ethHash: string
  readonly index: string
  readonly gasUsed: string
  readonly hash: string
  readonly recipient: string
  readonly ethTxFailed: string
}
export const EventEthereumTx: Codec<EventEthereumTx> = codec(
  'cosmos.evm.vm.v1.EventEthereumTx',
  (writer, message) => {
    writer.string(1, message.amount)
    writer.string(2, message.ethHash)
    writer.string(3, message.index)
    writer.string(4, message.gasUsed)
    writer.string(5, message.hash)
    writer.string(6, message.recipient)
    writer.string(7, message.ethTxFailed)
    return writer
  },
  (fields) => ({
    amount: protoString(fields, 1),
    ethHash: protoString(fields, 2),
    index: protoString(fields, 3),
    gasUsed: protoString(fields, 4),
    hash: protoString(fields, 5),
    recipient: protoString(fields, 6),
    ethTxFailed: protoString(fields, 7),
  }),
)

export interface EventTxLog {
  readonly txLogs: readonly string[]
}
export const EventTxLog: Codec<EventTxLog> = codec(
  'cosmos.evm.vm.v1.EventTxLog',
  (writer, message) => {
    writer.strings(1, message.txLogs)
    return writer
  },
  (fields) => ({ txLogs: protoStrings(fields, 1) }),
)

export interface EventMessage {
  readonly module: string
  readonly sender: string
  readonly txType: string
}
export const EventMessage: Codec<EventMessage> = codec(
  'cosmos.evm.vm.v1.EventMessage',
  (writer, message) => {
    writer.string(1, message.module)
    writer.string(2, message.sender)
    writer.string(3, message.txType)
    return writer
  },
  (fields) => ({ module: protoString(fields, 1), sender: protoString(fields, 2), txType: protoString(fields, 3) }),
)

export interface EventBlockBloom {
  readonly bloom: string
}
export const EventBlockBloom: Codec<EventBlockBloom> = codec(
  'cosmos.evm.vm.v1.EventBlockBloom',
  (writer, message) => {
    writer.string(1, message.bloom)
    return writer
  },
  (fields) => ({ bloom: protoString(fields, 1) }),
)

export interface Params {
  readonly evmDenom: string
  readonly extraEips: readonly bigint[]
  readonly evmChannels: readonly string[]
  readonly accessControl: AccessControl
  readonly activeStaticPrecompiles: readonly string[]
  readonly historyServeWindow: bigint
  readonly extendedDenomOptions: ExtendedDenomOptions | undefined
}
export const Params: Codec<Params> = codec(
  'cosmos.evm.vm.v1.Params',
  (writer, message) => {
    writer.string(1, message.evmDenom)
    writer.packedUint64s(4, message.extraEips)
    writer.strings(7, message.evmChannels)
    writer.message(8, AccessControl.encode(message.accessControl))
    writer.strings(9, message.activeStaticPrecompiles)
    writer.uint64(10, message.historyServeWindow)
    if (message.extendedDenomOptions !== undefined)
      writer.message(11, ExtendedDenomOptions.encode(message.extendedDenomOptions))
    return writer
  },
  (fields) => ({
    evmDenom: protoString(fields, 1),
    extraEips: protoInt64s(fields, 4),
    evmChannels: protoStrings(fields, 7),
    accessControl: one(fields, 8, AccessControl),
    activeStaticPrecompiles: protoStrings(fields, 9),
    historyServeWindow: protoUint64(fields, 10),
    extendedDenomOptions: optional(fields, 11, ExtendedDenomOptions),
  }),
)

export interface ExtendedDenomOptions {
  readonly extendedDenom: string
}
export const ExtendedDenomOptions: Codec<ExtendedDenomOptions> = codec(
  'cosmos.evm.vm.v1.ExtendedDenomOptions',
  (writer, message) => {
    writer.string(1, message.extendedDenom)
    return writer
  },
  (fields) => ({ extendedDenom: protoString(fields, 1) }),
)

export interface AccessControl {
  readonly create: AccessControlType
  readonly call: AccessControlType
}
export const AccessControl: Codec<AccessControl> = codec(
  'cosmos.evm.vm.v1.AccessControl',
  (writer, message) => {
    writer.message(1, AccessControlType.encode(message.create))
    writer.message(2, AccessControlType.encode(message.call))
    return writer
  },
  (fields) => ({ create: one(fields, 1, AccessControlType), call: one(fields, 2, AccessControlType) }),
)

export interface AccessControlType {
  readonly accessType: number
  readonly accessControlList: readonly string[]
}
export const AccessControlType: Codec<AccessControlType> = codec(
  'cosmos.evm.vm.v1.AccessControlType',
  (writer, message) => {
    writer.uint64(1, BigInt(message.accessType))
    writer.strings(2, message.accessControlList)
    return writer
  },
  (fields) => ({ accessType: protoInt32(fields, 1), accessControlList: protoStrings(fields, 2) }),
)

export interface ChainConfig {
  readonly homesteadBlock: bigint | undefined
  readonly daoForkBlock: bigint | undefined
  readonly daoForkSupport: boolean
  readonly eip150Block: bigint | undefined
  readonly eip155Block: bigint | undefined
  readonly eip158Block: bigint | undefined
  readonly byzantiumBlock: bigint | undefined
  readonly constantinopleBlock: bigint | undefined
  readonly petersburgBlock: bigint | undefined
  readonly istanbulBlock: bigint | undefined
  readonly muirGlacierBlock: bigint | undefined
  readonly berlinBlock: bigint | undefined
  readonly londonBlock: bigint | undefined
  readonly arrowGlacierBlock: bigint | undefined
  readonly grayGlacierBlock: bigint | undefined
  readonly mergeNetsplitBlock: bigint | undefined
  readonly chainId: bigint
  readonly denom: string
  readonly decimals: bigint
  readonly shanghaiTime: bigint | undefined
  readonly cancunTime: bigint | undefined
  readonly pragueTime: bigint | undefined
  readonly verkleTime: bigint | undefined
  readonly osakaTime: bigint | undefined
}
export const ChainConfig: Codec<ChainConfig> = codec(
  'cosmos.evm.vm.v1.ChainConfig',
  (writer, message) => {
    writeGiven(writer, 1, message.homesteadBlock)
    writeGiven(writer, 2, message.daoForkBlock)
    writer.bool(3, message.daoForkSupport)
    writeGiven(writer, 4, message.eip150Block)
    writeGiven(writer, 6, message.eip155Block)
    writeGiven(writer, 7, message.eip158Block)
    writeGiven(writer, 8, message.byzantiumBlock)
    writeGiven(writer, 9, message.constantinopleBlock)
    writeGiven(writer, 10, message.petersburgBlock)
    writeGiven(writer, 11, message.istanbulBlock)
    writeGiven(writer, 12, message.muirGlacierBlock)
    writeGiven(writer, 13, message.berlinBlock)
    writeGiven(writer, 17, message.londonBlock)
    writeGiven(writer, 18, message.arrowGlacierBlock)
    writeGiven(writer, 20, message.grayGlacierBlock)
    writeGiven(writer, 21, message.mergeNetsplitBlock)
    writer.uint64(24, message.chainId)
    writer.string(25, message.denom)
    writer.uint64(26, message.decimals)
    writeGiven(writer, 27, message.shanghaiTime)
    writeGiven(writer, 28, message.cancunTime)
    writeGiven(writer, 29, message.pragueTime)
    writeGiven(writer, 30, message.verkleTime)
    writeGiven(writer, 31, message.osakaTime)
    return writer
  },
  (fields) => ({
    homesteadBlock: given(fields, 1, protoInteger),
    daoForkBlock: given(fields, 2, protoInteger),
    daoForkSupport: protoBool(fields, 3),
    eip150Block: given(fields, 4, protoInteger),
    eip155Block: given(fields, 6, protoInteger),
    eip158Block: given(fields, 7, protoInteger),
    byzantiumBlock: given(fields, 8, protoInteger),
    constantinopleBlock: given(fields, 9, protoInteger),
    petersburgBlock: given(fields, 10, protoInteger),
    istanbulBlock: given(fields, 11, protoInteger),
    muirGlacierBlock: given(fields, 12, protoInteger),
    berlinBlock: given(fields, 13, protoInteger),
    londonBlock: given(fields, 17, protoInteger),
    arrowGlacierBlock: given(fields, 18, protoInteger),
    grayGlacierBlock: given(fields, 20, protoInteger),
    mergeNetsplitBlock: given(fields, 21, protoInteger),
    chainId: protoUint64(fields, 24),
    denom: protoString(fields, 25),
    decimals: protoUint64(fields, 26),
    shanghaiTime: given(fields, 27, protoInteger),
    cancunTime: given(fields, 28, protoInteger),
    pragueTime: given(fields, 29, protoInteger),
    verkleTime: given(fields, 30, protoInteger),
    osakaTime: given(fields, 31, protoInteger),
  }),
)

export interface State {
  readonly key: string
  readonly value: string
}
export const State: Codec<State> = codec(
  'cosmos.evm.vm.v1.State',
  (writer, message) => {
    writer.string(1, message.key)
    writer.string(2, message.value)
    return writer
  },
  (fields) => ({ key: protoString(fields, 1), value: protoString(fields, 2) }),
)

export interface TransactionLogs {
  readonly hash: string
  readonly logs: readonly Log[]
}
export const TransactionLogs: Codec<TransactionLogs> = codec(
  'cosmos.evm.vm.v1.TransactionLogs',
  (writer, message) => {
    writer.string(1, message.hash)
    for (const each of message.logs) writer.message(2, Log.encode(each))
    return writer
  },
  (fields) => ({ hash: protoString(fields, 1), logs: all(fields, 2, Log) }),
)

export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: Uint8Array
  readonly blockNumber: bigint
  readonly txHash: string
  readonly txIndex: bigint
  readonly blockHash: string
  readonly index: bigint
  readonly removed: boolean
  readonly blockTimestamp: bigint
}
export const Log: Codec<Log> = codec(
  'cosmos.evm.vm.v1.Log',
  (writer, message) => {
    writer.string(1, message.address)
    writer.strings(2, message.topics)
    writer.bytes(3, message.data)
    writer.uint64(4, message.blockNumber)
    writer.string(5, message.txHash)
    writer.uint64(6, message.txIndex)
    writer.string(7, message.blockHash)
    writer.uint64(8, message.index)
    writer.bool(9, message.removed)
    writer.uint64(10, message.blockTimestamp)
    return writer
  },
  (fields) => ({
    address: protoString(fields, 1),
    topics: protoStrings(fields, 2),
    data: protoBytes(fields, 3),
    blockNumber: protoUint64(fields, 4),
    txHash: protoString(fields, 5),
    txIndex: protoUint64(fields, 6),
    blockHash: protoString(fields, 7),
    index: protoUint64(fields, 8),
    removed: protoBool(fields, 9),
    blockTimestamp: protoUint64(fields, 10),
  }),
)

export interface TxResult {
  readonly contractAddress: string
  readonly bloom: Uint8Array
  readonly txLogs: TransactionLogs
  readonly ret: Uint8Array
  readonly reverted: boolean
  readonly gasUsed: bigint
}
export const TxResult: Codec<TxResult> = codec(
  'cosmos.evm.vm.v1.TxResult',
  (writer, message) => {
    writer.string(1, message.contractAddress)
    writer.bytes(2, message.bloom)
    writer.message(3, TransactionLogs.encode(message.txLogs))
    writer.bytes(4, message.ret)
    writer.bool(5, message.reverted)
    writer.uint64(6, message.gasUsed)
    return writer
  },
  (fields) => ({
    contractAddress: protoString(fields, 1),
    bloom: protoBytes(fields, 2),
    txLogs: one(fields, 3, TransactionLogs),
    ret: protoBytes(fields, 4),
    reverted: protoBool(fields, 5),
    gasUsed: protoUint64(fields, 6),
  }),
)

export interface AccessTuple {
  readonly address: string
  readonly storageKeys: readonly string[]
}
export const AccessTuple: Codec<AccessTuple> = codec(
  'cosmos.evm.vm.v1.AccessTuple',
  (writer, message) => {
    writer.string(1, message.address)
    writer.strings(2, message.storageKeys)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), storageKeys: protoStrings(fields, 2) }),
)

export interface TraceConfig {
  readonly tracer: string
  readonly timeout: string
  readonly reexec: bigint
  readonly disableStack: boolean
  readonly disableStorage: boolean
  readonly debug: boolean
  readonly limit: number
  readonly overrides: ChainConfig | undefined
  readonly enableMemory: boolean
  readonly enableReturnData: boolean
  readonly tracerJsonConfig: string
}
export const TraceConfig: Codec<TraceConfig> = codec(
  'cosmos.evm.vm.v1.TraceConfig',
  (writer, message) => {
    writer.string(1, message.tracer)
    writer.string(2, message.timeout)
    writer.uint64(3, message.reexec)
    writer.bool(5, message.disableStack)
    writer.bool(6, message.disableStorage)
    writer.bool(8, message.debug)
    writer.uint64(9, BigInt(message.limit))
    if (message.overrides !== undefined) writer.message(10, ChainConfig.encode(message.overrides))
    writer.bool(11, message.enableMemory)
    writer.bool(12, message.enableReturnData)
    writer.string(13, message.tracerJsonConfig)
    return writer
  },
  (fields) => ({
    tracer: protoString(fields, 1),
    timeout: protoString(fields, 2),
    reexec: protoUint64(fields, 3),
    disableStack: protoBool(fields, 5),
    disableStorage: protoBool(fields, 6),
    debug: protoBool(fields, 8),
    limit: protoInt32(fields, 9),
    overrides: optional(fields, 10, ChainConfig),
    enableMemory: protoBool(fields, 11),
    enableReturnData: protoBool(fields, 12),
    tracerJsonConfig: protoString(fields, 13),
  }),
)

export interface Preinstall {
  readonly name: string
  readonly address: string
  readonly code: string
}
export const Preinstall: Codec<Preinstall> = codec(
  'cosmos.evm.vm.v1.Preinstall',
  (writer, message) => {
    writer.string(1, message.name)
    writer.string(2, message.address)
    writer.string(3, message.code)
    return writer
  },
  (fields) => ({ name: protoString(fields, 1), address: protoString(fields, 2), code: protoString(fields, 3) }),
)

export interface EvmCoinInfo {
  readonly denom: string
  readonly extendedDenom: string
  readonly displayDenom: string
  readonly decimals: number
}
export const EvmCoinInfo: Codec<EvmCoinInfo> = codec(
  'cosmos.evm.vm.v1.EvmCoinInfo',
  (writer, message) => {
    writer.string(1, message.denom)
    writer.string(2, message.extendedDenom)
    writer.string(3, message.displayDenom)
    writer.uint64(4, BigInt(message.decimals))
    return writer
  },
  (fields) => ({
    denom: protoString(fields, 1),
    extendedDenom: protoString(fields, 2),
    displayDenom: protoString(fields, 3),
    decimals: protoUint32(fields, 4),
  }),
)

export interface GenesisState {
  readonly accounts: readonly GenesisAccount[]
  readonly params: Params
  readonly preinstalls: readonly Preinstall[]
}
export const GenesisState: Codec<GenesisState> = codec(
  'cosmos.evm.vm.v1.GenesisState',
  (writer, message) => {
    for (const each of message.accounts) writer.message(1, GenesisAccount.encode(each))
    writer.message(2, Params.encode(message.params))
    for (const each of message.preinstalls) writer.message(3, Preinstall.encode(each))
    return writer
  },
  (fields) => ({
    accounts: all(fields, 1, GenesisAccount),
    params: one(fields, 2, Params),
    preinstalls: all(fields, 3, Preinstall),
  }),
)

export interface GenesisAccount {
  readonly address: string
  readonly code: string
  readonly storage: readonly State[]
}
export const GenesisAccount: Codec<GenesisAccount> = codec(
  'cosmos.evm.vm.v1.GenesisAccount',
  (writer, message) => {
    writer.string(1, message.address)
    writer.string(2, message.code)
    for (const each of message.storage) writer.message(3, State.encode(each))
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), code: protoString(fields, 2), storage: all(fields, 3, State) }),
)

export const QueryConfigRequest: Codec<object> = codec(
  'cosmos.evm.vm.v1.QueryConfigRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryConfigResponse {
  readonly config: ChainConfig | undefined
}
export const QueryConfigResponse: Codec<QueryConfigResponse> = codec(
  'cosmos.evm.vm.v1.QueryConfigResponse',
  (writer, message) => {
    if (message.config !== undefined) writer.message(1, ChainConfig.encode(message.config))
    return writer
  },
  (fields) => ({ config: optional(fields, 1, ChainConfig) }),
)

export interface QueryAccountRequest {
  readonly address: string
}
export const QueryAccountRequest: Codec<QueryAccountRequest> = codec(
  'cosmos.evm.vm.v1.QueryAccountRequest',
  (writer, message) => {
    writer.string(1, message.address)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1) }),
)

export interface QueryAccountResponse {
  readonly balance: string
  readonly codeHash: string
  readonly nonce: bigint
}
export const QueryAccountResponse: Codec<QueryAccountResponse> = codec(
  'cosmos.evm.vm.v1.QueryAccountResponse',
  (writer, message) => {
    writer.string(1, message.balance)
    writer.string(2, message.codeHash)
    writer.uint64(3, message.nonce)
    return writer
  },
  (fields) => ({ balance: protoString(fields, 1), codeHash: protoString(fields, 2), nonce: protoUint64(fields, 3) }),
)

export interface QueryCosmosAccountRequest {
  readonly address: string
}
export const QueryCosmosAccountRequest: Codec<QueryCosmosAccountRequest> = codec(
  'cosmos.evm.vm.v1.QueryCosmosAccountRequest',
  (writer, message) => {
    writer.string(1, message.address)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1) }),
)

export interface QueryCosmosAccountResponse {
  readonly cosmosAddress: string
  readonly sequence: bigint
  readonly accountNumber: bigint
}
export const QueryCosmosAccountResponse: Codec<QueryCosmosAccountResponse> = codec(
  'cosmos.evm.vm.v1.QueryCosmosAccountResponse',
  (writer, message) => {
    writer.string(1, message.cosmosAddress)
    writer.uint64(2, message.sequence)
    writer.uint64(3, message.accountNumber)
    return writer
  },
  (fields) => ({
    cosmosAddress: protoString(fields, 1),
    sequence: protoUint64(fields, 2),
    accountNumber: protoUint64(fields, 3),
  }),
)

export interface QueryValidatorAccountRequest {
  readonly consAddress: string
}
export const QueryValidatorAccountRequest: Codec<QueryValidatorAccountRequest> = codec(
  'cosmos.evm.vm.v1.QueryValidatorAccountRequest',
  (writer, message) => {
    writer.string(1, message.consAddress)
    return writer
  },
  (fields) => ({ consAddress: protoString(fields, 1) }),
)

export interface QueryValidatorAccountResponse {
  readonly accountAddress: string
  readonly sequence: bigint
  readonly accountNumber: bigint
}
export const QueryValidatorAccountResponse: Codec<QueryValidatorAccountResponse> = codec(
  'cosmos.evm.vm.v1.QueryValidatorAccountResponse',
  (writer, message) => {
    writer.string(1, message.accountAddress)
    writer.uint64(2, message.sequence)
    writer.uint64(3, message.accountNumber)
    return writer
  },
  (fields) => ({
    accountAddress: protoString(fields, 1),
    sequence: protoUint64(fields, 2),
    accountNumber: protoUint64(fields, 3),
  }),
)

export interface QueryBalanceRequest {
  readonly address: string
}
export const QueryBalanceRequest: Codec<QueryBalanceRequest> = codec(
  'cosmos.evm.vm.v1.QueryBalanceRequest',
  (writer, message) => {
    writer.string(1, message.address)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1) }),
)

export interface QueryBalanceResponse {
  readonly balance: string
}
export const QueryBalanceResponse: Codec<QueryBalanceResponse> = codec(
  'cosmos.evm.vm.v1.QueryBalanceResponse',
  (writer, message) => {
    writer.string(1, message.balance)
    return writer
  },
  (fields) => ({ balance: protoString(fields, 1) }),
)

export interface QueryStorageRequest {
  readonly address: string
  readonly key: string
}
export const QueryStorageRequest: Codec<QueryStorageRequest> = codec(
  'cosmos.evm.vm.v1.QueryStorageRequest',
  (writer, message) => {
    writer.string(1, message.address)
    writer.string(2, message.key)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1), key: protoString(fields, 2) }),
)

export interface QueryStorageResponse {
  readonly value: string
}
export const QueryStorageResponse: Codec<QueryStorageResponse> = codec(
  'cosmos.evm.vm.v1.QueryStorageResponse',
  (writer, message) => {
    writer.string(1, message.value)
    return writer
  },
  (fields) => ({ value: protoString(fields, 1) }),
)

export interface QueryCodeRequest {
  readonly address: string
}
export const QueryCodeRequest: Codec<QueryCodeRequest> = codec(
  'cosmos.evm.vm.v1.QueryCodeRequest',
  (writer, message) => {
    writer.string(1, message.address)
    return writer
  },
  (fields) => ({ address: protoString(fields, 1) }),
)

export interface QueryCodeResponse {
  readonly code: Uint8Array
}
export const QueryCodeResponse: Codec<QueryCodeResponse> = codec(
  'cosmos.evm.vm.v1.QueryCodeResponse',
  (writer, message) => {
    writer.bytes(1, message.code)
    return writer
  },
  (fields) => ({ code: protoBytes(fields, 1) }),
)

export interface QueryTxLogsRequest {
  readonly hash: string
  readonly pagination: PageRequest | undefined
}
export const QueryTxLogsRequest: Codec<QueryTxLogsRequest> = codec(
  'cosmos.evm.vm.v1.QueryTxLogsRequest',
  (writer, message) => {
    writer.string(1, message.hash)
    if (message.pagination !== undefined) writer.message(2, PageRequest.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ hash: protoString(fields, 1), pagination: optional(fields, 2, PageRequest) }),
)

export interface QueryTxLogsResponse {
  readonly logs: readonly Log[]
  readonly pagination: PageResponse | undefined
}
export const QueryTxLogsResponse: Codec<QueryTxLogsResponse> = codec(
  'cosmos.evm.vm.v1.QueryTxLogsResponse',
  (writer, message) => {
    for (const each of message.logs) writer.message(1, Log.encode(each))
    if (message.pagination !== undefined) writer.message(2, PageResponse.encode(message.pagination).finish())
    return writer
  },
  (fields) => ({ logs: all(fields, 1, Log), pagination: optional(fields, 2, PageResponse) }),
)

export const QueryParamsRequest: Codec<object> = codec(
  'cosmos.evm.vm.v1.QueryParamsRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryParamsResponse {
  readonly params: Params
}
export const QueryParamsResponse: Codec<QueryParamsResponse> = codec(
  'cosmos.evm.vm.v1.QueryParamsResponse',
  (writer, message) => {
    writer.message(1, Params.encode(message.params))
    return writer
  },
  (fields) => ({ params: one(fields, 1, Params) }),
)

export interface EthCallRequest {
  readonly args: Uint8Array
  readonly gasCap: bigint
  readonly proposerAddress: Uint8Array
  readonly chainId: bigint
  readonly overrides: Uint8Array
}
export const EthCallRequest: Codec<EthCallRequest> = codec(
  'cosmos.evm.vm.v1.EthCallRequest',
  (writer, message) => {
    writer.bytes(1, message.args)
    writer.uint64(2, message.gasCap)
    writer.bytes(3, message.proposerAddress)
    writer.uint64(4, message.chainId)
    writer.bytes(5, message.overrides)
    return writer
  },
  (fields) => ({
    args: protoBytes(fields, 1),
    gasCap: protoUint64(fields, 2),
    proposerAddress: protoBytes(fields, 3),
    chainId: protoInt64(fields, 4),
    overrides: protoBytes(fields, 5),
  }),
)

export interface EstimateGasResponse {
  readonly gas: bigint
  readonly ret: Uint8Array
  readonly vmError: string
}
export const EstimateGasResponse: Codec<EstimateGasResponse> = codec(
  'cosmos.evm.vm.v1.EstimateGasResponse',
  (writer, message) => {
    writer.uint64(1, message.gas)
    writer.bytes(2, message.ret)
    writer.string(3, message.vmError)
    return writer
  },
  (fields) => ({ gas: protoUint64(fields, 1), ret: protoBytes(fields, 2), vmError: protoString(fields, 3) }),
)

export interface QueryTraceTxRequest {
  readonly msg: MsgEthereumTx | undefined
  readonly traceConfig: TraceConfig | undefined
  readonly predecessors: readonly MsgEthereumTx[]
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly blockTime: bigint
  readonly proposerAddress: Uint8Array
  readonly chainId: bigint
  readonly blockMaxGas: bigint
}
export const QueryTraceTxRequest: Codec<QueryTraceTxRequest> = codec(
  'cosmos.evm.vm.v1.QueryTraceTxRequest',
  (writer, message) => {
    if (message.msg !== undefined) writer.message(1, MsgEthereumTx.encode(message.msg))
    if (message.traceConfig !== undefined) writer.message(3, TraceConfig.encode(message.traceConfig))
    for (const each of message.predecessors) writer.message(4, MsgEthereumTx.encode(each))
    writer.uint64(5, message.blockNumber)
    writer.string(6, message.blockHash)
    writer.message(7, timestampWriter(message.blockTime))
    writer.bytes(8, message.proposerAddress)
    writer.uint64(9, message.chainId)
    writer.uint64(10, message.blockMaxGas)
    return writer
  },
  (fields) => ({
    msg: optional(fields, 1, MsgEthereumTx),
    traceConfig: optional(fields, 3, TraceConfig),
    predecessors: all(fields, 4, MsgEthereumTx),
    blockNumber: protoInt64(fields, 5),
    blockHash: protoString(fields, 6),
    blockTime: protoTime(fields, 7),
    proposerAddress: protoBytes(fields, 8),
    chainId: protoInt64(fields, 9),
    blockMaxGas: protoInt64(fields, 10),
  }),
)

export interface QueryTraceTxResponse {
  readonly data: Uint8Array
}
export const QueryTraceTxResponse: Codec<QueryTraceTxResponse> = codec(
  'cosmos.evm.vm.v1.QueryTraceTxResponse',
  (writer, message) => {
    writer.bytes(1, message.data)
    return writer
  },
  (fields) => ({ data: protoBytes(fields, 1) }),
)

export interface QueryTraceBlockRequest {
  readonly txs: readonly MsgEthereumTx[]
  readonly traceConfig: TraceConfig | undefined
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly blockTime: bigint
  readonly proposerAddress: Uint8Array
  readonly chainId: bigint
  readonly blockMaxGas: bigint
}
export const QueryTraceBlockRequest: Codec<QueryTraceBlockRequest> = codec(
  'cosmos.evm.vm.v1.QueryTraceBlockRequest',
  (writer, message) => {
    for (const each of message.txs) writer.message(1, MsgEthereumTx.encode(each))
    if (message.traceConfig !== undefined) writer.message(3, TraceConfig.encode(message.traceConfig))
    writer.uint64(5, message.blockNumber)
    writer.string(6, message.blockHash)
    writer.message(7, timestampWriter(message.blockTime))
    writer.bytes(8, message.proposerAddress)
    writer.uint64(9, message.chainId)
    writer.uint64(10, message.blockMaxGas)
    return writer
  },
  (fields) => ({
    txs: all(fields, 1, MsgEthereumTx),
    traceConfig: optional(fields, 3, TraceConfig),
    blockNumber: protoInt64(fields, 5),
    blockHash: protoString(fields, 6),
    blockTime: protoTime(fields, 7),
    proposerAddress: protoBytes(fields, 8),
    chainId: protoInt64(fields, 9),
    blockMaxGas: protoInt64(fields, 10),
  }),
)

export interface QueryTraceBlockResponse {
  readonly data: Uint8Array
}
export const QueryTraceBlockResponse: Codec<QueryTraceBlockResponse> = codec(
  'cosmos.evm.vm.v1.QueryTraceBlockResponse',
  (writer, message) => {
    writer.bytes(1, message.data)
    return writer
  },
  (fields) => ({ data: protoBytes(fields, 1) }),
)

export interface QueryTraceCallRequest {
  readonly args: Uint8Array
  readonly gasCap: bigint
  readonly proposerAddress: Uint8Array
  readonly traceConfig: TraceConfig | undefined
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly blockTime: bigint
  readonly chainId: bigint
}
export const QueryTraceCallRequest: Codec<QueryTraceCallRequest> = codec(
  'cosmos.evm.vm.v1.QueryTraceCallRequest',
  (writer, message) => {
    writer.bytes(1, message.args)
    writer.uint64(2, message.gasCap)
    writer.bytes(3, message.proposerAddress)
    if (message.traceConfig !== undefined) writer.message(4, TraceConfig.encode(message.traceConfig))
    writer.uint64(5, message.blockNumber)
    writer.string(6, message.blockHash)
    writer.message(7, timestampWriter(message.blockTime))
    writer.uint64(8, message.chainId)
    return writer
  },
  (fields) => ({
    args: protoBytes(fields, 1),
    gasCap: protoUint64(fields, 2),
    proposerAddress: protoBytes(fields, 3),
    traceConfig: optional(fields, 4, TraceConfig),
    blockNumber: protoInt64(fields, 5),
    blockHash: protoString(fields, 6),
    blockTime: protoTime(fields, 7),
    chainId: protoInt64(fields, 8),
  }),
)

export interface QueryTraceCallResponse {
  readonly data: Uint8Array
}
export const QueryTraceCallResponse: Codec<QueryTraceCallResponse> = codec(
  'cosmos.evm.vm.v1.QueryTraceCallResponse',
  (writer, message) => {
    writer.bytes(1, message.data)
    return writer
  },
  (fields) => ({ data: protoBytes(fields, 1) }),
)

export const QueryBaseFeeRequest: Codec<object> = codec(
  'cosmos.evm.vm.v1.QueryBaseFeeRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryBaseFeeResponse {
  readonly baseFee: bigint | undefined
}
export const QueryBaseFeeResponse: Codec<QueryBaseFeeResponse> = codec(
  'cosmos.evm.vm.v1.QueryBaseFeeResponse',
  (writer, message) => {
    writeGiven(writer, 1, message.baseFee)
    return writer
  },
  (fields) => ({ baseFee: given(fields, 1, protoInteger) }),
)

export const QueryGlobalMinGasPriceRequest: Codec<object> = codec(
  'cosmos.evm.vm.v1.QueryGlobalMinGasPriceRequest',
  (writer) => writer,
  () => ({}),
)

export interface QueryGlobalMinGasPriceResponse {
  readonly minGasPrice: bigint
}
export const QueryGlobalMinGasPriceResponse: Codec<QueryGlobalMinGasPriceResponse> = codec(
  'cosmos.evm.vm.v1.QueryGlobalMinGasPriceResponse',
  (writer, message) => {
    writer.string(1, String(message.minGasPrice))
    return writer
  },
  (fields) => ({ minGasPrice: protoInteger(fields, 1) }),
)

export interface MsgEthereumTx {
  readonly from: Uint8Array
  readonly raw: Uint8Array
}
export const MsgEthereumTx: Codec<MsgEthereumTx> = codec(
  'cosmos.evm.vm.v1.MsgEthereumTx',
  (writer, message) => {
    writer.bytes(5, message.from)
    writer.bytes(6, message.raw)
    return writer
  },
  (fields) => ({ from: protoBytes(fields, 5), raw: protoBytes(fields, 6) }),
)

export const ExtensionOptionsEthereumTx: Codec<object> = codec(
  'cosmos.evm.vm.v1.ExtensionOptionsEthereumTx',
  (writer) => writer,
  () => ({}),
)

export interface MsgEthereumTxResponse {
  readonly hash: string
  readonly logs: readonly Log[]
  readonly ret: Uint8Array
  readonly vmError: string
  readonly gasUsed: bigint
  readonly maxUsedGas: bigint
  readonly blockHash: Uint8Array
  readonly blockTimestamp: bigint
}
export const MsgEthereumTxResponse: Codec<MsgEthereumTxResponse> = codec(
  'cosmos.evm.vm.v1.MsgEthereumTxResponse',
  (writer, message) => {
    writer.string(1, message.hash)
    for (const each of message.logs) writer.message(2, Log.encode(each))
    writer.bytes(3, message.ret)
    writer.string(4, message.vmError)
    writer.uint64(5, message.gasUsed)
    writer.uint64(6, message.maxUsedGas)
    writer.bytes(7, message.blockHash)
    writer.uint64(8, message.blockTimestamp)
    return writer
  },
  (fields) => ({
    hash: protoString(fields, 1),
    logs: all(fields, 2, Log),
    ret: protoBytes(fields, 3),
    vmError: protoString(fields, 4),
    gasUsed: protoUint64(fields, 5),
    maxUsedGas: protoUint64(fields, 6),
    blockHash: protoBytes(fields, 7),
    blockTimestamp: protoUint64(fields, 8),
  }),
)

export interface MsgUpdateParams {
  readonly authority: string
  readonly params: Params
}
export const MsgUpdateParams: Codec<MsgUpdateParams> = codec(
  'cosmos.evm.vm.v1.MsgUpdateParams',
  (writer, message) => {
    writer.string(1, message.authority)
    writer.message(2, Params.encode(message.params))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), params: one(fields, 2, Params) }),
)

export const MsgUpdateParamsResponse: Codec<object> = codec(
  'cosmos.evm.vm.v1.MsgUpdateParamsResponse',
  (writer) => writer,
  () => ({}),
)

export interface MsgRegisterPreinstalls {
  readonly authority: string
  readonly preinstalls: readonly Preinstall[]
}
export const MsgRegisterPreinstalls: Codec<MsgRegisterPreinstalls> = codec(
  'cosmos.evm.vm.v1.MsgRegisterPreinstalls',
  (writer, message) => {
    writer.string(1, message.authority)
    for (const each of message.preinstalls) writer.message(2, Preinstall.encode(each))
    return writer
  },
  (fields) => ({ authority: protoString(fields, 1), preinstalls: all(fields, 2, Preinstall) }),
)

export const MsgRegisterPreinstallsResponse: Codec<object> = codec(
  'cosmos.evm.vm.v1.MsgRegisterPreinstallsResponse',
  (writer) => writer,
  () => ({}),
)

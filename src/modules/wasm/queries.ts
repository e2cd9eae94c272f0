import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  QueryAllContractStateRequest,
  QueryAllContractStateResponse,
  QueryBuildAddressRequest,
  QueryBuildAddressResponse,
  QueryCodeInfoRequest,
  QueryCodeInfoResponse,
  QueryCodeRequest,
  QueryCodeResponse,
  QueryCodesRequest,
  QueryCodesResponse,
  QueryContractHistoryRequest,
  QueryContractHistoryResponse,
  QueryContractInfoRequest,
  QueryContractInfoResponse,
  QueryContractsByCodeRequest,
  QueryContractsByCodeResponse,
  QueryContractsByCreatorRequest,
  QueryContractsByCreatorResponse,
  QueryParamsRequest,
  QueryParamsResponse,
  QueryPinnedCodesRequest,
  QueryRawContractStateRequest,
  QueryRawContractStateResponse,
  QuerySmartContractStateRequest,
  QuerySmartContractStateResponse,
  QueryWasmLimitsConfigRequest,
  QueryWasmLimitsConfigResponse,
} from 'cosmjs-types/cosmwasm/wasm/v1/query'
import type { AccessType, ContractCodeHistoryOperationType } from 'cosmjs-types/cosmwasm/wasm/v1/types'
import { ChainError, fromHex, NO_BYTES, toHex } from '../../base/index.js'
import {
  addressText,
  below,
  ErrOutOfGas,
  ErrPanic,
  filteredPaginate,
  FiniteGasMeter,
  GAS_TAP,
  type GasMeter,
  GrpcError,
  OutOfGasPanic,
  Panic,
  parseAccAddress,
  plainError,
  UncodedError,
  query,
  rethrowing,
  writtenQuery,
  type Context,
  type Module,
  type PageRequest,
} from '../../chain/index.js'
import { isValidJson } from '../../codec/go-json/index.js'
import { hexProblem, ProtoWriter } from '../../codec/index.js'
import { keyBytes, keyOf, type Key } from '../../store/index.js'
import { predictableAddress } from './addresses.js'
import { ErrInvalid, ErrQueryFailed, noSuchCode, noSuchContract } from './errors.js'
import { BUILD_ADDRESS_COST } from './calls/gas-register.js'
import { getCodeInfo, getContractInfo, getParams, hasContractInfo, queryRaw } from './keeper.js'
import {
  byCodePrefix,
  byCreatorPrefix,
  CODE_PREFIX,
  contractStoreKey,
  historyPrefix,
  PINNED_PREFIX,
  POSITION_LENGTH,
  STORE,
} from './keys.js'
import { decodeCodeInfo, decodeHistoryEntry, type AccessConfig, type CodeInfo } from './records.js'
import type { WasmKeeper } from './wasm.js'

const SERVICE = '/cosmwasm.wasm.v1.Query'
const MAX_ROWS = 100n

/** Pages go by key only, of at most 100 rows. Source: wasmd x/wasm/keeper/querier.go `ensurePaginationParams`. */
function pageOf(request: PageRequest | undefined): PageRequest {
  if (request === undefined) return { key: NO_BYTES, offset: 0n, limit: MAX_ROWS, countTotal: false, reverse: false }
  if (request.offset !== 0n || request.countTotal)
    throw new GrpcError('InvalidArgument', 'offset and count queries not supported')
  return { ...request, limit: request.limit > MAX_ROWS || request.limit === 0n ? MAX_ROWS : request.limit }
}

function page<T>(
  ctx: Context,
  prefix: Key,
  request: PageRequest | undefined,
  read: (key: Uint8Array, value: Uint8Array) => T,
): { readonly rows: T[]; readonly pagination: PageResponse } {
  const rows: T[] = []
  const pagination = filteredPaginate(below(ctx.store(STORE), prefix), pageOf(request), (key, value, accumulate) => {
    if (accumulate) rows.push(read(keyBytes(key), value))
    return true
  })
  return { rows, pagination }
}

const uint64 = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)

/** Numbers under the names that generated code has for them. */
const generatedAccess = (type: unknown): AccessType => type as AccessType
const generatedOperation = (operation: unknown): ContractCodeHistoryOperationType =>
  operation as ContractCodeHistoryOperationType

const access = ({ permission, addresses }: AccessConfig) => ({
  permission: generatedAccess(permission),
  addresses: [...addresses],
})

const codeResponse = (codeId: bigint, info: CodeInfo) => ({
  codeId,
  creator: info.creator,
  dataHash: info.codeHash,
  instantiatePermission: access(info.instantiateConfig),
})

/** @throws ChainError wasm/14, wasm/28 */
function requireCode(ctx: Context, codeId: bigint): CodeInfo {
  if (codeId === 0n) throw ErrInvalid.error('code id')
  const info = getCodeInfo(ctx, codeId)
  if (info === undefined) throw noSuchCode(codeId)
  return info
}

/** An external query runs under the query gas limit, or under the remaining gas if that is less. @throws ChainError sdk/11 when it runs out */
function smart(keeper: WasmKeeper, outer: Context, contract: Uint8Array, msg: Uint8Array): Uint8Array {
  const meter = new FiniteGasMeter(Math.min(outer.gasMeter.remaining, keeper.queryGasLimit))
  const tap = outer.value(GAS_TAP)
  const depth = tap?.begin('query of a contract', 'free')
  try {
    const data = keeper.contracts.querySmart(outer.withGasMeter(meter), contract, msg)
    if (data === undefined) throw noSuchContract(addressText(outer.prefix, contract))
    return data
  } catch (error) {
    throw unmarked(recoveredQuery(error, meter))
  } finally {
    if (depth !== undefined) tap?.end(depth)
  }
}

/** The error of an external query: a panic becomes one, as wasmd recovers it. @param meter of the query */
export function recoveredQuery(error: unknown, meter: GasMeter): unknown {
  if (error instanceof OutOfGasPanic)
    return ErrOutOfGas.error(
      `out of gas in location: ${error.descriptor}; gasWanted: ${meter.limit}, gasUsed: ${meter.consumed}`,
    )
  return error instanceof Panic ? ErrPanic.error() : error
}

/** An error of the contract itself is marked as deterministic in Go, which hides its code from gRPC. Source: wasmd x/wasm/types/errors.go */
const unmarked = (error: unknown): unknown =>
  error instanceof ChainError && error.codespace === ErrQueryFailed.codespace && error.code === ErrQueryFailed.code
    ? new UncodedError(error)
    : error

/** Source: wasmd querier.go `BuildAddressPredictable`. */
function buildAddress(ctx: Context, request: QueryBuildAddressRequest): string {
  const hex = (what: string, text: string): Uint8Array => {
    const problem = hexProblem(text)
    if (problem !== undefined) throw plainError(`invalid ${what}: ${problem}`)
    return fromHex(text)
  }
  const checksum = hex('code hash', request.codeHash)
  const creator = rethrowing(
    (error) => plainError(`invalid creator address: ${error.log}`),
    () => parseAccAddress(ctx.prefix, request.creatorAddress),
  )
  const salt = hex('salt', request.salt)
  if (salt.length === 0) throw new GrpcError('InvalidArgument', 'empty salt')
  const msg = request.initArgs
  if (msg.length > 0 && !isValidJson(msg)) throw ErrInvalid.error()
  return addressText(ctx.prefix, predictableAddress(checksum, creator, salt, msg))
}

/** The module's gRPC queries. Source: wasmd x/wasm/keeper/querier.go. */
export function wasmQueries(keeper: WasmKeeper): NonNullable<Module['queries']> {
  const known = (ctx: Context, text: string): Uint8Array => {
    const contract = parseAccAddress(ctx.prefix, text)
    if (!hasContractInfo(ctx, contract)) throw noSuchContract(addressText(ctx.prefix, contract))
    return contract
  }
  const contractAt = (ctx: Context) => (key: Uint8Array) => addressText(ctx.prefix, key.slice(POSITION_LENGTH))
  return {
    [`${SERVICE}/ContractInfo`]: query(QueryContractInfoRequest, QueryContractInfoResponse, (ctx, request) => {
      const contract = parseAccAddress(ctx.prefix, request.address)
      const address = addressText(ctx.prefix, contract)
      const info = getContractInfo(ctx, contract)
      if (info === undefined) throw noSuchContract(address)
      return { address, contractInfo: info }
    }),
    [`${SERVICE}/ContractHistory`]: query(
      QueryContractHistoryRequest,
      QueryContractHistoryResponse,
      (ctx, { address, pagination }) => {
        const contract = parseAccAddress(ctx.prefix, address)
        const { rows, ...rest } = page(ctx, historyPrefix(contract), pagination, (_, value) =>
          decodeHistoryEntry(value),
        )
        return {
          entries: rows.map(({ operation, ...entry }) => ({
            ...entry,
            operation: generatedOperation(operation),
          })),
          ...rest,
        }
      },
    ),
    [`${SERVICE}/ContractsByCode`]: query(
      QueryContractsByCodeRequest,
      QueryContractsByCodeResponse,
      (ctx, { codeId, pagination }) => {
        if (codeId === 0n) throw ErrInvalid.error('code id')
        const { rows, ...rest } = page(ctx, byCodePrefix(codeId), pagination, contractAt(ctx))
        return { contracts: rows, ...rest }
      },
    ),
    [`${SERVICE}/ContractsByCreator`]: query(
      QueryContractsByCreatorRequest,
      QueryContractsByCreatorResponse,
      (ctx, { creatorAddress, pagination }) => {
        pageOf(pagination)
        const creator = parseAccAddress(ctx.prefix, creatorAddress)
        const { rows, ...rest } = page(ctx, byCreatorPrefix(creator), pagination, contractAt(ctx))
        return { contractAddresses: rows, ...rest }
      },
    ),
    [`${SERVICE}/AllContractState`]: query(
      QueryAllContractStateRequest,
      QueryAllContractStateResponse,
      (ctx, { address, pagination }) => {
        const contract = parseAccAddress(ctx.prefix, address)
        pageOf(pagination)
        known(ctx, address)
        const { rows, ...rest } = page(ctx, contractStoreKey(contract), pagination, (key, value) => ({ key, value }))
        return { models: rows, ...rest }
      },
    ),
    [`${SERVICE}/RawContractState`]: query(
      QueryRawContractStateRequest,
      QueryRawContractStateResponse,
      (ctx, { address, queryData }) => ({ data: queryRaw(ctx, known(ctx, address), keyOf(queryData)) ?? NO_BYTES }),
    ),
    [`${SERVICE}/SmartContractState`]: query(
      QuerySmartContractStateRequest,
      QuerySmartContractStateResponse,
      (ctx, { address, queryData }) => {
        if (!isValidJson(queryData)) throw new GrpcError('InvalidArgument', 'invalid query data')
        return { data: smart(keeper, ctx, parseAccAddress(ctx.prefix, address), queryData) }
      },
    ),
    [`${SERVICE}/Code`]: query(QueryCodeRequest, QueryCodeResponse, (ctx, { codeId }) => {
      const info = requireCode(ctx, codeId)
      return { codeInfo: codeResponse(codeId, info), data: keeper.engine.wasm(toHex(info.codeHash)) }
    }),
    [`${SERVICE}/CodeInfo`]: query(QueryCodeInfoRequest, QueryCodeInfoResponse, (ctx, { codeId }) => {
      const { creator, codeHash, instantiateConfig } = requireCode(ctx, codeId)
      return { codeId, creator, checksum: codeHash, instantiatePermission: access(instantiateConfig) }
    }),
    [`${SERVICE}/Codes`]: query(QueryCodesRequest, QueryCodesResponse, (ctx, { pagination }) => {
      const { rows, ...rest } = page(ctx, CODE_PREFIX, pagination, (key, value) =>
        codeResponse(uint64(key), decodeCodeInfo(value)),
      )
      return { codeInfos: rows, ...rest }
    }),
    [`${SERVICE}/PinnedCodes`]: writtenQuery(QueryPinnedCodesRequest, (ctx, request) => {
      const { rows, pagination } = page(ctx, PINNED_PREFIX, request.pagination, uint64)
      return new ProtoWriter().packedUint64s(1, rows).message(2, PageResponse.encode(pagination).finish())
    }),
    [`${SERVICE}/Params`]: query(QueryParamsRequest, QueryParamsResponse, (ctx) => {
      const { codeUploadAccess, instantiateDefaultPermission } = getParams(ctx)
      const params = {
        codeUploadAccess: access(codeUploadAccess),
        instantiateDefaultPermission: generatedAccess(instantiateDefaultPermission),
      }
      return { params }
    }),
    // No chain here sets its own limits: the VM's defaults apply, which the reference prints as none.
    [`${SERVICE}/WasmLimitsConfig`]: query(QueryWasmLimitsConfigRequest, QueryWasmLimitsConfigResponse, () => ({
      config: '{}',
    })),
    [`${SERVICE}/BuildAddress`]: query(QueryBuildAddressRequest, QueryBuildAddressResponse, (ctx, request) => {
      try {
        return { address: buildAddress(ctx, request) }
      } finally {
        ctx.gasMeter.consume(BUILD_ADDRESS_COST, 'build address')
      }
    }),
  }
}

import {
  ErrInvalidAddress,
  ErrInvalidRequest,
  ErrNotFound,
  ErrNotSupported,
  FiniteGasMeter,
  parseAccAddress,
  rethrowing,
  type Context,
} from '../../../chain/index.js'
import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { QueryDenomsMetadataRequest, QueryDenomsMetadataResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { ChainError, NO_BYTES, toHex, toUtf8 } from '../../../base/index.js'
import type { Coin } from '../../../codec/index.js'
import {
  goArray,
  goBytes,
  goObject,
  goString,
  GoJsonError,
  isValidJson,
  unmarshal,
} from '../../../codec/go-json/index.js'
import {
  coinJson,
  coinsJson,
  encodeQuerierResult,
  QueryRequest,
  SystemErrorException,
  unsupportedRequest,
  type BankQuery,
  type PageRequest as WasmPageRequest,
  type QuerierResult,
  type WasmQuery,
} from '../../../codec/wasm/index.js'
import { joinKeys, keyBytes, keyOf, prefixEnd, type Key } from '../../../store/index.js'
import type { Contracts } from '../contracts.js'
import { ErrEmpty, ErrInvalid, errorForContract, FlavouredError, noSuchCode, noSuchContract } from '../errors.js'
import type { BankKeeper, BankSettings, Queries } from '../expected.js'
import { fromVmGas } from '../calls/gas-register.js'
import { getCodeInfo, getContractInfo, isPinned, queryRaw } from '../keeper.js'
import { contractStoreKey, STORE } from '../keys.js'
import { moduleObserved } from '../calls/observer.js'

/** Answers one variant of contract queries with the bytes for the contract. @throws ChainError, Panic */
export type Querier<K extends keyof QueryRequest> = (
  ctx: Context,
  contract: Uint8Array,
  request: NonNullable<QueryRequest[K]>,
) => Uint8Array | undefined

/** One querier per variant; a variant without one is rejected. Source: wasmd x/wasm/keeper/query_plugins.go `QueryPlugins`. */
export type Queriers = { readonly [K in keyof QueryRequest]?: Querier<K> }

const ORDER = ['bank', 'custom', 'ibc', 'staking', 'stargate', 'grpc', 'wasm', 'distribution'] as const

/**
 * The query function of a contract call: under a meter limited to the VM's remaining gas, on a branch that is dropped; the gas used is charged to the caller's meter.
 * Source: wasmd x/wasm/keeper/query_plugins.go `QueryHandler.Query`.
 */
export const answerWith =
  (queriers: Queriers) =>
  (ctx: Context, contract: Uint8Array, request: Uint8Array, vmGasLimit: bigint): Uint8Array =>
    encodeQuerierResult(answer(queriers, ctx, contract, request, vmGasLimit))

function answer(
  queriers: Queriers,
  ctx: Context,
  contract: Uint8Array,
  bytes: Uint8Array,
  vmGasLimit: bigint,
): QuerierResult {
  let request: QueryRequest
  try {
    request = unmarshal(QueryRequest, bytes)
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    return { system: { kind: 'invalid_request', error: error.shortMessage, request: bytes } }
  }
  const meter = new FiniteGasMeter(fromVmGas(vmGasLimit))
  const branch = ctx.withGasMeter(meter).branch()
  try {
    return { ok: handle(queriers, branch.ctx, contract, request) ?? NO_BYTES }
  } catch (error) {
    if (error instanceof ChainError) return refusal(error)
    throw error
  } finally {
    branch.discard()
    ctx.gasMeter.consume(meter.consumed, 'contract sub-query', meter.consumedToLimit)
  }
}

function refusal(error: ChainError): QuerierResult {
  const flavoured = error.walk(
    (cause): cause is SystemErrorException | FlavouredError =>
      cause instanceof SystemErrorException || cause instanceof FlavouredError,
  )
  if (flavoured instanceof FlavouredError || error instanceof SystemErrorException)
    return { system: (flavoured as SystemErrorException | FlavouredError).system }
  return { error: errorForContract(error) }
}

function handle(queriers: Queriers, ctx: Context, contract: Uint8Array, request: QueryRequest): Uint8Array | undefined {
  const kind = ORDER.find((name) => request[name] !== undefined)
  if (kind === undefined) throw new SystemErrorException({ kind: 'unknown' })
  const querier = queriers[kind] as Querier<typeof kind> | undefined
  if (querier === undefined) throw ErrNotSupported.error(`${kind} query`)
  const run = () => querier(ctx, contract, request[kind] as NonNullable<QueryRequest[typeof kind]>)
  // The queried contract reports its own calls.
  return request.wasm?.smart === undefined ? moduleObserved(ctx, contract, 'query', request, run) : run()
}

const address = (ctx: Context, text: string): Uint8Array => {
  return rethrowing(
    () => ErrInvalidAddress.error(text),
    () => parseAccAddress(ctx.prefix, text),
  )
}

const json = (members: Readonly<Record<string, string | undefined>>): Uint8Array => toUtf8(goObject(members))

const wasmCoin = ({ denom, amount }: Coin) => ({ denom, amount: String(amount) })

/** Source: wasmd `BankQuerier`. The pages of metadata come from bank's own gRPC query, as in the reference. */
export const bankQuerier =
  (bank: BankKeeper, settings: BankSettings, queries: () => Queries): Querier<'bank'> =>
  (ctx, _contract, request: BankQuery) => {
    if (request.all_balances !== undefined) {
      const owner = address(ctx, request.all_balances.address)
      return json({ amount: coinsJson(bank.balances(ctx, owner).map(wasmCoin)) })
    }
    if (request.balance !== undefined) {
      const owner = address(ctx, request.balance.address)
      return json({ amount: coinJson(wasmCoin(bank.balance(ctx, owner, request.balance.denom))) })
    }
    if (request.supply !== undefined)
      return json({ amount: coinJson(wasmCoin(bank.supply(ctx, request.supply.denom))) })
    if (request.denom_metadata !== undefined) {
      const metadata = settings.getMetadata(ctx, request.denom_metadata.denom)
      if (metadata === undefined) throw ErrNotFound.error(request.denom_metadata.denom)
      return json({ metadata: metadataJson(metadata) })
    }
    if (request.all_denom_metadata !== undefined)
      return allMetadata(ctx, queries(), request.all_denom_metadata.pagination)
    throw unsupportedRequest('unknown BankQuery variant')
  }

const METADATA_PATH = '/cosmos.bank.v1beta1.Query/DenomsMetadata'

function allMetadata(ctx: Context, queries: Queries, page: WasmPageRequest | undefined): Uint8Array {
  const handler = queries.handler(METADATA_PATH)
  if (handler === undefined) throw ErrInvalidRequest.error()
  const request = QueryDenomsMetadataRequest.fromPartial(
    page === undefined ? {} : { pagination: { key: page.key ?? NO_BYTES, limit: page.limit, reverse: page.reverse } },
  )
  try {
    const response = handler(ctx, QueryDenomsMetadataRequest.encode(request).finish())
    const { metadatas, pagination } = QueryDenomsMetadataResponse.decode(response)
    const next = pagination?.nextKey
    return json({
      metadata: goArray(metadatas.map(metadataJson)),
      next_key: next === undefined || next.length === 0 ? undefined : goBytes(next),
    })
  } catch (error) {
    throw error instanceof ChainError ? ErrInvalidRequest.error() : error
  }
}

const metadataJson = (metadata: Metadata): string =>
  goObject({
    description: goString(metadata.description),
    denom_units: goArray(
      metadata.denomUnits.map(({ denom, exponent, aliases }) =>
        goObject({ denom: goString(denom), exponent: String(exponent), aliases: goArray(aliases.map(goString)) }),
      ),
    ),
    base: goString(metadata.base),
    display: goString(metadata.display),
    name: goString(metadata.name),
    symbol: goString(metadata.symbol),
    uri: goString(metadata.uri),
    uri_hash: goString(metadata.uriHash),
  })

export const wasmQuerier =
  (contracts: Contracts): Querier<'wasm'> =>
  (ctx, _contract, request: WasmQuery) => {
    if (request.smart !== undefined) {
      const contract = address(ctx, request.smart.contract_addr)
      const msg = request.smart.msg ?? NO_BYTES
      if (!isValidJson(msg)) throw ErrInvalid.error('json msg')
      return contracts.querySmart(ctx, contract, msg)
    }
    if (request.raw !== undefined) {
      const contract = address(ctx, request.raw.contract_addr)
      return request.raw.key && queryRaw(ctx, contract, keyOf(request.raw.key))
    }
    if (request.contract_info !== undefined) return contractInfo(ctx, request.contract_info.contract_addr)
    if (request.code_info !== undefined) return codeInfo(ctx, request.code_info.code_id)
    if (request.raw_range !== undefined) return rawRange(ctx, request.raw_range)
    throw unsupportedRequest('unknown WasmQuery variant')
  }

function contractInfo(ctx: Context, text: string): Uint8Array {
  const info = getContractInfo(ctx, address(ctx, text))
  if (info === undefined) throw noSuchContract(text)
  const optional = (value: string) => (value === '' ? undefined : goString(value))
  return json({
    code_id: String(info.codeId),
    creator: goString(info.creator),
    admin: optional(info.admin),
    pinned: String(isPinned(ctx, info.codeId)),
    ibc_port: optional(info.ibcPortId),
    ibc2_port: optional(info.ibc2PortId),
  })
}

function codeInfo(ctx: Context, codeId: bigint): Uint8Array {
  if (codeId === 0n) throw ErrEmpty.error('code id')
  const info = getCodeInfo(ctx, codeId)
  if (info === undefined) throw noSuchCode(codeId)
  return json({
    code_id: String(codeId),
    creator: goString(info.creator),
    checksum: goString(toHex(info.codeHash)),
  })
}

/** Source: wasmd keeper.go `QueryRawRange`. */
function rawRange(ctx: Context, request: NonNullable<WasmQuery['raw_range']>): Uint8Array {
  const prefix = contractStoreKey(address(ctx, request.contract_addr))
  if (request.order !== 'ascending' && request.order !== 'descending')
    throw ErrInvalidRequest.error(`unknown order ${request.order}`)
  const from = joinKeys(prefix, keyOf(request.start ?? NO_BYTES))
  const to = request.end === undefined ? prefixEnd(prefix) : joinKeys(prefix, keyOf(request.end))
  const store = ctx.store(STORE)
  const rows = request.order === 'ascending' ? store.iterator(from, to) : store.reverseIterator(from, to)
  try {
    const data: string[] = []
    const key = () => keyBytes(rows.key.slice(prefix.length) as Key)
    for (; rows.valid && BigInt(data.length) < request.limit; rows.next())
      data.push(goArray([goBytes(key()), goBytes(rows.value)]))
    return json({ data: goArray(data), next_key: goBytes(rows.valid ? key() : undefined) })
  } finally {
    rows.close()
  }
}

import * as types from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { ChainError } from '../../base/index.js'
import {
  addressText,
  below,
  collectionPaginate,
  GrpcError,
  paginate,
  parseAddress,
  query,
  type Context,
  type GrpcCode,
  type Module,
} from '../../chain/index.js'
import { amountOf, denomProblem, encodeCoin } from '../../codec/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import { checkedCoin, decodeAmount, denomOf } from './balances.js'
import type { BankKeeper } from './keeper.js'
import {
  BALANCES_PREFIX,
  balancesOf,
  BANK_STORE,
  HOLDERS_PREFIX,
  holdersOf,
  METADATA_PREFIX,
  SEND_ENABLED_PREFIX,
  SUPPLY_PREFIX,
} from './keys.js'
import { getMetadata, getParams, getSendEnabled } from './settings.js'

const SERVICE = '/cosmos.bank.v1beta1.Query'

/** Source: cosmos-sdk x/bank/keeper/grpc_query.go. */
export function bankQueries(keeper: BankKeeper): NonNullable<Module['queries']> {
  const metadata = (ctx: Context, denom: string): Metadata => {
    checkDenom(denom)
    const found = getMetadata(ctx, denom)
    if (found === undefined) throw new GrpcError('NotFound', `client metadata for denom ${denom}`)
    return found
  }

  const holders = (ctx: Context, { denom, pagination }: types.QueryDenomOwnersRequest) => {
    checkDenom(denom)
    const prefix = holdersOf(denom)
    const page = collectionPaginate(ctx, below(ctx.store(BANK_STORE), HOLDERS_PREFIX), pagination, {
      prefix,
      row: (key) => {
        const holder = keyBytes(key.slice(prefix.length + 1) as Key)
        return {
          address: addressText(ctx.prefix, holder),
          balance: encodeCoin(keeper.balance(ctx, holder, denom)),
        }
      },
    })
    return { denomOwners: page.rows, pagination: page.pagination }
  }

  return {
    [`${SERVICE}/Balance`]: query(types.QueryBalanceRequest, types.QueryBalanceResponse, (ctx, request) => {
      checkDenom(request.denom)
      return { balance: encodeCoin(keeper.balance(ctx, owner(ctx, request.address), request.denom)) }
    }),
    [`${SERVICE}/AllBalances`]: query(types.QueryAllBalancesRequest, types.QueryAllBalancesResponse, (ctx, request) => {
      const page = balancePage(ctx, request, (denom, amount) => {
        const shown = request.resolveDenom ? (getMetadata(ctx, denom)?.display ?? denom) : denom
        return encodeCoin(checkedCoin(shown, amount))
      })
      return { balances: page.rows, pagination: page.pagination }
    }),
    [`${SERVICE}/SpendableBalances`]: query(
      types.QuerySpendableBalancesRequest,
      types.QuerySpendableBalancesResponse,
      (ctx, request) => {
        const page = balancePage(ctx, request, (denom) => denom)
        const spendable = keeper.spendable(ctx, owner(ctx, request.address))
        return {
          balances: page.rows.map((denom) => encodeCoin({ denom, amount: amountOf(spendable, denom) })),
          pagination: page.pagination,
        }
      },
    ),
    [`${SERVICE}/SpendableBalanceByDenom`]: query(
      types.QuerySpendableBalanceByDenomRequest,
      types.QuerySpendableBalanceByDenomResponse,
      (ctx, { address, denom }) => {
        const from = owner(ctx, address)
        checkDenom(denom)
        return { balance: encodeCoin(keeper.spendableCoin(ctx, from, denom)) }
      },
    ),
    [`${SERVICE}/TotalSupply`]: query(types.QueryTotalSupplyRequest, types.QueryTotalSupplyResponse, (ctx, request) => {
      const page = paged('Internal', '', () =>
        collectionPaginate(ctx, below(ctx.store(BANK_STORE), SUPPLY_PREFIX), request.pagination, {
          row: (key, value) => encodeCoin(checkedCoin(denomOf(key), decodeAmount(value))),
        }),
      )
      return { supply: page.rows, pagination: page.pagination }
    }),
    [`${SERVICE}/SupplyOf`]: query(types.QuerySupplyOfRequest, types.QuerySupplyOfResponse, (ctx, { denom }) => {
      checkDenom(denom)
      return { amount: encodeCoin(keeper.supply(ctx, denom)) }
    }),
    [`${SERVICE}/Params`]: query(types.QueryParamsRequest, types.QueryParamsResponse, (ctx) => ({
      params: getParams(ctx),
    })),
    [`${SERVICE}/DenomsMetadata`]: query(
      types.QueryDenomsMetadataRequest,
      types.QueryDenomsMetadataResponse,
      (ctx, request) => {
        const metadatas: Metadata[] = []
        const pagination = paged('Internal', '', () =>
          paginate(below(ctx.store(BANK_STORE), METADATA_PREFIX), request.pagination, (_, value) =>
            metadatas.push(Metadata.decode(value)),
          ),
        )
        return { metadatas, pagination }
      },
    ),
    [`${SERVICE}/DenomMetadata`]: query(
      types.QueryDenomMetadataRequest,
      types.QueryDenomMetadataResponse,
      (ctx, { denom }) => ({ metadata: metadata(ctx, denom) }),
    ),
    [`${SERVICE}/DenomMetadataByQueryString`]: query(
      types.QueryDenomMetadataByQueryStringRequest,
      types.QueryDenomMetadataByQueryStringResponse,
      (ctx, { denom }) => ({ metadata: metadata(ctx, denom) }),
    ),
    [`${SERVICE}/DenomOwners`]: query(types.QueryDenomOwnersRequest, types.QueryDenomOwnersResponse, holders),
    [`${SERVICE}/DenomOwnersByQuery`]: query(
      types.QueryDenomOwnersByQueryRequest,
      types.QueryDenomOwnersByQueryResponse,
      holders,
    ),
    [`${SERVICE}/SendEnabled`]: query(types.QuerySendEnabledRequest, types.QuerySendEnabledResponse, (ctx, request) => {
      if (request.denoms.length > 0)
        return {
          sendEnabled: request.denoms.flatMap((denom) => {
            const enabled = getSendEnabled(ctx, denom)
            return enabled === undefined ? [] : [{ denom, enabled }]
          }),
        }
      const page = paged('Internal', '', () =>
        collectionPaginate(ctx, below(ctx.store(BANK_STORE), SEND_ENABLED_PREFIX), request.pagination, {
          row: (key, value) => ({ denom: denomOf(key), enabled: value.length > 0 }),
        }),
      )
      return { sendEnabled: page.rows, pagination: page.pagination }
    }),
  }
}

function checkDenom(denom: string): void {
  const problem = denomProblem(denom)
  if (problem !== undefined) throw new GrpcError('InvalidArgument', problem)
}

function owner(ctx: Context, text: string): Uint8Array {
  return paged('InvalidArgument', 'invalid address: ', () => parseAddress(ctx, text))
}

/** Turns a chain error into a gRPC error with this code, as the handlers do with `status.Errorf`. */
function paged<T>(code: GrpcCode, prefix: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ChainError) || error instanceof GrpcError) throw error
    throw new GrpcError(code, `${prefix}${error.log}`)
  }
}

function balancePage<T>(
  ctx: Context,
  { address, pagination }: Pick<types.QueryAllBalancesRequest, 'address' | 'pagination'>,
  onRow: (denom: string, amount: bigint) => T,
) {
  const prefix = balancesOf(owner(ctx, address))
  return paged('InvalidArgument', 'paginate: ', () =>
    collectionPaginate(ctx, below(ctx.store(BANK_STORE), BALANCES_PREFIX), pagination, {
      prefix,
      row: (key, value) => onRow(denomOf(key.slice(prefix.length) as Key), decodeAmount(value)),
    }),
  )
}

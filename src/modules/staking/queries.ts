import * as types from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { PageResponse } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import { NO_BYTES } from '../../base/index.js'
import {
  below,
  filteredPaginate,
  GrpcError,
  paginate,
  parseAddress,
  parseOperator,
  rethrowing,
  writtenQuery,
  type Context,
  type Module,
  type PageResponse as Page,
} from '../../chain/index.js'
import { decimalTruncate, ProtoWriter } from '../../codec/index.js'
import { keyBytes, type Key } from '../../store/index.js'
import { findDelegation, findRedelegation, findUnbonding, getDelegation } from './delegations.js'
import { statusName } from './genesis.js'
import { BONDED_POOL, NOT_BONDED_POOL, type StakingKeeper } from './keeper.js'
import {
  delegationKey,
  delegationsOf,
  delegationsTo,
  historicalInfoKey,
  redelegationKey,
  redelegationsFrom,
  redelegationsOf,
  STAKING_STORE,
  unbondingKey,
  unbondingsFrom,
  unbondingsOf,
  VALIDATORS_PREFIX,
} from './keys.js'
import {
  decodeDelegation,
  decodeRedelegation,
  decodeUnbonding,
  decodeValidator,
  encodeDelegation,
  encodeEntry,
  encodeParams,
  encodeRedelegation,
  encodeUnbonding,
  encodeValidator,
  type Delegation,
  type Redelegation,
  type Validator,
} from './records.js'
import { tokensOfShares } from './validator.js'
import { findValidator, getParams, getValidator } from './validators.js'

const SERVICE = '/cosmos.staking.v1beta1.Query'

const single = (bytes: Uint8Array): ProtoWriter => new ProtoWriter().message(1, bytes)

function listed(items: readonly Uint8Array[], page: Page | undefined): ProtoWriter {
  const writer = new ProtoWriter()
  for (const item of items) writer.message(1, item)
  return page === undefined ? writer : writer.message(2, PageResponse.encode(page).finish())
}

const invalid = (text: string): GrpcError => new GrpcError('InvalidArgument', text)

/** A required address. @throws GrpcError InvalidArgument when it is empty, ChainError when it is invalid */
function operator(ctx: Context, text: string): Uint8Array {
  if (text === '') throw invalid('validator address cannot be empty')
  return parseOperator(ctx, text)
}
function delegator(ctx: Context, text: string): Uint8Array {
  if (text === '') throw invalid('delegator address cannot be empty')
  return parseAddress(ctx, text)
}

/** Both addresses; both are checked for being empty before either is decoded. */
function pair(ctx: Context, request: { readonly delegatorAddr: string; readonly validatorAddr: string }) {
  if (request.delegatorAddr === '') throw invalid('delegator address cannot be empty')
  if (request.validatorAddr === '') throw invalid('validator address cannot be empty')
  return [parseAddress(ctx, request.delegatorAddr), parseOperator(ctx, request.validatorAddr)] as const
}

/** Runs part of a query; its error becomes `Internal`. */
function internal<T>(run: () => T): T {
  return rethrowing((error) => new GrpcError('Internal', error.log), run)
}

/** Source: cosmos-sdk x/staking/keeper/grpc_query.go. */
export const stakingQueries = (keeper: StakingKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Validators`]: writtenQuery(types.QueryValidatorsRequest, (ctx, { status, pagination }) => {
    if (!['', 'BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDED', 'BOND_STATUS_UNBONDING'].includes(status))
      throw invalid(`invalid validator status ${status}`)
    const found: Uint8Array[] = []
    const store = below(ctx.store(STAKING_STORE), VALIDATORS_PREFIX)
    const page = internal(() =>
      filteredPaginate(store, pagination, (_, value, accumulate) => {
        if (status !== '' && statusName(decodeValidator(value).status) !== status) return false
        if (accumulate) found.push(value)
        return true
      }),
    )
    return listed(found, page)
  }),
  [`${SERVICE}/Validator`]: writtenQuery(types.QueryValidatorRequest, (ctx, { validatorAddr }) => {
    const validator = findValidator(ctx, operator(ctx, validatorAddr))
    if (validator === undefined) throw new GrpcError('NotFound', `validator ${validatorAddr} not found`)
    return single(encodeValidator(validator))
  }),
  [`${SERVICE}/ValidatorDelegations`]: writtenQuery(types.QueryValidatorDelegationsRequest, (ctx, request) => {
    const address = operator(ctx, request.validatorAddr)
    const found: Delegation[] = []
    const page = internal(() =>
      paginate(below(ctx.store(STAKING_STORE), delegationsTo(address)), request.pagination, (key) => {
        const bytes = ctx.store(STAKING_STORE).get(delegationKey(keyBytes(key), address))
        found.push(decodeDelegation(bytes ?? NO_BYTES))
      }),
    )
    return listed(
      internal(() => found.map((delegation) => delegationResponse(ctx, delegation))),
      page,
    )
  }),
  [`${SERVICE}/ValidatorUnbondingDelegations`]: writtenQuery(
    types.QueryValidatorUnbondingDelegationsRequest,
    (ctx, request) => {
      const address = operator(ctx, request.validatorAddr)
      const found: Uint8Array[] = []
      const page = internal(() =>
        paginate(below(ctx.store(STAKING_STORE), unbondingsFrom(address)), request.pagination, (key) => {
          const account = keyBytes(key.slice(1) as Key)
          found.push(ctx.store(STAKING_STORE).get(unbondingKey(account, address))!)
        }),
      )
      return listed(found, page)
    },
  ),
  [`${SERVICE}/Delegation`]: writtenQuery(types.QueryDelegationRequest, (ctx, request) => {
    const delegation = findDelegation(ctx, ...pair(ctx, request))
    if (delegation === undefined) throw notFound('delegation', request)
    return single(internal(() => delegationResponse(ctx, delegation)))
  }),
  [`${SERVICE}/UnbondingDelegation`]: writtenQuery(types.QueryUnbondingDelegationRequest, (ctx, request) => {
    const unbonding = findUnbonding(ctx, ...pair(ctx, request))
    if (unbonding === undefined) throw notFound('unbonding delegation', request)
    return single(encodeUnbonding(unbonding))
  }),
  [`${SERVICE}/DelegatorDelegations`]: writtenQuery(types.QueryDelegatorDelegationsRequest, (ctx, request) => {
    const prefix = delegationsOf(delegator(ctx, request.delegatorAddr))
    const found: Delegation[] = []
    const page = internal(() =>
      paginate(below(ctx.store(STAKING_STORE), prefix), request.pagination, (_, value) =>
        found.push(decodeDelegation(value)),
      ),
    )
    return listed(
      internal(() => found.map((delegation) => delegationResponse(ctx, delegation))),
      page,
    )
  }),
  [`${SERVICE}/DelegatorUnbondingDelegations`]: writtenQuery(
    types.QueryDelegatorUnbondingDelegationsRequest,
    (ctx, request) => {
      const prefix = unbondingsOf(delegator(ctx, request.delegatorAddr))
      const found: Uint8Array[] = []
      const page = internal(() =>
        paginate(below(ctx.store(STAKING_STORE), prefix), request.pagination, (_, value) =>
          found.push(encodeUnbonding(decodeUnbonding(value))),
        ),
      )
      return listed(found, page)
    },
  ),
  [`${SERVICE}/DelegatorValidators`]: writtenQuery(types.QueryDelegatorValidatorsRequest, (ctx, request) => {
    const prefix = delegationsOf(delegator(ctx, request.delegatorAddr))
    const found: Validator[] = []
    const page = internal(() =>
      paginate(below(ctx.store(STAKING_STORE), prefix), request.pagination, (_, value) =>
        found.push(getValidator(ctx, parseOperator(ctx, decodeDelegation(value).validatorAddress))),
      ),
    )
    return listed(found.map(encodeValidator), page)
  }),
  [`${SERVICE}/DelegatorValidator`]: writtenQuery(types.QueryDelegatorValidatorRequest, (ctx, request) => {
    const [account, address] = pair(ctx, request)
    return internal(() => {
      getDelegation(ctx, account, address)
      return single(encodeValidator(getValidator(ctx, address)))
    })
  }),
  [`${SERVICE}/HistoricalInfo`]: writtenQuery(types.QueryHistoricalInfoRequest, (ctx, { height }) => {
    if (height < 0n) throw invalid('height cannot be negative')
    ctx.store(STAKING_STORE).get(historicalInfoKey(height))
    throw new GrpcError('NotFound', `historical info for height ${height} not found`)
  }),
  [`${SERVICE}/Redelegations`]: writtenQuery(types.QueryRedelegationsRequest, (ctx, request) => {
    const { redelegations, page } = internal(() => findRedelegations(ctx, request))
    return listed(
      internal(() => redelegations.map((item) => redelegationResponse(ctx, item))),
      page,
    )
  }),
  [`${SERVICE}/Pool`]: writtenQuery(types.QueryPoolRequest, (ctx) => {
    const { bondDenom } = getParams(ctx)
    const [bonded, notBonded] = [keeper.pool(ctx, BONDED_POOL), keeper.pool(ctx, NOT_BONDED_POOL)]
    const amount = (pool: Uint8Array) => Buffer.from(String(keeper.bank.balance(ctx, pool, bondDenom).amount))
    const left = amount(notBonded)
    return single(new ProtoWriter().message(1, left).message(2, amount(bonded)).finish())
  }),
  [`${SERVICE}/Params`]: writtenQuery(types.QueryParamsRequest, (ctx) => single(encodeParams(getParams(ctx)))),
})

const notFound = (
  what: string,
  { delegatorAddr, validatorAddr }: { readonly delegatorAddr: string; readonly validatorAddr: string },
): GrpcError =>
  new GrpcError('NotFound', `${what} with delegator ${delegatorAddr} not found for validator ${validatorAddr}`)

/** Source: `delegationToDelegationResponse`. */
function delegationResponse(ctx: Context, delegation: Delegation): Uint8Array {
  const validator = getValidator(ctx, parseOperator(ctx, delegation.validatorAddress))
  const { bondDenom } = getParams(ctx)
  const amount = decimalTruncate(tokensOfShares(validator, delegation.shares))
  const balance = new ProtoWriter().string(1, bondDenom).string(2, String(amount)).finish()
  return new ProtoWriter().message(1, encodeDelegation(delegation)).message(2, balance).finish()
}

/** Source: `redelegationsToRedelegationResponses`. */
function redelegationResponse(ctx: Context, redelegation: Redelegation): Uint8Array {
  const validator = getValidator(ctx, parseOperator(ctx, redelegation.validatorDstAddress))
  const writer = new ProtoWriter().message(1, encodeRedelegation({ ...redelegation, entries: [] }))
  for (const entry of redelegation.entries) {
    const balance = decimalTruncate(tokensOfShares(validator, entry.value))
    const shown = encodeEntry({ ...entry, unbondingOnHoldRefCount: 0n })
    writer.message(2, new ProtoWriter().message(1, shown).string(4, String(balance)).finish())
  }
  return writer.finish()
}

/** One redelegation, those from a validator, or those of an account. */
function findRedelegations(
  ctx: Context,
  request: types.QueryRedelegationsRequest,
): { readonly redelegations: readonly Redelegation[]; readonly page?: Page } {
  const { delegatorAddr, srcValidatorAddr, dstValidatorAddr, pagination } = request
  const store = ctx.store(STAKING_STORE)
  const redelegations: Redelegation[] = []
  if (delegatorAddr !== '' && srcValidatorAddr !== '' && dstValidatorAddr !== '') {
    const found = findRedelegation(
      ctx,
      parseAddress(ctx, delegatorAddr),
      parseOperator(ctx, srcValidatorAddr),
      parseOperator(ctx, dstValidatorAddr),
    )
    if (found !== undefined) return { redelegations: [found] }
    throw new GrpcError(
      'NotFound',
      `redelegation not found for delegator address ${delegatorAddr} from validator address ${srcValidatorAddr}`,
    )
  }
  if (delegatorAddr === '' && srcValidatorAddr !== '' && dstValidatorAddr === '') {
    const source = parseOperator(ctx, srcValidatorAddr)
    const page = paginate(below(store, redelegationsFrom(source)), pagination, (key) => {
      const length = key.charCodeAt(0)
      const account = keyBytes(key.slice(1, 1 + length) as Key)
      const destination = keyBytes(key.slice(2 + length) as Key)
      redelegations.push(decodeRedelegation(store.get(redelegationKey(account, source, destination))!))
    })
    return { redelegations, page }
  }
  const prefix = redelegationsOf(parseAddress(ctx, delegatorAddr))
  const page = paginate(below(store, prefix), pagination, (_, value) => redelegations.push(decodeRedelegation(value)))
  return { redelegations, page }
}

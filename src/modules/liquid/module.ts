import { GenesisReader, GrpcError, parseAccAddress, parseOperator, query, type Module } from '../../chain/index.js'
import { rfc3339Nano, ZERO_TIME } from '../../codec/index.js'
import * as types from '../../codec/messages/gaia.liquid.v1beta1.js'
import { defaultGenesis, exportGenesis, initGenesis, paramsJson, readParams } from './genesis.js'
import type { ValidatorHoldings } from './expected.js'
import type { LiquidKeeper } from './keeper.js'
import { NAME } from './keys.js'
import { liquidMessages } from './messages.js'
import {
  findRecord,
  getLastId,
  getLock,
  getParams,
  getTotal,
  getValidator,
  recordOfDenom,
  recordsOfOwner,
  setParams,
  unlockDue,
} from './state.js'

const SERVICE = '/gaia.liquid.v1beta1.Query'

/** Delegations as coins. Queries of lists over all records and validators, and of rewards, are missing. Source: gaia v28.0.0 x/liquid. */
export const liquidModule = <V extends ValidatorHoldings>(keeper: LiquidKeeper<V>): Module => ({
  name: NAME,
  stores: [NAME],
  messages: liquidMessages(keeper),
  queries: {
    [`${SERVICE}/Params`]: query(types.QueryParamsRequest, types.QueryParamsResponse, (ctx) => ({
      params: getParams(ctx),
    })),
    [`${SERVICE}/LiquidValidator`]: query(
      types.QueryLiquidValidatorRequest,
      types.QueryLiquidValidatorResponse,
      (ctx, { validatorAddr }) => ({ liquidValidator: getValidator(ctx, parseOperator(ctx, validatorAddr)) }),
    ),
    [`${SERVICE}/TokenizeShareRecordById`]: query(
      types.QueryTokenizeShareRecordByIdRequest,
      types.QueryTokenizeShareRecordByIdResponse,
      (ctx, { id }) => {
        const record = findRecord(ctx, id)
        if (record === undefined) throw new GrpcError('NotFound', `tokenizeShareRecord ${id} does not exist`)
        return { record }
      },
    ),
    [`${SERVICE}/TokenizeShareRecordByDenom`]: query(
      types.QueryTokenizeShareRecordByDenomRequest,
      types.QueryTokenizeShareRecordByDenomResponse,
      (ctx, { denom }) => ({ record: recordOfDenom(ctx, denom) }),
    ),
    [`${SERVICE}/TokenizeShareRecordsOwned`]: query(
      types.QueryTokenizeShareRecordsOwnedRequest,
      types.QueryTokenizeShareRecordsOwnedResponse,
      (ctx, { owner }) => ({ records: [...recordsOfOwner(ctx, parseAccAddress(ctx.prefix, owner))] }),
    ),
    [`${SERVICE}/LastTokenizeShareRecordId`]: query(
      types.QueryLastTokenizeShareRecordIdRequest,
      types.QueryLastTokenizeShareRecordIdResponse,
      (ctx) => ({ id: getLastId(ctx) }),
    ),
    [`${SERVICE}/TotalLiquidStaked`]: query(
      types.QueryTotalLiquidStaked,
      types.QueryTotalLiquidStakedResponse,
      (ctx) => ({
        tokens: String(getTotal(ctx)),
      }),
    ),
    [`${SERVICE}/TokenizeShareLockInfo`]: query(
      types.QueryTokenizeShareLockInfo,
      types.QueryTokenizeShareLockInfoResponse,
      (ctx, { address }) => {
        const until = getLock(ctx, parseAccAddress(ctx.prefix, address))
        if (until === undefined) return { status: 'TOKENIZE_SHARE_LOCK_STATUS_UNLOCKED', expirationTime: '' }
        if (until === ZERO_TIME) return { status: 'TOKENIZE_SHARE_LOCK_STATUS_LOCKED', expirationTime: '' }
        return { status: 'TOKENIZE_SHARE_LOCK_STATUS_LOCK_EXPIRING', expirationTime: rfc3339Nano(until) }
      },
    ),
  },
  defaultGenesis,
  initGenesis: (ctx, state) => initGenesis(ctx, new GenesisReader(state, NAME)),
  exportGenesis,
  params: {
    get: (ctx) => paramsJson(getParams(ctx)),
    set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, `${NAME}/params`))),
  },
  beginBlock: unlockDue,
})

import type { Json } from '../../base/json-value.js'
import { addressText, parseAccAddress, type Context, type GenesisReader } from '../../chain/index.js'
import { decimalText, parseDecimal, parseRfc3339, rfc3339Nano, ZERO_TIME } from '../../codec/index.js'
import type { Params, TokenizeShareRecord } from '../../codec/messages/gaia.liquid.v1beta1.js'
import { validateParams } from './messages.js'
import {
  addRecord,
  allLocks,
  allRecords,
  DEFAULT_PARAMS,
  getLastId,
  getParams,
  getQueued,
  getTotal,
  setLastId,
  setLock,
  setParams,
  setQueued,
  setTotal,
} from './state.js'

const LOCKED = 'TOKENIZE_SHARE_LOCK_STATUS_LOCKED'
const EXPIRING = 'TOKENIZE_SHARE_LOCK_STATUS_LOCK_EXPIRING'

export const paramsJson = (params: Params): Json => ({
  global_liquid_staking_cap: decimalText(params.globalLiquidStakingCap),
  validator_liquid_staking_cap: decimalText(params.validatorLiquidStakingCap),
})
/** @throws UsageError that names the place */
export function readParams(json: GenesisReader): Params {
  const params = {
    globalLiquidStakingCap: json.at('global_liquid_staking_cap').parsed(parseDecimal),
    validatorLiquidStakingCap: json.at('validator_liquid_staking_cap').parsed(parseDecimal),
  }
  try {
    validateParams(params)
  } catch (cause) {
    throw json.error((cause as Error).message, cause)
  }
  return params
}

export const defaultGenesis = (): Json => ({
  params: paramsJson(DEFAULT_PARAMS),
  tokenize_share_records: [],
  last_tokenize_share_record_id: '0',
  total_liquid_staked_tokens: '0',
  tokenize_share_locks: [],
})

/** @throws UsageError that names the place. Source: gaia v28.0.0 x/liquid/keeper/genesis.go. */
export function initGenesis(ctx: Context, json: GenesisReader): void {
  setParams(ctx, readParams(json.at('params')))
  const total = json.at('total_liquid_staked_tokens')
  setTotal(ctx, total.isAbsent ? 0n : total.integer())
  const records = json.at('tokenize_share_records').list().map(readRecord)
  for (const record of records) addRecord(ctx, record)
  const last = json.at('last_tokenize_share_record_id').integer()
  if (records.some(({ id }) => id > last))
    throw json.error('last_tokenize_share_record_id is less than the id of a record')
  setLastId(ctx, last)
  for (const lock of json.at('tokenize_share_locks').list()) initLock(ctx, lock)
}

function initLock(ctx: Context, json: GenesisReader): void {
  const account = json.at('address').parsed((text) => parseAccAddress(ctx.prefix, text))
  const status = json.at('status').string()
  if (status === LOCKED) return setLock(ctx, account)
  if (status !== EXPIRING) throw json.at('status').error(`right: ${LOCKED} or ${EXPIRING}`)
  const time = json.at('completion_time').parsed(parseRfc3339)
  setQueued(ctx, time, [...getQueued(ctx, time), addressText(ctx.prefix, account)])
  setLock(ctx, account, time)
}

export const exportGenesis = (ctx: Context): Json => ({
  params: paramsJson(getParams(ctx)),
  tokenize_share_records: allRecords(ctx).map(({ id, owner, moduleAccount, validator }) => ({
    id: String(id),
    owner,
    module_account: moduleAccount,
    validator,
  })),
  last_tokenize_share_record_id: String(getLastId(ctx)),
  total_liquid_staked_tokens: String(getTotal(ctx)),
  tokenize_share_locks: allLocks(ctx).map(([account, until]) => ({
    address: addressText(ctx.prefix, account),
    status: until === ZERO_TIME ? LOCKED : EXPIRING,
    completion_time: rfc3339Nano(until),
  })),
})

const readRecord = (json: GenesisReader): TokenizeShareRecord => ({
  id: json.at('id').integer(),
  owner: json.at('owner').string(),
  moduleAccount: json.at('module_account').string(),
  validator: json.at('validator').string(),
})

import { NO_BYTES, textOf, toUtf8 } from '../../base/index.js'
import { parseAccAddress, plainError, type Context } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decodeInt,
  protoUint64,
  parseRfc3339,
  ProtoWriter,
  readProto,
  sortableTime,
  ZERO_TIME,
} from '../../codec/index.js'
import {
  LiquidValidator,
  Params,
  PendingTokenizeShareAuthorizations,
  TokenizeShareRecord,
} from '../../codec/messages/gaia.liquid.v1beta1.js'
import { keyBytes, prefixEnd, uint64Key, type Key, type KVStore } from '../../store/index.js'
import { ErrNoValidatorFound, ErrRecordAlreadyExists, ErrRecordNotExists } from './errors.js'
import {
  denomKey,
  LAST_ID_KEY,
  lockKey,
  LOCKS_PREFIX,
  NAME,
  ownerKey,
  PARAMS_KEY,
  QUEUE_PREFIX,
  queueKey,
  recordKey,
  RECORDS_PREFIX,
  recordsOf,
  TOTAL_KEY,
  validatorKey,
} from './keys.js'

/** The rows of the module. Source: gaia v28.0.0 x/liquid/keeper. */

const store = (ctx: Context): KVStore => ctx.store(NAME)

export const DEFAULT_PARAMS: Params = { globalLiquidStakingCap: DECIMAL_ONE, validatorLiquidStakingCap: DECIMAL_ONE }

export function getParams(ctx: Context): Params {
  const bytes = store(ctx).get(PARAMS_KEY)
  return bytes === undefined ? DEFAULT_PARAMS : Params.decode(bytes)
}
export const setParams = (ctx: Context, params: Params): void =>
  store(ctx).set(PARAMS_KEY, Params.encode(params).finish())

export function getTotal(ctx: Context): bigint {
  const bytes = store(ctx).get(TOTAL_KEY)
  return bytes === undefined ? 0n : decodeInt(textOf(bytes))
}
export const setTotal = (ctx: Context, tokens: bigint): void => store(ctx).set(TOTAL_KEY, toUtf8(String(tokens)))

export function getLastId(ctx: Context): bigint {
  const bytes = store(ctx).get(LAST_ID_KEY)
  return bytes === undefined ? 0n : Buffer.from(bytes).readBigUInt64BE()
}
export const setLastId = (ctx: Context, id: bigint): void => store(ctx).set(LAST_ID_KEY, keyBytes(uint64Key(id)))

/** The coin of a record's shares. */
export const shareDenom = ({ validator, id }: TokenizeShareRecord): string => `${validator.toLowerCase()}/${id}`

const idBytes = (id: bigint): Uint8Array => new ProtoWriter().uint64(1, id).finish()
const idOf = (bytes: Uint8Array): bigint => protoUint64(readProto(bytes), 1)

export function findRecord(ctx: Context, id: bigint): TokenizeShareRecord | undefined {
  const bytes = store(ctx).get(recordKey(id))
  return bytes && TokenizeShareRecord.decode(bytes)
}
/** @throws ChainError liquid/102 */
export function getRecord(ctx: Context, id: bigint): TokenizeShareRecord {
  const record = findRecord(ctx, id)
  if (record === undefined) throw ErrRecordNotExists.error(`tokenizeShareRecord ${id} does not exist`)
  return record
}
/** @throws ChainError undefined/1, liquid/102 */
export function recordOfDenom(ctx: Context, denom: string): TokenizeShareRecord {
  const bytes = store(ctx).get(denomKey(denom))
  if (bytes === undefined) throw plainError(`tokenize share record not found from denom: ${denom}`)
  return getRecord(ctx, idOf(bytes))
}
/** Each record is read when its owner's row has been. */
export function* recordsOfOwner(ctx: Context, owner: Uint8Array): Generator<TokenizeShareRecord> {
  const prefix = recordsOf(owner)
  const rows = store(ctx).iterator(prefix, prefixEnd(prefix))
  try {
    for (; rows.valid; rows.next()) {
      const record = findRecord(ctx, idOf(rows.value))
      if (record !== undefined) yield record
    }
  } finally {
    rows.close()
  }
}
export const allRecords = (ctx: Context): TokenizeShareRecord[] =>
  below(ctx, RECORDS_PREFIX).map(([, value]) => TokenizeShareRecord.decode(value))

export const setRecord = (ctx: Context, record: TokenizeShareRecord): void =>
  store(ctx).set(recordKey(record.id), TokenizeShareRecord.encode(record).finish())
export const setOwner = (ctx: Context, owner: Uint8Array, id: bigint): void =>
  store(ctx).set(ownerKey(owner, id), idBytes(id))
export const deleteOwner = (ctx: Context, owner: Uint8Array, id: bigint): void => store(ctx).delete(ownerKey(owner, id))

/** @throws ChainError liquid/103 */
export function addRecord(ctx: Context, record: TokenizeShareRecord): void {
  if (store(ctx).has(recordKey(record.id)))
    throw ErrRecordAlreadyExists.error(`TokenizeShareRecord already exists: ${record.id}`)
  setRecord(ctx, record)
  setOwner(ctx, parseAccAddress(ctx.prefix, record.owner), record.id)
  store(ctx).set(denomKey(shareDenom(record)), idBytes(record.id))
}
export function deleteRecord(ctx: Context, id: bigint): void {
  const record = getRecord(ctx, id)
  store(ctx).delete(recordKey(id))
  deleteOwner(ctx, parseAccAddress(ctx.prefix, record.owner), id)
  store(ctx).delete(denomKey(shareDenom(record)))
}

/** @throws ChainError liquid/3 */
export function getValidator(ctx: Context, operator: Uint8Array): LiquidValidator {
  const bytes = store(ctx).get(validatorKey(operator))
  if (bytes === undefined) throw ErrNoValidatorFound.error()
  return LiquidValidator.decode(bytes)
}
export const setValidator = (ctx: Context, operator: Uint8Array, validator: LiquidValidator): void =>
  store(ctx).set(validatorKey(operator), LiquidValidator.encode(validator).finish())
export const deleteValidator = (ctx: Context, operator: Uint8Array): void => store(ctx).delete(validatorKey(operator))

/** When an account may tokenize again: Go's zero time while nobody has asked for it; undefined if it may. */
export function getLock(ctx: Context, account: Uint8Array): bigint | undefined {
  const bytes = store(ctx).get(lockKey(account)) ?? NO_BYTES
  return bytes.length === 0 ? undefined : parseRfc3339(`${textOf(bytes)}Z`)
}
export const setLock = (ctx: Context, account: Uint8Array, until = ZERO_TIME): void =>
  store(ctx).set(lockKey(account), toUtf8(sortableTime(until)))
const deleteLock = (ctx: Context, account: Uint8Array): void => store(ctx).delete(lockKey(account))
export const allLocks = (ctx: Context): (readonly [account: Uint8Array, until: bigint])[] =>
  below(ctx, LOCKS_PREFIX).map(([key, value]) => [keyBytes(key).subarray(2), parseRfc3339(`${textOf(value)}Z`)])

/** Bech32 addresses of the accounts that may tokenize again from a time on. */
export function getQueued(ctx: Context, time: bigint): readonly string[] {
  const bytes = store(ctx).get(queueKey(time)) ?? NO_BYTES
  return PendingTokenizeShareAuthorizations.decode(bytes).addresses
}
export const setQueued = (ctx: Context, time: bigint, addresses: readonly string[]): void =>
  store(ctx).set(queueKey(time), PendingTokenizeShareAuthorizations.encode({ addresses }).finish())

/** Unlocks the accounts whose time has come. Source: `RemoveExpiredTokenizeShareLocks`. */
export function unlockDue(ctx: Context): void {
  const due = [...between(ctx, QUEUE_PREFIX, afterKey(queueKey(ctx.block.time)))]
  for (const [key] of due) store(ctx).delete(key)
  for (const [, value] of due)
    for (const address of PendingTokenizeShareAuthorizations.decode(value).addresses)
      deleteLock(ctx, parseAccAddress(ctx.prefix, address))
}

/** The key right after one, for a range that includes it. Source: cosmos-sdk store/types `InclusiveEndBytes`. */
const afterKey = (key: Key): Key => `${key}\0` as Key

const below = (ctx: Context, prefix: Key) => between(ctx, prefix, prefixEnd(prefix))
function between(ctx: Context, start: Key, end: Key | undefined): (readonly [key: Key, value: Uint8Array])[] {
  const rows = store(ctx).iterator(start, end)
  const found: (readonly [Key, Uint8Array])[] = []
  for (; rows.valid; rows.next()) found.push([rows.key, rows.value])
  rows.close()
  return found
}

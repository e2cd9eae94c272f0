import { ErrInvalidType, parseOperator, type Context } from '../../chain/index.js'
import { protoBytes, protoUint64, ProtoWriter, readProto, remember, type Any } from '../../codec/index.js'
import { sha256 } from '../../crypto/index.js'
import { keyBytes, keyOf, prefixEnd, type KVIterator } from '../../store/index.js'
import { ErrNoValidatorFound } from './errors.js'
import {
  addressInKey,
  consensusKey,
  LAST_POWER_PREFIX,
  LAST_TOTAL_POWER_KEY,
  lastPowerKey,
  PARAMS_KEY,
  POWER_PREFIX,
  powerKey,
  STAKING_STORE,
  validatorKey,
  validatorQueueKey,
  VALIDATORS_PREFIX,
} from './keys.js'
import {
  Bonded,
  decodeAddresses,
  decodeParams,
  decodeValidator,
  encodeAddresses,
  encodeParams,
  encodeValidator,
  type Params,
  type Validator,
} from './records.js'
import { potentialPower } from './validator.js'

/** The records of validators and their indices. Source: cosmos-sdk x/staking/keeper/validator.go, params.go. */

const ED25519 = '/cosmos.crypto.ed25519.PubKey'

const NO_PARAMS = decodeParams(new ProtoWriter().message(6, new Uint8Array([48])).finish())

export function getParams(ctx: Context): Params {
  const bytes = ctx.store(STAKING_STORE).get(PARAMS_KEY)
  return bytes === undefined ? NO_PARAMS : decodeParams(bytes)
}
export function setParams(ctx: Context, params: Params): void {
  ctx.store(STAKING_STORE).set(PARAMS_KEY, encodeParams(params))
}

/** The address of the operator. */
export const operatorOf = (ctx: Context, { operatorAddress }: Validator): Uint8Array =>
  parseOperator(ctx, operatorAddress)

/** The raw consensus key. @throws ChainError sdk/29 for a key that is not ed25519 */
export function consensusKeyOf({ typeUrl, value }: Any): Uint8Array {
  if (typeUrl !== ED25519) throw ErrInvalidType.error(`expecting ${ED25519}, got ${typeUrl}`)
  return protoBytes(readProto(value), 1)
}
export const ed25519Any = (key: Uint8Array): Any => ({
  typeUrl: ED25519,
  value: new ProtoWriter().bytes(1, key).finish(),
})
/** Source: cometbft crypto/ed25519 `PubKey.Address`. */
export const consensusAddress = ({ consensusPubkey }: Validator): Uint8Array => addressOfKey(consensusPubkey)
const addressOfKey = remember((key: Any) => sha256(consensusKeyOf(key)).slice(0, 20))

export function findValidator(ctx: Context, address: Uint8Array): Validator | undefined {
  const bytes = ctx.store(STAKING_STORE).get(validatorKey(address))
  return bytes && decodeValidator(bytes)
}
/** @throws ChainError staking/3 */
export function getValidator(ctx: Context, address: Uint8Array): Validator {
  const validator = findValidator(ctx, address)
  if (validator === undefined) throw ErrNoValidatorFound.error()
  return validator
}
/** @param consensus address of the consensus key */
export function findByConsensus(ctx: Context, consensus: Uint8Array): Validator | undefined {
  const operator = ctx.store(STAKING_STORE).get(consensusKey(consensus))
  return operator && findValidator(ctx, operator)
}
/** @throws ChainError staking/3. @param consensus address of the consensus key */
export function validatorByConsensus(ctx: Context, consensus: Uint8Array): Validator {
  const validator = findByConsensus(ctx, consensus)
  if (validator === undefined) throw ErrNoValidatorFound.error()
  return validator
}
export function setValidator(ctx: Context, validator: Validator): void {
  const bytes = encodeValidator(validator)
  decodeValidator.learn(bytes, validator)
  ctx.store(STAKING_STORE).set(validatorKey(operatorOf(ctx, validator)), bytes)
}
export function setConsensusIndex(ctx: Context, validator: Validator): void {
  ctx.store(STAKING_STORE).set(consensusKey(consensusAddress(validator)), operatorOf(ctx, validator))
}
/** A jailed validator is not in the power index. */
export function setPowerIndex(ctx: Context, validator: Validator): void {
  if (validator.jailed) return
  const operator = operatorOf(ctx, validator)
  ctx.store(STAKING_STORE).set(powerKey(potentialPower(ctx, validator), operator), operator)
}
/** Indexes a validator by its power, even if it is jailed. Source: `SetNewValidatorByPowerIndex`. */
export function setNewPowerIndex(ctx: Context, validator: Validator): void {
  const operator = operatorOf(ctx, validator)
  ctx.store(STAKING_STORE).set(powerKey(potentialPower(ctx, validator), operator), operator)
}
export function deletePowerIndex(ctx: Context, validator: Validator): void {
  ctx.store(STAKING_STORE).delete(powerKey(potentialPower(ctx, validator), operatorOf(ctx, validator)))
}
export function deleteValidator(ctx: Context, address: Uint8Array, validator: Validator): void {
  const store = ctx.store(STAKING_STORE)
  store.delete(validatorKey(address))
  store.delete(consensusKey(consensusAddress(validator)))
  deletePowerIndex(ctx, validator)
}

/** By address. Source: `GetAllValidators`. */
export function allValidators(ctx: Context): Validator[] {
  const rows = ctx.store(STAKING_STORE).iterator(VALIDATORS_PREFIX, prefixEnd(VALIDATORS_PREFIX))
  const validators: Validator[] = []
  for (; rows.valid; rows.next()) validators.push(decodeValidator(rows.value))
  rows.close()
  return validators
}

/** Highest power first; values are addresses. Source: `ValidatorsPowerStoreIterator`. */
export const byPower = (ctx: Context): KVIterator =>
  ctx.store(STAKING_STORE).reverseIterator(POWER_PREFIX, prefixEnd(POWER_PREFIX))

/** Source: `GetBondedValidatorsByPower`, `IterateBondedValidatorsByPower`. */
export function bondedByPower(ctx: Context): Validator[] {
  const { maxValidators } = getParams(ctx)
  const rows = byPower(ctx)
  const validators: Validator[] = []
  for (; rows.valid && validators.length < maxValidators; rows.next()) {
    const validator = getValidator(ctx, rows.value)
    if (validator.status === Bonded) validators.push(validator)
  }
  rows.close()
  return validators
}

export interface LastPower {
  readonly operator: Uint8Array
  readonly power: bigint
}

/** The set of validators after the last block, by address. Source: `IterateLastValidatorPowers`. */
export function lastPowers(ctx: Context): LastPower[] {
  const rows = ctx.store(STAKING_STORE).iterator(LAST_POWER_PREFIX, prefixEnd(LAST_POWER_PREFIX))
  const powers: LastPower[] = []
  for (; rows.valid; rows.next())
    powers.push({ operator: addressInKey(rows.key), power: protoUint64(readProto(rows.value), 1) })
  rows.close()
  return powers
}
export function setLastPower(ctx: Context, operator: Uint8Array, power: bigint): void {
  ctx.store(STAKING_STORE).set(lastPowerKey(operator), new ProtoWriter().uint64(1, power).finish())
}
export function deleteLastPower(ctx: Context, operator: Uint8Array): void {
  ctx.store(STAKING_STORE).delete(lastPowerKey(operator))
}
export function setLastTotalPower(ctx: Context, power: bigint): void {
  const text = keyBytes(keyOf(Buffer.from(String(power))))
  ctx.store(STAKING_STORE).set(LAST_TOTAL_POWER_KEY, new ProtoWriter().message(1, text).finish())
}
export function lastTotalPower(ctx: Context): bigint {
  const bytes = ctx.store(STAKING_STORE).get(LAST_TOTAL_POWER_KEY)
  return bytes === undefined ? 0n : BigInt(Buffer.from(protoBytes(readProto(bytes), 1)).toString())
}

/** Adds an unbonding validator to the queue. Source: `InsertUnbondingValidatorQueue`. */
export function queueValidator(ctx: Context, validator: Validator): void {
  const store = ctx.store(STAKING_STORE)
  const key = validatorQueueKey(validator.unbondingTime, validator.unbondingHeight)
  const bytes = store.get(key)
  const addresses = bytes === undefined ? [] : decodeAddresses(bytes)
  store.set(key, encodeAddresses([...addresses, validator.operatorAddress]))
}

/** Source: `DeleteValidatorQueue`. */
export function unqueueValidator(ctx: Context, validator: Validator): void {
  const store = ctx.store(STAKING_STORE)
  const key = validatorQueueKey(validator.unbondingTime, validator.unbondingHeight)
  const bytes = store.get(key)
  const rest = (bytes === undefined ? [] : decodeAddresses(bytes)).filter((text) => text !== validator.operatorAddress)
  if (rest.length === 0) store.delete(key)
  else store.set(key, encodeAddresses(rest))
}

import { MsgCreateValidator, MsgEditValidator } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import {
  ErrInvalidAddress,
  ErrInvalidRequest,
  event,
  message,
  nilPointer,
  parseOperator,
  plainError,
  rethrowing,
  type Context,
  type Messages,
  reworded,
} from '../../chain/index.js'
import { NO_BYTES, own } from '../../base/index.js'
import {
  coinText,
  DECIMAL_ONE,
  decimalText,
  decodeAny,
  decodeCoin,
  decodeDecimal,
  decodeInt,
  denomProblem,
  momentOf,
  protoBytes,
  protoMessage,
  protoString,
  protoText,
  readProto,
  type Any,
  type Coin,
  type ProtoField,
  type TextField,
} from '../../codec/index.js'
import { validatorAddress } from '../../crypto/index.js'
import { checkLengths, checkNewRate, checkRates, edited, isEmpty, type Rates } from './commission.js'
import {
  ErrCommissionLTMinRate,
  ErrEmptyValidatorPubKey,
  ErrMinSelfDelegationDecreased,
  ErrSelfDelegationBelowMinimum,
  ErrValidatorOwnerExists,
  ErrValidatorPubKeyExists,
  ErrValidatorPubKeyTypeNotSupported,
} from './errors.js'
import type { StakingKeeper } from './keeper.js'
import { decodeDescription, Unbonded, type Commission, type Description, type Validator } from './records.js'
import {
  findByConsensus,
  findValidator,
  getParams,
  getValidator,
  setConsensusIndex,
  setNewPowerIndex,
  setValidator,
} from './validators.js'

interface Create {
  readonly description: Description
  /** Undefined members are Go's nil. */
  readonly rates: { readonly [Name in keyof Rates]: bigint | undefined }
  readonly minSelfDelegation: bigint | undefined
  readonly validatorAddress: string
  readonly pubkey: Any | undefined
  readonly value: Coin
}

interface Edit {
  readonly description: Description
  readonly validatorAddress: string
  readonly commissionRate: bigint | undefined
  readonly minSelfDelegation: bigint | undefined
}

/** Source: cosmos-sdk x/staking/keeper/msg_server.go. */
export const validatorMessages = (keeper: StakingKeeper): Messages =>
  Object.fromEntries([
    message<Create>({
      typeUrl: MsgCreateValidator.typeUrl,
      decode: decodeCreate,
      signers: (msg) => [msg.validatorAddress],
      operatorSigns: true,
      handle: (ctx, msg) => {
        create(keeper, ctx, msg)
        return NO_BYTES
      },
    }),
    message<Edit>({
      typeUrl: MsgEditValidator.typeUrl,
      decode: (value) => {
        const fields = readProto(value)
        return {
          description: decodeDescription(protoMessage(fields, 1) ?? NO_BYTES),
          validatorAddress: protoString(fields, 2),
          commissionRate: present(fields, 3, decodeDecimal),
          minSelfDelegation: present(fields, 4, decodeInt),
        }
      },
      signers: (msg) => [msg.validatorAddress],
      operatorSigns: true,
      handle: (ctx, msg) => {
        edit(ctx, msg)
        return NO_BYTES
      },
    }),
  ])

const present = <T>(fields: readonly ProtoField[], field: number, read: (text: string) => T): T | undefined =>
  fields.some((one) => one.field === field) ? read(protoString(fields, field)) : undefined

function decodeCreate(value: Uint8Array): Create {
  const fields = readProto(value)
  const rates = readProto(protoMessage(fields, 2) ?? NO_BYTES)
  const key = protoMessage(fields, 6)
  const coin = readProto(protoMessage(fields, 7) ?? NO_BYTES)
  const pubkey = key === undefined ? undefined : decodeAny(key)
  if (pubkey !== undefined) keyType(pubkey)
  return {
    description: decodeDescription(protoMessage(fields, 1) ?? NO_BYTES),
    rates: {
      rate: present(rates, 1, decodeDecimal),
      maxRate: present(rates, 2, decodeDecimal),
      maxChangeRate: present(rates, 3, decodeDecimal),
    },
    minSelfDelegation: present(fields, 3, decodeInt),
    validatorAddress: protoString(fields, 5),
    pubkey,
    value: decodeCoin({ denom: protoString(coin, 1), amount: protoString(coin, 2) }),
  }
}

/** Types of keys by their URLs, as Go's `PubKey.Type` names them. Source: cosmos-sdk crypto/codec/proto.go. */
const KEY_TYPES: Readonly<Record<string, string>> = {
  '/cosmos.crypto.ed25519.PubKey': 'ed25519',
  '/cosmos.crypto.secp256k1.PubKey': 'secp256k1',
  '/cosmos.crypto.secp256r1.PubKey': 'secp256r1',
  '/cosmos.crypto.multisig.LegacyAminoPubKey': 'PubKeyMultisigThreshold',
}

/** @throws ChainError undefined/1 with Go's text */
function keyType({ typeUrl }: Any): string {
  const type = own(KEY_TYPES, typeUrl)
  if (type === undefined) throw plainError(`unable to resolve type URL ${typeUrl}`)
  return type
}

/** Source: `MsgCreateValidator.Validate`. */
function checkCreate({ pubkey, value, description, rates, minSelfDelegation }: Create): void {
  if (pubkey === undefined) throw ErrEmptyValidatorPubKey.error()
  if (denomProblem(value.denom) !== undefined || value.amount <= 0n)
    throw ErrInvalidRequest.error('invalid delegation amount')
  if (isEmpty(description)) throw ErrInvalidRequest.error('empty description')
  const given = Object.values(rates).filter((rate) => rate !== undefined).length
  if (given === 0) throw ErrInvalidRequest.error('empty commission')
  if (given < 3) throw nilPointer()
  checkRates(rates as Rates)
  if (minSelfDelegation === undefined) throw nilPointer()
  if (minSelfDelegation <= 0n) throw ErrInvalidRequest.error('minimum self delegation must be a positive integer')
  if (value.amount < minSelfDelegation) throw ErrSelfDelegationBelowMinimum.error()
}

/** Source: `CreateValidator`. */
function create(keeper: StakingKeeper, ctx: Context, msg: Create): void {
  const operator = operatorOf(ctx, msg.validatorAddress)
  checkCreate(msg)
  const { description, value } = msg
  const rates = msg.rates as Rates
  const pubkey = msg.pubkey!
  const { minCommissionRate } = getParams(ctx)
  if (rates.rate < minCommissionRate)
    throw ErrCommissionLTMinRate.error(
      `cannot set validator commission to less than minimum rate of ${decimalText(minCommissionRate)}`,
    )
  if (findValidator(ctx, operator) !== undefined) throw ErrValidatorOwnerExists.error()
  const type = keyType(pubkey)
  if (findByConsensus(ctx, addressOf(type, pubkey)) !== undefined) throw ErrValidatorPubKeyExists.error()
  const { bondDenom } = getParams(ctx)
  if (value.denom !== bondDenom)
    throw ErrInvalidRequest.error(`invalid coin denomination: got ${value.denom}, expected ${bondDenom}`)
  checkLengths(description)
  if (type !== 'ed25519') throw ErrValidatorPubKeyTypeNotSupported.error(`got: ${type}, expected: [ed25519]`)
  const validator: Validator = {
    operatorAddress: msg.validatorAddress,
    consensusPubkey: pubkey,
    jailed: false,
    status: Unbonded,
    tokens: 0n,
    delegatorShares: 0n,
    description,
    unbondingHeight: 0n,
    unbondingTime: 0n,
    commission: { ...rates, updateTime: ctx.block.time },
    minSelfDelegation: msg.minSelfDelegation!,
    unbondingOnHoldRefCount: 0n,
    unbondingIds: [],
  }
  setValidator(ctx, validator)
  setConsensusIndex(ctx, validator)
  setNewPowerIndex(ctx, validator)
  keeper.hooks.afterValidatorCreated(ctx, operator)
  keeper.delegate(ctx, operator, value.amount, 'account', validator)
  ctx.events.emit(event('create_validator', ['validator', msg.validatorAddress], ['amount', coinText(value)]))
}

function addressOf(type: string, { value }: Any): Uint8Array {
  const bytes = protoBytes(readProto(value), 1)
  return validatorAddress({ type: type === 'ed25519' ? 'ed25519' : 'secp256k1', bytes })
}

/** Source: `EditValidator`. */
function edit(ctx: Context, { description, validatorAddress: text, commissionRate, minSelfDelegation }: Edit): void {
  const operator = operatorOf(ctx, text)
  if (isEmpty(description)) throw ErrInvalidRequest.error('empty description')
  if (minSelfDelegation !== undefined && minSelfDelegation <= 0n)
    throw ErrInvalidRequest.error('minimum self delegation must be a positive integer')
  if (commissionRate !== undefined) {
    if (commissionRate > DECIMAL_ONE || commissionRate < 0n)
      throw ErrInvalidRequest.error('commission rate must be between 0 and 1 (inclusive)')
    const { minCommissionRate } = getParams(ctx)
    if (commissionRate < minCommissionRate)
      throw ErrInvalidRequest.error(
        `commission rate cannot be less than the min commission rate ${decimalText(minCommissionRate)}`,
      )
  }
  const before = getValidator(ctx, operator)
  let after: Validator = { ...before, description: edited(before.description, description) }
  checkLengths(after.description)
  if (commissionRate !== undefined) {
    checkNewRate(before.commission, commissionRate, ctx.block.time)
    // The reference reads the params again to compare with the minimum.
    getParams(ctx)
    after = { ...after, commission: { ...before.commission, rate: commissionRate, updateTime: ctx.block.time } }
  }
  if (minSelfDelegation !== undefined) {
    if (minSelfDelegation <= before.minSelfDelegation)
      throw reworded(ErrMinSelfDelegationDecreased, ctx.release.texts.minSelfDelegationDecreased).error()
    if (minSelfDelegation > before.tokens) throw ErrSelfDelegationBelowMinimum.error()
    after = { ...after, minSelfDelegation }
  }
  setValidator(ctx, after)
  ctx.events.emit(
    event(
      'edit_validator',
      ['commission_rate', commissionText(after.commission)],
      ['min_self_delegation', String(after.minSelfDelegation)],
    ),
  )
}

/** A commission as Go prints it. */
function commissionText({ rate, maxRate, maxChangeRate, updateTime }: Commission): string {
  const { seconds, nanos } = momentOf(updateTime)
  const time: TextField[] = []
  if (seconds !== 0n) time.push(['seconds', seconds])
  if (nanos !== 0) time.push(['nanos', BigInt(nanos)])
  return protoText([
    [
      'commission_rates',
      [
        ['rate', String(rate)],
        ['max_rate', String(maxRate)],
        ['max_change_rate', String(maxChangeRate)],
      ],
    ],
    ['update_time', time],
  ])
}

/** @throws ChainError sdk/7 with the parser's text in it */
const operatorOf = (ctx: Context, text: string): Uint8Array =>
  rethrowing(
    (error) => ErrInvalidAddress.error(`invalid validator address: ${error.log}`),
    () => parseOperator(ctx, text),
  )

import {
  decodeAny,
  decodeDecimal,
  decodeTime,
  encodeAny,
  encodeDuration,
  encodeTimestamp,
  protoBool,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
  type Any,
  type ProtoField,
} from '../../codec/index.js'
import { NO_BYTES, toUtf8 } from '../../base/index.js'

/**
 * The stored records. Tokens are whole amounts, shares and rates decimals (whole numbers of 10^-18), times nanoseconds since 1970.
 * Source: proto cosmos.staking.v1beta1.
 */

export const Unbonded = 1
export const Unbonding = 2
export const Bonded = 3
export type BondStatus = typeof Unbonded | typeof Unbonding | typeof Bonded

export interface Description {
  readonly moniker: string
  readonly identity: string
  readonly website: string
  readonly securityContact: string
  readonly details: string
}

export interface Commission {
  readonly rate: bigint
  readonly maxRate: bigint
  readonly maxChangeRate: bigint
  readonly updateTime: bigint
}

export interface Validator {
  /** Bech32. */
  readonly operatorAddress: string
  readonly consensusPubkey: Any
  readonly jailed: boolean
  readonly status: BondStatus
  readonly tokens: bigint
  readonly delegatorShares: bigint
  readonly description: Description
  readonly unbondingHeight: bigint
  readonly unbondingTime: bigint
  readonly commission: Commission
  readonly minSelfDelegation: bigint
  readonly unbondingOnHoldRefCount: bigint
  readonly unbondingIds: readonly bigint[]
}

export interface Delegation {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  readonly shares: bigint
}

/** One entry of an undelegation, or of a redelegation, which has shares too. */
export interface Entry {
  readonly creationHeight: bigint
  readonly completionTime: bigint
  readonly initialBalance: bigint
  /** For an undelegation the tokens still to be paid out; for a redelegation the shares at the destination. */
  readonly value: bigint
  readonly unbondingId: bigint
  readonly unbondingOnHoldRefCount: bigint
}

export interface UnbondingDelegation {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  readonly entries: readonly Entry[]
}

export interface Redelegation {
  readonly delegatorAddress: string
  readonly validatorSrcAddress: string
  readonly validatorDstAddress: string
  readonly entries: readonly Entry[]
}

export interface Params {
  readonly unbondingTime: bigint
  readonly maxValidators: number
  readonly maxEntries: number
  readonly historicalEntries: number
  readonly bondDenom: string
  readonly minCommissionRate: bigint
}

/** A number as gogoproto writes the SDK's `Int` and `LegacyDec`: digits, also for zero. */
const number = (writer: ProtoWriter, field: number, value: bigint): ProtoWriter =>
  writer.message(field, toUtf8(String(value)))
const readNumber = (fields: readonly ProtoField[], field: number): bigint => BigInt(protoString(fields, field))
const last = (fields: readonly ProtoField[], field: number): Uint8Array =>
  protoMessages(fields, field).at(-1) ?? NO_BYTES

const encodeDescription = (description: Description): Uint8Array =>
  new ProtoWriter()
    .string(1, description.moniker)
    .string(2, description.identity)
    .string(3, description.website)
    .string(4, description.securityContact)
    .string(5, description.details)
    .finish()

export function decodeDescription(bytes: Uint8Array): Description {
  const fields = readProto(bytes)
  const [moniker, identity, website, securityContact, details] = [1, 2, 3, 4, 5].map((i) => protoString(fields, i))
  return {
    moniker: moniker!,
    identity: identity!,
    website: website!,
    securityContact: securityContact!,
    details: details!,
  }
}

function encodeCommission({ rate, maxRate, maxChangeRate, updateTime }: Commission): Uint8Array {
  const rates = new ProtoWriter()
  number(rates, 1, rate)
  number(rates, 2, maxRate)
  number(rates, 3, maxChangeRate)
  return new ProtoWriter().message(1, rates.finish()).message(2, encodeTimestamp(updateTime)).finish()
}

function decodeCommission(bytes: Uint8Array): Commission {
  const fields = readProto(bytes)
  const rates = readProto(last(fields, 1))
  return {
    rate: readNumber(rates, 1),
    maxRate: readNumber(rates, 2),
    maxChangeRate: readNumber(rates, 3),
    updateTime: decodeTime(last(fields, 2)),
  }
}

/** A packed repeated field. */
function packed(values: readonly bigint[]): Uint8Array {
  const bytes: number[] = []
  for (let rest of values) {
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
    bytes.push(Number(rest))
  }
  return Uint8Array.from(bytes)
}

function unpacked(bytes: Uint8Array): bigint[] {
  const values: bigint[] = []
  let [value, shift] = [0n, 0n]
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (byte >= 0x80) continue
    values.push(value)
    ;[value, shift] = [0n, 0n]
  }
  return values
}

export function encodeValidator(validator: Validator): Uint8Array {
  const writer = new ProtoWriter()
    .string(1, validator.operatorAddress)
    .message(2, encodeAny(validator.consensusPubkey))
    .bool(3, validator.jailed)
    .uint64(4, BigInt(validator.status))
  number(writer, 5, validator.tokens)
  number(writer, 6, validator.delegatorShares)
  writer
    .message(7, encodeDescription(validator.description))
    .uint64(8, validator.unbondingHeight)
    .message(9, encodeTimestamp(validator.unbondingTime))
    .message(10, encodeCommission(validator.commission))
  number(writer, 11, validator.minSelfDelegation)
  return writer.uint64(12, validator.unbondingOnHoldRefCount).bytes(13, packed(validator.unbondingIds)).finish()
}

export const decodeValidator = remember((bytes): Validator => {
  const fields = readProto(bytes)
  return {
    operatorAddress: protoString(fields, 1),
    consensusPubkey: decodeAny(last(fields, 2)),
    jailed: protoBool(fields, 3),
    status: Number(protoUint64(fields, 4)) as BondStatus,
    tokens: readNumber(fields, 5),
    delegatorShares: readNumber(fields, 6),
    description: decodeDescription(last(fields, 7)),
    unbondingHeight: protoUint64(fields, 8),
    unbondingTime: decodeTime(last(fields, 9)),
    commission: decodeCommission(last(fields, 10)),
    minSelfDelegation: readNumber(fields, 11),
    unbondingOnHoldRefCount: protoUint64(fields, 12),
    unbondingIds: unpacked(last(fields, 13)),
  }
})

export const encodeDelegation = ({ delegatorAddress, validatorAddress, shares }: Delegation): Uint8Array =>
  number(new ProtoWriter().string(1, delegatorAddress).string(2, validatorAddress), 3, shares).finish()

export const decodeDelegation = remember((bytes): Delegation => {
  const fields = readProto(bytes)
  return {
    delegatorAddress: protoString(fields, 1),
    validatorAddress: protoString(fields, 2),
    shares: readNumber(fields, 3),
  }
})

export function encodeEntry(entry: Entry): Uint8Array {
  const writer = new ProtoWriter().uint64(1, entry.creationHeight).message(2, encodeTimestamp(entry.completionTime))
  number(writer, 3, entry.initialBalance)
  number(writer, 4, entry.value)
  return writer.uint64(5, entry.unbondingId).uint64(6, entry.unbondingOnHoldRefCount).finish()
}

export function decodeEntry(bytes: Uint8Array): Entry {
  const fields = readProto(bytes)
  return {
    creationHeight: protoUint64(fields, 1),
    completionTime: decodeTime(last(fields, 2)),
    initialBalance: readNumber(fields, 3),
    value: readNumber(fields, 4),
    unbondingId: protoUint64(fields, 5),
    unbondingOnHoldRefCount: protoUint64(fields, 6),
  }
}

export function encodeUnbonding({ delegatorAddress, validatorAddress, entries }: UnbondingDelegation): Uint8Array {
  const writer = new ProtoWriter().string(1, delegatorAddress).string(2, validatorAddress)
  for (const entry of entries) writer.message(3, encodeEntry(entry))
  return writer.finish()
}

export const decodeUnbonding = remember((bytes): UnbondingDelegation => {
  const fields = readProto(bytes)
  return {
    delegatorAddress: protoString(fields, 1),
    validatorAddress: protoString(fields, 2),
    entries: protoMessages(fields, 3).map(decodeEntry),
  }
})

export function encodeRedelegation(redelegation: Redelegation): Uint8Array {
  const writer = new ProtoWriter()
    .string(1, redelegation.delegatorAddress)
    .string(2, redelegation.validatorSrcAddress)
    .string(3, redelegation.validatorDstAddress)
  for (const entry of redelegation.entries) writer.message(4, encodeEntry(entry))
  return writer.finish()
}

export const decodeRedelegation = remember((bytes): Redelegation => {
  const fields = readProto(bytes)
  return {
    delegatorAddress: protoString(fields, 1),
    validatorSrcAddress: protoString(fields, 2),
    validatorDstAddress: protoString(fields, 3),
    entries: protoMessages(fields, 4).map(decodeEntry),
  }
})

export function encodeParams(params: Params): Uint8Array {
  const writer = new ProtoWriter()
    .message(1, encodeDuration(params.unbondingTime))
    .uint64(2, BigInt(params.maxValidators))
    .uint64(3, BigInt(params.maxEntries))
    .uint64(4, BigInt(params.historicalEntries))
    .string(5, params.bondDenom)
  return number(writer, 6, params.minCommissionRate).finish()
}

export const decodeParams = remember((bytes): Params => {
  const fields = readProto(bytes)
  return {
    unbondingTime: decodeTime(last(fields, 1)),
    maxValidators: Number(protoUint64(fields, 2)),
    maxEntries: Number(protoUint64(fields, 3)),
    historicalEntries: Number(protoUint64(fields, 4)),
    bondDenom: protoString(fields, 5),
    minCommissionRate: decodeDecimal(protoString(fields, 6)),
  }
})

/** The queue entries of one time: tuples of addresses (`DVPairs`, `DVVTriplets`). */
export function encodeTuples(tuples: readonly (readonly string[])[]): Uint8Array {
  const writer = new ProtoWriter()
  for (const tuple of tuples) {
    const item = new ProtoWriter()
    for (const [i, text] of tuple.entries()) item.string(i + 1, text)
    writer.message(1, item.finish())
  }
  return writer.finish()
}

export const decodeTuples = (bytes: Uint8Array, size: number): string[][] =>
  protoMessages(readProto(bytes), 1).map((item) => {
    const fields = readProto(item)
    return Array.from({ length: size }, (_, i) => protoString(fields, i + 1))
  })

/** Source: `ValAddresses`. */
export const encodeAddresses = (addresses: readonly string[]): Uint8Array =>
  new ProtoWriter().strings(1, addresses).finish()

export const decodeAddresses = (bytes: Uint8Array): string[] => protoStrings(readProto(bytes), 1)

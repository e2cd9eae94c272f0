import {
  protoBytes,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
} from '../../codec/index.js'
import type { TxPosition } from './keys.js'

/** The module's records in the chain's protobuf. Source: wasmd proto/cosmwasm/wasm/v1/types.proto. */

export const AccessType = { Unspecified: 0, Nobody: 1, Everybody: 3, AnyOfAddresses: 4 } as const
export type AccessType = (typeof AccessType)[keyof typeof AccessType]

export interface AccessConfig {
  readonly permission: AccessType
  readonly addresses: readonly string[]
}

export interface Params {
  readonly codeUploadAccess: AccessConfig
  readonly instantiateDefaultPermission: AccessType
}

export interface CodeInfo {
  /** SHA-256 of the code. */
  readonly codeHash: Uint8Array
  readonly creator: string
  readonly instantiateConfig: AccessConfig
}

export interface ContractInfo {
  readonly codeId: bigint
  readonly creator: string
  /** '' for none. */
  readonly admin: string
  readonly label: string
  readonly created: TxPosition
  /** '' when the contract has no IBC entry points. */
  readonly ibcPortId: string
  readonly ibc2PortId: string
}

export const Operation = { Init: 1, Migrate: 2, Genesis: 3 } as const
export type Operation = (typeof Operation)[keyof typeof Operation]

export interface HistoryEntry {
  readonly operation: Operation
  readonly codeId: bigint
  readonly updated: TxPosition
  readonly msg: Uint8Array
}

function encodeAccessConfig({ permission, addresses }: AccessConfig): Uint8Array {
  return new ProtoWriter().uint64(1, BigInt(permission)).strings(3, addresses).finish()
}

function decodeAccessConfig(bytes: Uint8Array): AccessConfig {
  const fields = readProto(bytes)
  return { permission: Number(protoUint64(fields, 1)) as AccessType, addresses: protoStrings(fields, 3) }
}

export const encodeParams = (params: Params): Uint8Array =>
  new ProtoWriter()
    .message(1, encodeAccessConfig(params.codeUploadAccess))
    .uint64(2, BigInt(params.instantiateDefaultPermission))
    .finish()

export function decodeParams(bytes: Uint8Array): Params {
  const fields = readProto(bytes)
  return {
    codeUploadAccess: decodeAccessConfig(protoBytes(fields, 1)),
    instantiateDefaultPermission: Number(protoUint64(fields, 2)) as AccessType,
  }
}

export const encodeCodeInfo = (info: CodeInfo): Uint8Array =>
  new ProtoWriter()
    .bytes(1, info.codeHash)
    .string(2, info.creator)
    .message(5, encodeAccessConfig(info.instantiateConfig))
    .finish()

export function decodeCodeInfo(bytes: Uint8Array): CodeInfo {
  const fields = readProto(bytes)
  return {
    codeHash: protoBytes(fields, 1),
    creator: protoString(fields, 2),
    instantiateConfig: decodeAccessConfig(protoBytes(fields, 5)),
  }
}

const encodePosition = ({ blockHeight, txIndex }: TxPosition): Uint8Array =>
  new ProtoWriter().uint64(1, blockHeight).uint64(2, txIndex).finish()

function decodePosition(bytes: Uint8Array | undefined): TxPosition {
  const fields = bytes === undefined ? [] : readProto(bytes)
  return { blockHeight: protoUint64(fields, 1), txIndex: protoUint64(fields, 2) }
}

export const encodeContractInfo = (info: ContractInfo): Uint8Array =>
  new ProtoWriter()
    .uint64(1, info.codeId)
    .string(2, info.creator)
    .string(3, info.admin)
    .string(4, info.label)
    .message(5, encodePosition(info.created))
    .string(6, info.ibcPortId)
    .string(8, info.ibc2PortId)
    .finish()

export function decodeContractInfo(bytes: Uint8Array): ContractInfo {
  const fields = readProto(bytes)
  return {
    codeId: protoUint64(fields, 1),
    creator: protoString(fields, 2),
    admin: protoString(fields, 3),
    label: protoString(fields, 4),
    created: decodePosition(protoMessages(fields, 5).at(-1)),
    ibcPortId: protoString(fields, 6),
    ibc2PortId: protoString(fields, 8),
  }
}

export const encodeHistoryEntry = (entry: HistoryEntry): Uint8Array =>
  new ProtoWriter()
    .uint64(1, BigInt(entry.operation))
    .uint64(2, entry.codeId)
    .message(3, encodePosition(entry.updated))
    .bytes(4, entry.msg)
    .finish()

export function decodeHistoryEntry(bytes: Uint8Array): HistoryEntry {
  const fields = readProto(bytes)
  return {
    operation: Number(protoUint64(fields, 1)) as Operation,
    codeId: protoUint64(fields, 2),
    updated: decodePosition(protoMessages(fields, 3).at(-1)),
    msg: protoBytes(fields, 4),
  }
}

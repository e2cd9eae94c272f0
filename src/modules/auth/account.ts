import { NO_BYTES, NotSupportedError } from '../../base/index.js'
import type { AccountView } from '../../chain/ante/index.js'
import { addressText, parseAccAddress } from '../../chain/index.js'
import {
  decodeAny,
  encodeAny,
  protoMessages,
  protoString,
  protoStrings,
  protoUint64,
  ProtoWriter,
  readProto,
  type Any,
} from '../../codec/index.js'
import { decodeVesting, vestingAny, vestingKind } from './vesting/encoding.js'
import type { Vesting } from './vesting/schedule.js'

/**
 * An account: of a user or contract, of a module when `module` is set, an interchain account when `owner` (the controller's port) is set, or one whose
 * coins become free with time when `vesting` is set.
 */
export interface Account extends AccountView {
  readonly module?: { readonly name: string; readonly permissions: readonly string[] }
  readonly owner?: string
  readonly vesting?: Vesting
}

export const BASE_ACCOUNT = '/cosmos.auth.v1beta1.BaseAccount'
export const MODULE_ACCOUNT = '/cosmos.auth.v1beta1.ModuleAccount'
export const INTERCHAIN_ACCOUNT = '/ibc.applications.interchain_accounts.v1.InterchainAccount'

function encodeBase(prefix: string, account: Account): Uint8Array {
  const writer = new ProtoWriter().string(1, addressText(prefix, account.address))
  if (account.publicKey !== undefined) writer.message(2, encodeAny(account.publicKey))
  return writer.uint64(3, account.accountNumber).uint64(4, account.sequence).finish()
}

/** Source: proto cosmos.auth.v1beta1 `BaseAccount`, `ModuleAccount`, ibc.applications.interchain_accounts.v1 `InterchainAccount`. */
export function accountAny(prefix: string, account: Account): Any {
  const base = encodeBase(prefix, account)
  if (account.owner !== undefined)
    return { typeUrl: INTERCHAIN_ACCOUNT, value: new ProtoWriter().message(1, base).string(2, account.owner).finish() }
  if (account.vesting !== undefined) return vestingAny(base, account.vesting)
  if (account.module === undefined) return { typeUrl: BASE_ACCOUNT, value: base }
  const { name, permissions } = account.module
  const value = new ProtoWriter().message(1, base).string(2, name).strings(3, permissions).finish()
  return { typeUrl: MODULE_ACCOUNT, value }
}

function decodeBase(prefix: string, bytes: Uint8Array): Account {
  const fields = readProto(bytes)
  const [key] = protoMessages(fields, 2)
  return {
    address: parseAccAddress(prefix, protoString(fields, 1)),
    publicKey: key && decodeAny(key),
    accountNumber: protoUint64(fields, 3),
    sequence: protoUint64(fields, 4),
  }
}

/** An account as its store holds it. */
export const encodeAccount = (prefix: string, account: Account): Uint8Array => encodeAny(accountAny(prefix, account))

/** @throws NotSupportedError for other kinds of accounts */
export function decodeAccount(prefix: string, bytes: Uint8Array): Account {
  const { typeUrl, value } = decodeAny(bytes)
  if (typeUrl === BASE_ACCOUNT) return decodeBase(prefix, value)
  const kind = vestingKind(typeUrl)
  if (kind !== undefined) {
    const { base, vesting } = decodeVesting(kind, value)
    return { ...decodeBase(prefix, base), vesting }
  }
  if (typeUrl !== MODULE_ACCOUNT && typeUrl !== INTERCHAIN_ACCOUNT)
    throw new NotSupportedError(
      `accounts of type ${typeUrl} are not supported: base, module, vesting and interchain accounts are`,
    )
  const fields = readProto(value)
  const base = decodeBase(prefix, protoMessages(fields, 1)[0] ?? NO_BYTES)
  if (typeUrl === INTERCHAIN_ACCOUNT) return { ...base, owner: protoString(fields, 2) }
  return {
    ...base,
    module: { name: protoString(fields, 2), permissions: protoStrings(fields, 3) },
  }
}

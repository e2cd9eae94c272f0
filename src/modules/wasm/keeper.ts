import {
  addressText,
  BLOCK_GAS_USED,
  GoPanic,
  notInCollection,
  parseAddress,
  rethrowing,
  type Context,
} from '../../chain/index.js'
import { NO_BYTES, toHex } from '../../base/index.js'
import { remember } from '../../codec/index.js'
import { joinKeys, keyBytes, prefixEnd, uint64Key, type Key, type KVStore } from '../../store/index.js'
import type { Checksum } from '../../vm/internal.js'
import { noSuchCode, noSuchContract } from './errors.js'
import { OBSERVER } from './calls/observer.js'
import {
  byCodeKey,
  byCreatorKey,
  CODE_PREFIX,
  codeKey,
  contractKey,
  CONTRACT_STORE_PREFIX,
  contractStoreKey,
  historyKey,
  historyPrefix,
  PARAMS_KEY,
  pinnedKey,
  STORE,
  type TxPosition,
} from './keys.js'
import {
  decodeCodeInfo,
  decodeContractInfo,
  decodeHistoryEntry,
  decodeParams,
  encodeCodeInfo,
  encodeContractInfo,
  encodeHistoryEntry,
  encodeParams,
  type CodeInfo,
  type ContractInfo,
  type HistoryEntry,
  type Params,
} from './records.js'

/** A row of a contract's state. */
export interface Model {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** A contract with its code, as every call loads it. */
export interface Instance {
  readonly info: ContractInfo
  readonly code: CodeInfo
  readonly checksum: Checksum
}

/** The module's state under the chain's keys; each function reads and writes what the Go one does. Source: wasmd x/wasm/keeper/keeper.go. */

const stored = (ctx: Context): KVStore => ctx.store(STORE)

const readCodeInfo = remember(decodeCodeInfo)
const readContractInfo = remember(decodeContractInfo)

export function getParams(ctx: Context): Params {
  const bytes = stored(ctx).get(PARAMS_KEY)
  if (bytes === undefined) throw new GoPanic(notInCollection('no_key', 'cosmwasm.wasm.v1.Params').log)
  return decodeParams(bytes)
}

export function setParams(ctx: Context, params: Params): void {
  stored(ctx).set(PARAMS_KEY, encodeParams(params))
}

export function getCodeInfo(ctx: Context, codeId: bigint): CodeInfo | undefined {
  const bytes = stored(ctx).get(codeKey(codeId))
  return bytes && readCodeInfo(bytes)
}

/** @throws ChainError wasm/28 */
export function requireCodeInfo(ctx: Context, codeId: bigint): CodeInfo {
  const info = getCodeInfo(ctx, codeId)
  if (info === undefined) throw noSuchCode(codeId)
  return info
}

export function setCodeInfo(ctx: Context, codeId: bigint, info: CodeInfo): void {
  stored(ctx).set(codeKey(codeId), encodeCodeInfo(info))
}

/** Checksums of all codes. */
export function codeChecksums(ctx: Context): ReadonlySet<Checksum> {
  const checksums = new Set<Checksum>()
  const rows = stored(ctx).iterator(CODE_PREFIX, prefixEnd(CODE_PREFIX))
  for (; rows.valid; rows.next()) checksums.add(toHex(decodeCodeInfo(rows.value).codeHash))
  rows.close()
  return checksums
}

export const hasCodeInfo = (ctx: Context, codeId: bigint): boolean => stored(ctx).has(codeKey(codeId))

export function getContractInfo(ctx: Context, contract: Uint8Array): ContractInfo | undefined {
  const bytes = stored(ctx).get(contractKey(contract))
  return bytes && readContractInfo(bytes)
}

export const hasContractInfo = (ctx: Context, contract: Uint8Array): boolean => stored(ctx).has(contractKey(contract))

export function setContractInfo(ctx: Context, contract: Uint8Array, info: ContractInfo): void {
  stored(ctx).set(contractKey(contract), encodeContractInfo(info))
}

/** @throws ChainError wasm/22 or wasm/28. Source: `contractInstance`. */
export function getInstance(ctx: Context, contract: Uint8Array): Instance {
  const info = getContractInfo(ctx, contract)
  if (info === undefined) {
    const address = addressText(ctx.prefix, contract)
    ctx.value(OBSERVER)?.absent?.(address)
    throw noSuchContract(address)
  }
  const code = requireCodeInfo(ctx, info.codeId)
  return { info, code, checksum: toHex(code.codeHash) }
}

/** The admin's address; undefined without an admin. */
export function adminAddress(ctx: Context, info: ContractInfo): Uint8Array | undefined {
  if (info.admin === '') return undefined
  return rethrowing(
    (error) => new GoPanic(error.log),
    () => parseAddress(ctx, info.admin),
  )
}

export const isPinned = (ctx: Context, codeId: bigint): boolean => stored(ctx).has(pinnedKey(codeId))

/** The next id of a sequence, which starts at 1. */
export function nextId(ctx: Context, sequence: Key): bigint {
  const id = peekId(ctx, sequence)
  stored(ctx).set(sequence, keyBytes(uint64Key(id + 1n)))
  return id
}

export function peekId(ctx: Context, sequence: Key): bigint {
  const bytes = stored(ctx).get(sequence)
  return bytes === undefined ? 1n : new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
}

/** Source: wasmd types.go `NewAbsoluteTxPosition`. */
export const currentPosition = (ctx: Context): TxPosition => ({
  blockHeight: BigInt(ctx.block.height),
  txIndex: BigInt(ctx.value(BLOCK_GAS_USED) ?? 0),
})

export function addToCodeIndex(ctx: Context, contract: Uint8Array, { codeId, updated }: HistoryEntry): void {
  stored(ctx).set(byCodeKey(codeId, updated, contract), NO_BYTES)
}

export function removeFromCodeIndex(ctx: Context, contract: Uint8Array, { codeId, updated }: HistoryEntry): void {
  stored(ctx).delete(byCodeKey(codeId, updated, contract))
}

export function addToCreatorIndex(ctx: Context, creator: Uint8Array, position: TxPosition, contract: Uint8Array): void {
  stored(ctx).set(byCreatorKey(creator, position, contract), NO_BYTES)
}

/** The newest history row; rows of longer addresses that start with this one are skipped. */
function lastHistoryRow(
  ctx: Context,
  contract: Uint8Array,
): { readonly position: bigint; readonly value: Uint8Array } | undefined {
  const prefix = historyPrefix(contract)
  const rows = stored(ctx).reverseIterator(prefix, prefixEnd(prefix))
  try {
    for (; rows.valid; rows.next()) {
      const rest = rows.key.slice(prefix.length) as Key
      if (rest.length === 8) return { position: new DataView(keyBytes(rest).buffer).getBigUint64(0), value: rows.value }
    }
    return undefined
  } finally {
    rows.close()
  }
}

export function appendHistory(ctx: Context, contract: Uint8Array, ...entries: readonly HistoryEntry[]): void {
  let position = lastHistoryRow(ctx, contract)?.position ?? 0n
  for (const entry of entries) stored(ctx).set(historyKey(contract, ++position), encodeHistoryEntry(entry))
}

/** @throws GoPanic, since every contract has a history */
export function lastHistoryEntry(ctx: Context, contract: Uint8Array): HistoryEntry {
  const row = lastHistoryRow(ctx, contract)
  if (row === undefined) throw new GoPanic(`no history for ${addressText(ctx.prefix, contract)}`)
  return decodeHistoryEntry(row.value)
}

/** Rows below a prefix in order, keys without the prefix. Stopping early closes the iterator. */
export function* rowsBelow(ctx: Context, prefix: Key): Generator<Model> {
  const rows = stored(ctx).iterator(prefix, prefixEnd(prefix))
  try {
    for (; rows.valid; rows.next()) yield { key: keyBytes(rows.key.slice(prefix.length) as Key), value: rows.value }
  } finally {
    rows.close()
  }
}

export const getHistory = (ctx: Context, contract: Uint8Array): readonly HistoryEntry[] =>
  [...rowsBelow(ctx, historyPrefix(contract))]
    .filter(({ key }) => key.length === 8)
    .map(({ value }) => decodeHistoryEntry(value))

/** The whole storage of a contract, in order. */
export const contractRows = (ctx: Context, contract: Uint8Array): Generator<Model> =>
  rowsBelow(ctx, contractStoreKey(contract))

/** The storage of all contracts, in order. */
export const allContractRows = (ctx: Context): Generator<Model> => rowsBelow(ctx, CONTRACT_STORE_PREFIX)

/** The value of one key of a contract. */
export const queryRaw = (ctx: Context, contract: Uint8Array, key: Key): Uint8Array | undefined =>
  stored(ctx).get(joinKeys(contractStoreKey(contract), key))

import { fromBase64, fromUtf8, toBase64, toHex, toUtf8, UsageError } from '../base/index.js'
import { contractRows } from '../modules/wasm/index.js'
import { keyOf } from '../store/index.js'
import { fileOf } from '../vm/debug/index.js'
import { keyParts, type ChainHost } from '../sandbox/internal.js'
import { exactText, shortened, valueText } from '../pages/index.js'
import type { CodeNames } from './code-names.js'
import type { CodeRow, ContractData, ContractRow, Json, StorageData } from './model.js'

/** Queries the REST gateway of a chain. @throws ChainError as the gateway answers */
export type Rest = (path: string) => Json

const WASM = '/cosmwasm/wasm/v1'
const ALL = 'pagination.limit=1000'

interface Code {
  readonly code_id: string
  readonly data_hash: string
}

const codesOf = (rest: Rest): readonly Code[] =>
  (rest(`${WASM}/code?${ALL}`) as unknown as { readonly code_infos: readonly Code[] }).code_infos

const contractsOf = (rest: Rest, codeId: string): readonly string[] =>
  (rest(`${WASM}/code/${codeId}/contracts?${ALL}`) as unknown as { readonly contracts: readonly string[] }).contracts

/** The codes of a chain, and its contracts; none on a chain without CosmWasm contracts. */
export function contractsOfChain(
  host: ChainHost,
  rest: Rest,
  names: CodeNames,
): { readonly codes: readonly CodeRow[]; readonly contracts: readonly ContractRow[] } {
  if (!host.app.runsWasm) return { codes: [], contracts: [] }
  const contracts: ContractRow[] = []
  const codes = codesOf(rest).map(({ code_id, data_hash }): CodeRow => {
    const own = contractsOf(rest, code_id)
    for (const address of own)
      contracts.push({
        chain: host.key,
        address,
        label: host.app.labelOf(address) ?? address,
        codeId: code_id,
        double: host.isDouble(address),
      })
    const checksum = data_hash.toLowerCase()
    const name = names.of(checksum) ?? statedName(rest, own[0])
    return { chain: host.key, codeId: code_id, checksum, ...(name !== undefined && { name }), contracts: own.length }
  })
  return { codes, contracts }
}

/** The key under which contracts keep their name and version. Source: cw2 2.0.0, CONTRACT. */
const CW2_KEY = toBase64(toUtf8('contract_info'))

/** The name and version that a contract states of itself, as cw2 has it; undefined without them. */
function statedName(rest: Rest, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  try {
    const { data } = rest(`${WASM}/contract/${address}/raw/${encodeURIComponent(CW2_KEY)}`) as { readonly data: string }
    const { contract, version } = JSON.parse(fromUtf8(fromBase64(data))) as { readonly [member: string]: Json }
    if (typeof contract !== 'string' || typeof version !== 'string') return undefined
    return `${contract.replace(/^crates\.io:/, '')} ${version}`.slice(0, 100)
  } catch {
    // It keeps none, or is a double.
    return undefined
  }
}

interface Info {
  readonly contract_info: {
    readonly code_id: string
    readonly creator: string
    readonly admin: string
    readonly label: string
    readonly ibc_port_id: string
  }
}

interface HistoryEntry {
  readonly operation: string
  readonly code_id: string
  readonly updated: { readonly block_height: string } | null
  readonly msg: Json
}

/** @throws ChainError for an address without a contract */
export function contractData(host: ChainHost, rest: Rest, address: string): ContractData {
  const { contract_info: info } = rest(`${WASM}/contract/${address}`) as unknown as Info
  const { entries } = rest(`${WASM}/contract/${address}/history?${ALL}`) as unknown as {
    readonly entries: readonly HistoryEntry[]
  }
  const { app } = host
  const checksum = checksumOf(host, rest, info.code_id)
  const file = fileOf(checksum)
  const double = host.isDouble(address)
  let count = 0
  for (const _ of contractRows(app.context, app.address(address))) count++
  return {
    chain: host.key,
    address,
    label: info.label,
    codeId: info.code_id,
    double,
    creator: info.creator,
    admin: info.admin,
    ibcPort: info.ibc_port_id,
    checksum,
    ...(file !== undefined && { file }),
    entryPoints: double ? [] : [...app.vm.report(checksum).entryPoints],
    balances: host.balances(address).map(({ denom, amount }) => ({ denom, amount: String(amount) })),
    failures: !host.hasFailures ? 0 : host.failures(address).length,
    history: entries.map(({ operation, code_id, updated, msg }) => ({
      operation: operation.replace('CONTRACT_CODE_HISTORY_OPERATION_TYPE_', '').toLowerCase(),
      codeId: code_id,
      msg: shortened(exactText(msg)),
      height: updated?.block_height ?? '',
    })),
    entries: count,
  }
}

/** @throws UsageError for a code that is not stored */
export function checksumOf(_: ChainHost, rest: Rest, codeId: string): string {
  const code = codesOf(rest).find(({ code_id }) => code_id === codeId)
  if (code === undefined) throw new UsageError(`there is no code ${codeId}`)
  return code.data_hash.toLowerCase()
}

const MAX_STORED = 200
const MAX_VALUE_LENGTH = 20_000

/** A part of the storage of a contract, in the order of its keys. @param text what a key has to contain */
export function storageData(
  host: ChainHost,
  address: string,
  { from, count, text }: { readonly from: number; readonly count: number; readonly text: string },
): StorageData {
  const wanted = text.toLowerCase()
  const end = from + Math.min(count, MAX_STORED)
  const rows: StorageData['rows'][number][] = []
  let total = 0
  for (const { key, value } of contractRows(host.app.context, host.app.address(address))) {
    const parts = keyParts(keyOf(key))
    const shown = parts.map((part) => part.text).join('/')
    if (wanted !== '' && !shown.toLowerCase().includes(wanted) && !toHex(key).includes(wanted)) continue
    if (total >= from && total < end)
      rows.push({ hex: toHex(key), key: parts, value: valueText(value, MAX_VALUE_LENGTH) })
    total++
  }
  return { total, from, rows }
}

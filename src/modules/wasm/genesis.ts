import type { Json } from '../../base/json-value.js'
import { ChainError, fromBase64, fromHex, NotSupportedError, toBase64, toHex } from '../../base/index.js'
import { addressText, GenesisReader, parseAccAddress, wrapping, type Context } from '../../chain/index.js'
import { joinKeys, keyBytes, keyOf, uint64Key } from '../../store/index.js'
import { DEFAULT_PARAMS } from './access.js'
import { classicAddress } from './addresses.js'
import { pinCode, unpacked } from './code.js'
import { ErrDuplicate, ErrEmpty, ErrInvalid, noSuchCode } from './errors.js'
import {
  addToCodeIndex,
  addToCreatorIndex,
  appendHistory,
  getHistory,
  getParams,
  hasCodeInfo,
  hasContractInfo,
  isPinned,
  peekId,
  contractRows,
  rowsBelow,
  setCodeInfo,
  setContractInfo,
  setParams,
} from './keeper.js'
import {
  CODE_PREFIX,
  CONTRACT_PREFIX,
  contractStoreKey,
  LAST_CODE_ID_KEY,
  LAST_CONTRACT_ID_KEY,
  STORE,
  type TxPosition,
} from './keys.js'
import { accessJson, paramsJson, readAccess, readParams } from './params.js'
import {
  decodeCodeInfo,
  decodeContractInfo,
  Operation,
  type CodeInfo,
  type ContractInfo,
  type HistoryEntry,
} from './records.js'
import type { WasmKeeper } from './wasm.js'

/** Source: wasmd x/wasm/keeper/genesis.go. */

const SEQUENCES = [LAST_CODE_ID_KEY, LAST_CONTRACT_ID_KEY]

const OPERATION_NAMES: Readonly<Record<Operation, string>> = {
  [Operation.Init]: 'CONTRACT_CODE_HISTORY_OPERATION_TYPE_INIT',
  [Operation.Migrate]: 'CONTRACT_CODE_HISTORY_OPERATION_TYPE_MIGRATE',
  [Operation.Genesis]: 'CONTRACT_CODE_HISTORY_OPERATION_TYPE_GENESIS',
}

export const defaultGenesis = (): Json => ({
  params: paramsJson(DEFAULT_PARAMS),
  codes: [],
  contracts: [],
  sequences: [],
})

const uint64 = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)

const positionJson = ({ blockHeight, txIndex }: TxPosition): Json => ({
  block_height: String(blockHeight),
  tx_index: String(txIndex),
})

/** A contract's message as embedded JSON. Bytes that are not JSON cannot be embedded and are left out. */
function messageJson(msg: Uint8Array): Json {
  try {
    return JSON.parse(Buffer.from(msg).toString('utf8')) as Json
  } catch {
    return null
  }
}

export function exportGenesis(keeper: WasmKeeper, ctx: Context): Json {
  return {
    params: paramsJson(getParams(ctx)),
    codes: [...rowsBelow(ctx, CODE_PREFIX)].map(({ key, value }) => {
      const info = decodeCodeInfo(value)
      return {
        code_id: String(uint64(key)),
        code_info: {
          code_hash: toBase64(info.codeHash),
          creator: info.creator,
          instantiate_config: accessJson(info.instantiateConfig),
        },
        code_bytes: toBase64(codeOf(keeper, toHex(info.codeHash))),
        pinned: isPinned(ctx, uint64(key)),
      }
    }),
    contracts: [...rowsBelow(ctx, CONTRACT_PREFIX)].map(({ key, value }) => {
      const info = decodeContractInfo(value)
      return {
        contract_address: addressText(ctx.prefix, key),
        contract_info: {
          code_id: String(info.codeId),
          creator: info.creator,
          admin: info.admin,
          label: info.label,
          created: positionJson(info.created),
          ibc_port_id: info.ibcPortId,
          extension: null,
          ibc2_port_id: info.ibc2PortId,
        },
        contract_state: [...contractRows(ctx, key)].map((row) => ({
          key: toHex(row.key).toUpperCase(),
          value: toBase64(row.value),
        })),
        contract_code_history: getHistory(ctx, key).map((entry) => ({
          operation: OPERATION_NAMES[entry.operation],
          code_id: String(entry.codeId),
          updated: positionJson(entry.updated),
          msg: messageJson(entry.msg),
        })),
      }
    }),
    sequences: SEQUENCES.map((sequence) => ({
      id_key: toBase64(keyBytes(sequence)),
      value: String(peekId(ctx, sequence)),
    })),
  }
}

/** @throws ChainError as the chain reports it, UsageError for JSON of another shape */
export function initGenesis(keeper: WasmKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'wasm')
  const params = genesis.at('params')
  setParams(ctx, params.isAbsent ? DEFAULT_PARAMS : readParams(params))
  let maxCodeId = 0n
  for (const [i, code] of genesis.at('codes').list().entries()) {
    const codeId = code.at('code_id').integer()
    wrapping(`code ${i} with id: ${codeId}`, () => importCode(keeper, ctx, codeId, code))
    if (codeId > maxCodeId) maxCodeId = codeId
    if (code.at('pinned').boolean()) wrapping(`contract number ${i}`, () => pinCode(ctx, codeId))
  }
  for (const [i, contract] of genesis.at('contracts').list().entries())
    wrapping(`contract number ${i}`, () => importContract(ctx, contract))
  for (const [i, sequence] of genesis.at('sequences').list().entries())
    wrapping(`sequence number ${i}`, () => importSequence(ctx, sequence))
  checkSequences(ctx, maxCodeId)
}

function importCode(keeper: WasmKeeper, ctx: Context, codeId: bigint, json: GenesisReader): void {
  const info: CodeInfo = {
    codeHash: fromBase64(json.at('code_info').at('code_hash').string()),
    creator: json.at('code_info').at('creator').string(),
    instantiateConfig: readAccess(json.at('code_info').at('instantiate_config')),
  }
  const code = fromBase64(json.at('code_bytes').string())
  const stored = keeper.engine.storeUncharged(unpacked(code, Infinity))
  if (stored instanceof ChainError) throw stored
  if (stored.checksum !== toHex(info.codeHash)) throw ErrInvalid.error('code hashes not same')
  if (hasCodeInfo(ctx, codeId)) throw ErrDuplicate.error(`duplicate code: ${codeId}`)
  setCodeInfo(ctx, codeId, info)
}

const readPosition = (json: GenesisReader): TxPosition => ({
  blockHeight: json.at('block_height').integer(),
  txIndex: json.at('tx_index').integer(),
})

function readHistoryEntry(json: GenesisReader): HistoryEntry {
  const name = json.at('operation').string()
  const operation = Object.values(Operation).find((candidate) => OPERATION_NAMES[candidate] === name)
  if (operation === undefined) throw json.error(`unknown operation ${JSON.stringify(name)}`)
  return {
    operation,
    codeId: json.at('code_id').integer(),
    updated: readPosition(json.at('updated')),
    msg: Buffer.from(JSON.stringify(json.at('msg').raw ?? null)),
  }
}

function importContract(ctx: Context, json: GenesisReader): void {
  const contract = parseAccAddress(ctx.prefix, json.at('contract_address').string())
  const from = json.at('contract_info')
  const info: ContractInfo = {
    codeId: from.at('code_id').integer(),
    creator: from.at('creator').string(),
    admin: from.at('admin').string(),
    label: from.at('label').string(),
    created: readPosition(from.at('created')),
    ibcPortId: from.at('ibc_port_id').string(),
    ibc2PortId: from.at('ibc2_port_id').string(),
  }
  if (!hasCodeInfo(ctx, info.codeId)) throw noSuchCode(info.codeId)
  if (hasContractInfo(ctx, contract)) throw ErrDuplicate.error(`contract: ${addressText(ctx.prefix, contract)}`)
  const history = json.at('contract_code_history').list().map(readHistoryEntry)
  const [first] = history
  if (first === undefined) throw ErrEmpty.error('contract history')
  appendHistory(ctx, contract, ...history)
  setContractInfo(ctx, contract, info)
  addToCodeIndex(ctx, contract, history.at(-1)!)
  addToCreatorIndex(ctx, parseAccAddress(ctx.prefix, info.creator), first.updated, contract)
  const store = ctx.store(STORE)
  for (const row of json.at('contract_state').list()) {
    const key = joinKeys(contractStoreKey(contract), keyOf(fromHex(row.at('key').string())))
    if (store.has(key)) throw ErrDuplicate.error(`duplicate key: ${row.at('key').string().toLowerCase()}`)
    store.set(key, fromBase64(row.at('value').string()))
  }
}

function importSequence(ctx: Context, json: GenesisReader): void {
  const key = keyOf(fromBase64(json.at('id_key').string()))
  if (ctx.store(STORE).has(key)) throw ErrDuplicate.error(`autoincrement id: ${key}`)
  ctx.store(STORE).set(key, keyBytes(uint64Key(json.at('value').integer())))
}

/** The next ids must be unused. */
function checkSequences(ctx: Context, maxCodeId: bigint): void {
  const next = peekId(ctx, LAST_CODE_ID_KEY)
  if (next <= maxCodeId)
    throw ErrInvalid.error(`seq ${LAST_CODE_ID_KEY} with value: ${next} must be greater than: ${maxCodeId} `)
  const instance = peekId(ctx, LAST_CONTRACT_ID_KEY)
  if (hasContractInfo(ctx, classicAddress(instance, instance)))
    throw ErrInvalid.error(`value: ${instance} for seq ${LAST_CONTRACT_ID_KEY} was used already`)
}

/** @throws NotSupportedError for code that is a test double */
function codeOf({ engine }: WasmKeeper, checksum: string): Uint8Array {
  const double = engine.doubleOf(checksum)
  if (double === undefined) return engine.wasm(checksum)
  throw new NotSupportedError(`a genesis cannot hold the double "${double}", which is code of a test`, {
    details: ['right: sandbox.snapshot(), or export the genesis before mock()'],
  })
}

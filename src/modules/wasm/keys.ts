import { asciiKey, joinKeys, keyOf, uint64Key, type Key } from '../../store/index.js'

/** Source: wasmd x/wasm/types/keys.go. */
export const STORE = 'wasm'

const prefix = (byte: number): Key => keyOf(Uint8Array.of(byte))

export const CODE_PREFIX = prefix(0x01)
export const CONTRACT_PREFIX = prefix(0x02)
/** Prefix of the rows that contracts store. */
export const CONTRACT_STORE_PREFIX = prefix(0x03)
const SEQUENCE_PREFIX = prefix(0x04)
const HISTORY_PREFIX = prefix(0x05)
const BY_CODE_PREFIX = prefix(0x06)
export const PINNED_PREFIX = prefix(0x07)
/** Position of the next transaction in its block: 8 bytes height, 4 bytes counter. */
export const TX_COUNTER_KEY = prefix(0x08)
const BY_CREATOR_PREFIX = prefix(0x09)
export const PARAMS_KEY = prefix(0x10)

export const LAST_CODE_ID_KEY = joinKeys(SEQUENCE_PREFIX, asciiKey('lastCodeId'))
export const LAST_CONTRACT_ID_KEY = joinKeys(SEQUENCE_PREFIX, asciiKey('lastContractId'))

/** Where a contract was created or migrated: block height, and the gas that the block had used by then. */
export interface TxPosition {
  readonly blockHeight: bigint
  readonly txIndex: bigint
}

export const codeKey = (codeId: bigint): Key => joinKeys(CODE_PREFIX, uint64Key(codeId))
export const contractKey = (contract: Uint8Array): Key => joinKeys(CONTRACT_PREFIX, keyOf(contract))
/** Prefix of a contract's storage. */
export const contractStoreKey = (contract: Uint8Array): Key => joinKeys(CONTRACT_STORE_PREFIX, keyOf(contract))
export const historyPrefix = (contract: Uint8Array): Key => joinKeys(HISTORY_PREFIX, keyOf(contract))
export const historyKey = (contract: Uint8Array, position: bigint): Key =>
  joinKeys(historyPrefix(contract), uint64Key(position))
export const pinnedKey = (codeId: bigint): Key => joinKeys(PINNED_PREFIX, uint64Key(codeId))

export const POSITION_LENGTH = 16
const positionKey = ({ blockHeight, txIndex }: TxPosition): Key => joinKeys(uint64Key(blockHeight), uint64Key(txIndex))

export const byCodePrefix = (codeId: bigint): Key => joinKeys(BY_CODE_PREFIX, uint64Key(codeId))
export const byCodeKey = (codeId: bigint, position: TxPosition, contract: Uint8Array): Key =>
  joinKeys(byCodePrefix(codeId), positionKey(position), keyOf(contract))

export const byCreatorPrefix = (creator: Uint8Array): Key =>
  joinKeys(BY_CREATOR_PREFIX, prefix(creator.length), keyOf(creator))
export const byCreatorKey = (creator: Uint8Array, position: TxPosition, contract: Uint8Array): Key =>
  joinKeys(byCreatorPrefix(creator), positionKey(position), keyOf(contract))

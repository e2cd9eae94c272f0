import { byteKey, joinKeys, lengthPrefixed, textKey, type Key } from '../../store/index.js'

/** Name of the store. Source: cosmos-sdk x/bank/types/keys.go. */
export const BANK_STORE = 'bank'

export const SUPPLY_PREFIX = byteKey(0)
export const METADATA_PREFIX = byteKey(1)
export const BALANCES_PREFIX = byteKey(2)
export const HOLDERS_PREFIX = byteKey(3)
export const SEND_ENABLED_PREFIX = byteKey(4)
export const PARAMS_KEY = byteKey(5)

const ZERO = byteKey(0)

export const supplyKey = (denom: string): Key => joinKeys(SUPPLY_PREFIX, textKey(denom))
export const metadataKey = (denom: string): Key => joinKeys(METADATA_PREFIX, textKey(denom))
export const sendEnabledKey = (denom: string): Key => joinKeys(SEND_ENABLED_PREFIX, textKey(denom))
export const balanceKey = (address: Uint8Array, denom: string): Key =>
  joinKeys(BALANCES_PREFIX, lengthPrefixed(address), textKey(denom))
/** Prefix of all balances of an address, after {@link BALANCES_PREFIX}. */
export const balancesOf = (address: Uint8Array): Key => lengthPrefixed(address)
/** Prefix of all holders of a denom, after {@link HOLDERS_PREFIX}. */
export const holdersOf = (denom: string): Key => joinKeys(textKey(denom), ZERO)
export const holderKey = (denom: string, address: Uint8Array): Key =>
  joinKeys(HOLDERS_PREFIX, holdersOf(denom), lengthPrefixed(address))

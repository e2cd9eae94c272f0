import { asciiKey, byteKey, joinKeys, keyOf, textKey, type Key } from '../../store/index.js'

/** Source: ibc-go v10 apps/transfer/types/keys.go. */
export const STORE = 'transfer'
/** Name of the module, of its account, and of the port. */
export const TRANSFER = 'transfer'
export const VERSION = 'ics20-1'

export const PORT_KEY = byteKey(1)
export const DENOMS_PREFIX = byteKey(3)
export const PARAMS_KEY = asciiKey('params')
export const ESCROW_PREFIX = asciiKey('totalEscrowForDenom')

export const denomKey = (hash: Uint8Array): Key => joinKeys(DENOMS_PREFIX, keyOf(hash))
export const totalEscrowKey = (denom: string): Key => textKey(`totalEscrowForDenom/${denom}`)

export { escrowAddress } from '../../chain/ibc/index.js'

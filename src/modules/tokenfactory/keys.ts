import { byteKey, joinKeys, keyOf, textKey, type Key } from '../../store/index.js'

/** Source: neutron x/tokenfactory/types/keys.go. */
export const PARAMS_KEY = byteKey(2)
const ESCROW_PREFIX = byteKey(3)
export const CREATORS_PREFIX = textKey('creator|')

export const escrowKey = (address: Uint8Array): Key => joinKeys(ESCROW_PREFIX, keyOf(address))
export const authorityKey = (denom: string): Key => textKey(`denoms|${denom}|authoritymetadata`)
export const hookKey = (denom: string): Key => textKey(`denoms|${denom}|beforesendhook`)
export const denomsOf = (creator: string): Key => textKey(`creator|${creator}|`)
export const creatorKey = (creator: string, denom: string): Key => textKey(`creator|${creator}|${denom}`)

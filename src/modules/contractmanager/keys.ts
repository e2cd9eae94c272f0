import { asciiKey, joinKeys, keyOf, uint64Key, type Key } from '../../store/index.js'

/** Source: neutron x/contractmanager/types/keys.go. */
export const STORE = 'contractmanager'

export const FAILURES_PREFIX = keyOf(Uint8Array.of(0x01))
export const PARAMS_KEY = keyOf(Uint8Array.of(0x02))

/** Prefix of all failures of one contract. @param address bech32 */
export const failuresOf = (address: string): Key => joinKeys(FAILURES_PREFIX, asciiKey(address), asciiKey('/'))

export const failureKey = (address: string, id: bigint): Key => joinKeys(failuresOf(address), uint64Key(id))

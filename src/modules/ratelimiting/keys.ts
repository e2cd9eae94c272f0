import { asciiKey, joinKeys, keyOf, textKey, uint64Key, type Key } from '../../store/index.js'
import { toUtf8 } from '../../base/index.js'

/** Name of the module and of its store. Source: rate-limiting v10.1.0 types/keys.go. */
export const NAME = 'ratelimit'

export const LIMITS_PREFIX = asciiKey('rate-limit')
export const PENDING_PREFIX = asciiKey('pending-send-packet')
export const BLACKLIST_PREFIX = asciiKey('denom-blacklist')
/** The prefix of address pairs, as the reference spells it. */
export const WHITELIST_PREFIX = asciiKey('address-blacklist')
export const EPOCH_KEY = asciiKey('hour-epoch')

/** Bytes of a channel in the key of a pending packet, filled up with zeros. */
export const CHANNEL_BYTES = 16

export const limitKey = (denom: string, channel: string): Key =>
  joinKeys(LIMITS_PREFIX, textKey(denom), textKey(channel))
export const blacklistKey = (denom: string): Key => joinKeys(BLACKLIST_PREFIX, textKey(denom))
export const whitelistKey = (sender: string, receiver: string): Key =>
  joinKeys(WHITELIST_PREFIX, textKey(sender), textKey(receiver))

/** Those of all packets of a channel, and of those whose names begin with its name. */
export const pendingOf = (channel: string): Key => joinKeys(PENDING_PREFIX, textKey(channel))

export function pendingKey(channel: string, sequence: bigint): Key {
  const name = new Uint8Array(CHANNEL_BYTES)
  name.set(toUtf8(channel).subarray(0, CHANNEL_BYTES))
  return joinKeys(PENDING_PREFIX, keyOf(name), uint64Key(sequence))
}

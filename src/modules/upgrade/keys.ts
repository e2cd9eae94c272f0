import { byteKey, joinKeys, textKey, type Key } from '../../store/index.js'

/** Source: cosmossdk.io/x/upgrade v0.2.0 types/keys.go. */
export const UPGRADE_STORE = 'upgrade'

export const PLAN_KEY = byteKey(0)
/** Then the height in 8 bytes, big endian, and the name. */
export const DONE_PREFIX = byteKey(1)

/** Then the name of a module; the value is its version in 8 bytes, big endian. */
export const VERSIONS_PREFIX = byteKey(2)

/** How often the chain was upgraded, in 8 bytes, big endian. */
export const PROTOCOL_VERSION_KEY = byteKey(3)

const FOLDER = 'upgradedIBCState'

/** The two states that clients upgrade to when a chain continues under a new id after a height. */
export type UpgradedPart = 'upgradedClient' | 'upgradedConsState'

export const upgradedKey = (lastHeight: number | bigint, part: UpgradedPart): Key =>
  joinKeys(textKey(`${FOLDER}/${lastHeight}/${part}`))

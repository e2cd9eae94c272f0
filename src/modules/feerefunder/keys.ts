import { byteKey, joinKeys, textKey, uint64Key, type Key } from '../../store/index.js'
import type { PacketId } from '../../codec/neutron/feerefunder.js'

/** Source: neutron x/feerefunder/types/keys.go. */
export const STORE = 'feerefunder'
export const FEES_PREFIX = byteKey(1)
export const PARAMS_KEY = byteKey(2)

export const feeKey = ({ channelId, portId, sequence }: PacketId): Key =>
  joinKeys(FEES_PREFIX, textKey(`${channelId};${portId};`), uint64Key(sequence))

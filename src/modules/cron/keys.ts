import { byteKey, joinKeys, textKey, type Key } from '../../store/index.js'

/** Source: neutron x/cron/types/keys.go. */
export const STORE = 'cron'
export const SCHEDULES_PREFIX = byteKey(1)
export const COUNT_KEY = byteKey(2)
export const PARAMS_KEY = byteKey(3)

export const scheduleKey = (name: string): Key => joinKeys(SCHEDULES_PREFIX, textKey(name))

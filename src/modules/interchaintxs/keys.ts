import { byteKey } from '../../store/index.js'

/** Source: neutron x/interchaintxs/types/keys.go. */
export const STORE = 'interchaintxs'
export const PARAMS_KEY = byteKey(1)
/** The first code id whose contracts pay for registration; when absent, all contracts pay. */
export const FIRST_PAYING_CODE_KEY = byteKey(3)

import { byteKey } from '../../store/key.js'

/** Source: neutron x/interchaintxs/types/keys.go. */
export const STORE = 'interchaintxs'
export const PARAMS_KEY = byteKey(1)
/** The first code whose contracts pay for the registration of accounts; all of them when there is none. */
export const FIRST_PAYING_CODE_KEY = byteKey(3)

import { asciiKey, textKey, type Key } from '../../store/index.js'

/** Names and keys of controller and host; each store has the name of the port prefix. Source: ibc-go v10 apps/27-interchain-accounts/types/keys.go. */
export const ICA_MODULE = 'interchainaccounts'
export const CONTROLLER_STORE = 'icacontroller'
export const HOST_STORE = 'icahost'
export const HOST_PORT = 'icahost'
export const CONTROLLER_PREFIX = 'icacontroller-'
export const VERSION = 'ics27-1'

export type IcaStore = typeof CONTROLLER_STORE | typeof HOST_STORE

export const PARAMS_KEY = asciiKey('params')
export const ACTIVE_CHANNELS_PREFIX = asciiKey('activeChannel')
export const OWNERS_PREFIX = asciiKey('owner')
export const PORTS_PREFIX = asciiKey('port')

export const activeChannelKey = (portId: string, connectionId: string): Key =>
  textKey(`activeChannel/${portId}/${connectionId}`)
export const ownerKey = (portId: string, connectionId: string): Key => textKey(`owner/${portId}/${connectionId}`)
export const portKey = (portId: string): Key => textKey(`port/${portId}`)
export const middlewareKey = (portId: string, connectionId: string): Key =>
  textKey(`isMiddlewareEnabled/${portId}/${connectionId}`)

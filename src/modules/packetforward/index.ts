import type { Module } from '../../chain/module.js'
import { FORWARD_STORE } from './middleware.js'

export { packetForward } from './middleware.js'

/** Source: ibc-apps packet-forward-middleware v10.1.0. */
export const packetForwardModule: Module = { name: 'packetfowardmiddleware', stores: [FORWARD_STORE] }

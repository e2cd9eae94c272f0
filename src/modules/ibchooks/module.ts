import type { Module } from '../../chain/index.js'
import { STORE } from './callbacks.js'

/** Its genesis is empty: callbacks of packets in transit are not exported. Source: ibc-apps modules/ibc-hooks v10.0.0 sdkmodule.go. */
export const ibcHooksModule: Module = {
  name: 'ibchooks',
  stores: [STORE],
  defaultGenesis: () => ({}),
  initGenesis: () => {},
  exportGenesis: () => ({}),
}

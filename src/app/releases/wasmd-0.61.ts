import { SDK_0_53 } from '../../chain/index.js'
import { MODULE_VERSIONS } from './module-versions.js'
import { wasmdOrder, type WasmdRelease } from './wasmd.js'

/** wasmd v0.61.14 with cosmos-sdk v0.53.6 and ibc-go v10.5.0. Source: their app/app.go and go.mod. */
export const WASMD_0_61: WasmdRelease = {
  rules: SDK_0_53,
  versions: MODULE_VERSIONS.wasmd,
  modules: ['circuit'],
  // Source: its app/upgrades/v060.
  handlers: { names: ['v0.60'], migrate: () => undefined },
  leadsTo: ['0.70'],
  accounts: { nft: [] },
  order: wasmdOrder({ genesis: ['upgrade', 'circuit', 'protocolpool'], endBlock: 'protocolpool' }),
  checkedBy: 'recording',
}

import { cosmoshub } from './cosmoshub/app.js'
import { evmd } from './evmd/kind.js'
import { hub } from './hub.js'
import type { Kind } from './kind.js'
import { neutron } from './neutron/app.js'
import { nolus } from './nolus.js'
import { wasmd } from './wasmd.js'

/** All kinds of chains, by the names that options give them. */
export const KINDS = { neutron, hub, wasmd, nolus, cosmoshub, evmd } as const satisfies Readonly<Record<string, Kind>>

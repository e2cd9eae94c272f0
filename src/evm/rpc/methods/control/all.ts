import type { Method } from '../../table.js'
import { accountControlMethods } from './accounts.js'
import { blockControlMethods } from './blocks.js'
import { lookupMethods } from './lookups.js'
import { nodeControlMethods } from './node.js'
import { poolControlMethods } from './pool.js'
import { rewindMethods } from './rewind.js'
import { stateFileMethods } from './state-dump.js'
import { tokenControlMethods } from './tokens.js'
import { timeMethods } from './time.js'

/** Control methods for tests, which no real chain has: time, blocks, accounts, snapshots. Names as in Hardhat and Anvil. */
export const controlMethods: readonly Method[] = [
  ...timeMethods,
  ...blockControlMethods,
  ...accountControlMethods,
  ...tokenControlMethods,
  ...poolControlMethods,
  ...rewindMethods,
  ...nodeControlMethods,
  ...lookupMethods,
  ...stateFileMethods,
]

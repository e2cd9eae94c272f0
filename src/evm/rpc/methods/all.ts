import type { Method } from '../table.js'
import { adminMethods } from './admin.js'
import { accountMethods } from './accounts.js'
import { badBlockMethods } from './bad-blocks.js'
import { blockMethods } from './blocks.js'
import { compilerMethods } from './compilers.js'
import { controlMethods } from './control/all.js'
import { callMethods } from './calls.js'
import { feeMethods } from './fees.js'
import { inspectMethods } from './inspect.js'
import { logMethods } from './logs.js'
import { minerMethods } from './miner.js'
import { nodeMethods } from './node.js'
import { parityMethods } from './parity.js'
import { profileMethods } from './profiles.js'
import { poolMethods } from './pool.js'
import { rawMethods } from './raw.js'
import { runtimeMethods } from './runtime.js'
import { simulateMethods } from './simulate.js'
import { stateMethods } from './state.js'
import { subscriptionMethods } from './subscriptions.js'
import { testingMethods } from './testing.js'
import { traceMethods } from './traces.js'
import { traceFileMethods } from './trace-files.js'
import { serverMethods } from './servers.js'
import { transactionMethods } from './transactions.js'

/** The table: every method of the node, by topic. */
export const METHODS: readonly Method[] = [
  ...nodeMethods,
  ...blockMethods,
  ...stateMethods,
  ...callMethods,
  ...compilerMethods,
  ...simulateMethods,
  ...transactionMethods,
  ...accountMethods,
  ...feeMethods,
  ...logMethods,
  ...poolMethods,
  ...subscriptionMethods,
  ...rawMethods,
  ...traceMethods,
  ...traceFileMethods,
  ...badBlockMethods,
  ...parityMethods,
  ...inspectMethods,
  ...minerMethods,
  ...adminMethods,
  ...serverMethods,
  ...runtimeMethods,
  ...profileMethods,
  ...controlMethods,
  ...testingMethods,
]

import { chain } from './chain.js'
import { compile } from './compile.js'
import { evm, memory, served, start } from './evm.js'
import type { Group } from './line.js'
import { scale } from './scale.js'

/** All that is measured, in the order of the table. */
export const GROUPS: readonly Group[] = [chain, compile, evm, served, memory, start, scale]

import { chain } from './chain.js'
import { compile } from './compile.js'
import { evm, memory, served, start } from './evm.js'
import type { Group } from './line.js'
import { scale } from './scale.js'

/** All that is measured, in the order of the table. */
const GROUPS: readonly Group[] = [chain, compile, evm, served, memory, start, scale]

/** The groups of these names, or all without a name. @returns a text instead if there is no such group */
export function groupsOf(names: readonly string[]): readonly Group[] | string {
  const unknown = names.find((name) => !GROUPS.some((group) => group.name === name))
  if (unknown !== undefined) return `there is no group ${unknown}; groups: ${GROUPS.map(({ name }) => name).join(', ')}`
  return names.length === 0 ? GROUPS : GROUPS.filter(({ name }) => names.includes(name))
}

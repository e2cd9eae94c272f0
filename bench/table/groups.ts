import { chain } from './chain.js'
import { compile } from './compile.js'
import { evm, inside, memory, served, start } from './evm.js'
import { fuzz } from './fuzz.js'
import type { Group } from './line.js'
import { scale } from './scale.js'

/**
 * The groups of these names, or all without a name, in the order of the table. @param builds contracts of others, for `fuzz`
 * @returns a text instead if there is no such group
 */
export function groupsOf(names: readonly string[], builds?: string): readonly Group[] | string {
  const groups: readonly Group[] = [chain, fuzz(builds), compile, evm, inside, served, memory, start, scale]
  const unknown = names.find((name) => !groups.some((group) => group.name === name))
  if (unknown !== undefined) return `there is no group ${unknown}; groups: ${groups.map(({ name }) => name).join(', ')}`
  return names.length === 0 ? groups : groups.filter(({ name }) => names.includes(name))
}

import { inLine } from '../../base/index.js'
import type { ProfileTree } from '../profile.js'
import { flameTree } from './flame-tree.js'

/** Stacks of functions, a line each with what its last function spent itself: the form that flame graph tools take. */
export function folded(profile: ProfileTree): string {
  const { functions } = profile
  const ways: string[] = []
  const lines: string[] = []
  for (const { parent, function: index, self } of flameTree(profile)) {
    const name = inLine(functions[index]!.name).replaceAll(';', ',')
    const way = parent < 0 ? name : `${ways[parent]!};${name}`
    ways.push(way)
    if (self > 0) lines.push(`${way} ${self}\n`)
  }
  return lines.join('')
}

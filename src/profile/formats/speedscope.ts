import { shownSource } from '../../vm/debug/index.js'
import type { ProfileTree } from '../profile.js'
import { flameTree, type FlameNode } from './flame-tree.js'

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json'

/** The file of https://www.speedscope.app: each sample is a stack of functions, and its weight the gas that the last one spent itself. */
export function speedscope(profile: ProfileTree, { name, exporter }: { name: string; exporter: string }): string {
  const { functions, places } = profile
  const firstPlace = new Map<number, { file: string; line: number }>()
  for (const { function: index, file, line } of places) {
    if (file === undefined || line === 0) continue
    const known = firstPlace.get(index)
    if (known === undefined || (known.file === file && line < known.line)) firstPlace.set(index, { file, line })
  }
  const nodes = flameTree(profile)
  const { contracts } = profile
  // Speedscope lets one choose among several profiles in a file.
  const parts = contracts.length > 1 ? contracts.map((one, i) => samplesOf(profile, nodes, one.name, i)) : []
  return JSON.stringify({
    $schema: SCHEMA,
    exporter,
    name,
    activeProfileIndex: 0,
    shared: {
      frames: functions.map((one, i) => {
        const place = firstPlace.get(i)
        return { name: one.name, ...(place && { file: shownSource(place.file), line: place.line }) }
      }),
    },
    profiles: [samplesOf(profile, nodes, name), ...parts],
  })
}

/** @param contract only what is in its calls, from its first function on */
function samplesOf({ functions }: ProfileTree, nodes: readonly FlameNode[], name: string, contract?: number): object {
  const stacks: (readonly number[])[] = []
  const samples: (readonly number[])[] = []
  const weights: number[] = []
  for (const { parent, function: index, self } of nodes) {
    const above = stacks[parent] ?? []
    const isIn = contract === undefined || above.length > 0 || functions[index]!.contract === contract
    const stack = isIn ? [...above, index] : []
    stacks.push(stack)
    if (self === 0 || !isIn) continue
    samples.push(stack)
    weights.push(self)
  }
  const endValue = weights.reduce((sum, weight) => sum + weight, 0)
  return { type: 'sampled', name, unit: 'none', startValue: 0, endValue, samples, weights }
}

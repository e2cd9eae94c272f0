import { shownSource } from '../../vm/debug/rust-source.js'
import type { GasProfile } from '../profile.js'
import { flameTree } from './flame-tree.js'

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json'

/** The file of https://www.speedscope.app: each sample is a stack of functions, and its weight the gas that the last one spent itself. */
export function speedscope(profile: GasProfile, { name, exporter }: { name: string; exporter: string }): string {
  const { functions, places } = profile
  const firstPlace = new Map<number, { file: string; line: number }>()
  for (const { function: index, file, line } of places) {
    if (file === undefined || line === 0) continue
    const known = firstPlace.get(index)
    if (known === undefined || (known.file === file && line < known.line)) firstPlace.set(index, { file, line })
  }
  const stacks: (readonly number[])[] = []
  const samples: (readonly number[])[] = []
  const weights: number[] = []
  for (const { parent, function: index, self } of flameTree(profile)) {
    const stack = [...(stacks[parent] ?? []), index]
    stacks.push(stack)
    if (self === 0) continue
    samples.push(stack)
    weights.push(self)
  }
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
    profiles: [{ type: 'sampled', name, unit: 'none', startValue: 0, endValue: profile.total, samples, weights }],
  })
}

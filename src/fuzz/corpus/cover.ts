import type { KeptStory } from './story-file.js'

/**
 * A small set of action sequences that together have all features: greedily, the one next that adds most features per action. Ties go to the action sequence with
 * fewer actions, then to the first name, so that every process chooses the same set.
 * @returns names
 */
export function smallCover(stories: ReadonlyMap<string, KeptStory>): ReadonlySet<string> {
  const left = new Map([...stories].map(([name, { features }]) => [name, new Set(features)]))
  const chosen = new Set<string>()
  const carriers = new Map<number, string[]>()
  for (const [name, features] of left)
    for (const feature of features) {
      const names = carriers.get(feature)
      if (names === undefined) carriers.set(feature, [name])
      else names.push(name)
    }
  for (;;) {
    let best: string | undefined
    for (const name of left.keys())
      if (left.get(name)!.size > 0 && (best === undefined || isBetter(name, best))) best = name
    if (best === undefined) return chosen
    chosen.add(best)
    for (const feature of left.get(best)!) for (const name of carriers.get(feature)!) left.get(name)!.delete(feature)
  }

  function isBetter(name: string, other: string): boolean {
    const [length, otherLength] = [name, other].map((one) => stories.get(one)!.actions.length) as [number, number]
    const gain = left.get(name)!.size * otherLength - left.get(other)!.size * length
    if (gain !== 0) return gain > 0
    return length === otherLength ? name < other : length < otherLength
  }
}

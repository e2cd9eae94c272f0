import type { ProfileTree } from '../profile.js'

/** A function on one call path. */
export interface FlameNode {
  /** Its parent's number in the list; -1 for none. */
  readonly parent: number
  readonly function: number
  /** VM gas. */
  self: number
}

/** The tree without lines: a function that calls from several lines is one node. A parent comes before its children. */
export function flameTree({ nodes, places }: ProfileTree): readonly FlameNode[] {
  const found: FlameNode[] = []
  const numbers = new Map<string, number>()
  const nodeOf: number[] = []
  for (const { parent, place, self } of nodes) {
    const above = parent < 0 ? -1 : nodeOf[parent]!
    const function_ = places[place]!.function
    const key = `${above} ${function_}`
    let at = numbers.get(key)
    if (at === undefined) {
      at = found.push({ parent: above, function: function_, self: 0 }) - 1
      numbers.set(key, at)
    }
    found[at]!.self += self
    nodeOf.push(at)
  }
  return found
}

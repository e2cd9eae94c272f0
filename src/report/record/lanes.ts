import type { Lane } from '../model.js'

const ORDER: Readonly<Record<Lane['kind'], number>> = { actor: 0, chain: 1, evm: 2, relayer: 3 }

/** More actors than this share one lane. */
const MAX_ACTORS = 10
const OTHERS = 'others'

/** The lanes of a timeline in the order of first use, which is not that of the page. */
export class Lanes {
  readonly #lanes: (Lane & { readonly near: string })[] = []
  readonly #ids = new Map<string, number>()

  /** @param near the chain that it is placed next to */
  of(kind: Lane['kind'], name: string, near: string): number {
    const key = `${kind} ${name}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const actors = this.#lanes.filter((lane) => lane.kind === 'actor').length
    if (kind === 'actor' && actors >= MAX_ACTORS && name !== OTHERS) return this.of(kind, OTHERS, near)
    this.#ids.set(key, this.#lanes.length)
    this.#lanes.push({ kind, name, near })
    return this.#lanes.length - 1
  }

  /**
   * Actors, their chain, its EVM, the relayers, then each other chain with its actors on its far side.
   * @returns the lanes, and the place of each id
   */
  ordered(chains: readonly string[]): { readonly lanes: readonly Lane[]; readonly places: readonly number[] } {
    const rank = ({ kind, near }: { readonly kind: Lane['kind']; readonly near: string }): number => {
      if (kind === 'relayer') return 4
      const at = chains.indexOf(near)
      return at === 0 ? ORDER[kind] : 10 * at - ORDER[kind]
    }
    const sorted = this.#lanes
      .map((lane, id) => ({ lane, id }))
      .sort((a, b) => rank(a.lane) - rank(b.lane) || a.id - b.id)
    const places: number[] = []
    for (const [place, { id }] of sorted.entries()) places[id] = place
    return { lanes: sorted.map(({ lane: { kind, name } }) => ({ kind, name })), places }
  }
}

import { inProcess } from '../harness/contender.js'
import type { Group } from './line.js'

const SMALL = 'ours, a small chain'
const LARGE = 'ours, 10,000 contracts, 1,000,000 keys, 100,000 blocks'

const module = new URL('../scale/contender.js', import.meta.url)

/** A long-lived chain beside a new one: nothing may cost more than twice as much. */
export const scale: Group = {
  name: 'scale',
  lines: ['execute', 'query', 'page of 30', 'snapshot and restore', 'block with one change, and a proof'].map(
    (key) => ({
      name: `${key}, large chain`,
      ours: [LARGE, key] as const,
      peer: [SMALL, key] as const,
      aim: { speed: 0.5 },
    }),
  ),
  contenders: {
    [SMALL]: () => inProcess(SMALL, module, ['small']),
    [LARGE]: () => inProcess(LARGE, module, ['large']),
  },
}

import { freshProcess, inProcess } from '../harness/contender.js'
import { installPeers } from '../harness/peers.js'
import type { Group, Line } from './line.js'

const UNMETERED = 'cw-simulate 2.8.108, no metering'
const METERED = 'cw-simulate 2.8.108, metering'
const PEER = '@oraichain/cw-simulate'
const WARM = 'ours, warm'
const LARGE = 'ours, 100,000 holders'
const NEW = 'ours, new chains'
const FIRST = 'ours, first executes'

const ours = new URL('../chain/ours.js', import.meta.url)
const simulator = new URL('../chain/simulator.js', import.meta.url)

const beside = (name: string, ours: Line['ours'], rest: Partial<Line> = {}): Line[] =>
  [METERED, UNMETERED].map((peer) => ({ name, ours, peer: [peer, ours[1]] as const, ...rest }))

/** Contracts on a chain. */
export const chain: Group = {
  name: 'chain',
  lines: [
    ...beside('cw20 execute, 100,000 holders', [LARGE, 'large/execute'], {
      aim: { most: 150 },
      quick: true,
    }),
    ...beside('30 rows of 100,000 by paged query', [LARGE, 'page'], { aim: { most: 70 } }),
    ...beside('cw20 query', [WARM, 'query'], { aim: { most: 1_000_000 / 45_000 }, quick: true }),
    ...beside('new chain with the token, warm', [NEW, 'start'], { aim: { most: 3000 }, quick: true }),
    {
      name: 'an execute of the first 500 of a process',
      ours: [FIRST, 'first'],
      peer: [WARM, 'execute'],
      aim: { speed: 0.5 },
      quick: true,
    },
  ],
  contenders: {
    [WARM]: () => inProcess(WARM, ours, ['calls']),
    [LARGE]: () => inProcess(LARGE, ours, ['rows']),
    [NEW]: () => inProcess(NEW, ours, ['starts']),
    [FIRST]: () => freshProcess(FIRST, ours, ['first']),
    [METERED]: () => installPeers() ?? inProcess(METERED, simulator, [PEER, 'metering']),
    [UNMETERED]: () => installPeers() ?? inProcess(UNMETERED, simulator, [PEER]),
  },
}

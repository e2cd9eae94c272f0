import { alternate } from '../harness/alternate.js'
import { inProcess, type Contender, type Figures } from '../harness/contender.js'
import { installPeers } from '../harness/peers.js'
import { row, type Row } from '../harness/rows.js'
import type { BenchOptions } from '../run.js'

/** Parts of our figures, each from a process of its own. */
const OURS = ['calls', 'calls among sandboxes', 'calls among snapshots', 'rows', 'starts']
const ORAICHAIN = '@oraichain/cw-simulate 2.8.108, no metering'
const METERED = '@oraichain/cw-simulate 2.8.108, metering'
const TERRAN = '@terran-one/cw-simulate 2.8.1'

const PEERS = {
  [ORAICHAIN]: ['@oraichain/cw-simulate'],
  [METERED]: ['@oraichain/cw-simulate', 'metering'],
  [TERRAN]: ['@terran-one/cw-simulate'],
}

const perSecond = (us: number): number => 1_000_000 / us
const milliseconds = (us: number): number => us / 1000
const microseconds = (us: number): number => us

/** What all contenders do. */
const CASES = [
  ['cw20 execute, calls/s', 'execute', perSecond],
  ['cw20 execute, 100,000 holders, calls/s', 'large/execute', perSecond],
  ['cw20 query, calls/s', 'query', perSecond],
  ['30 rows out of 100,000, ms', 'page', milliseconds],
  ['a new chain with the token, ms', 'start', milliseconds],
  ['snapshot and restore, 100,000 rows, ms (peers: save alone)', 'large/snapshot', milliseconds],
] as const

/** Our own costs: what snapshots and other sandboxes cost later calls. */
const OWN = [
  ['write after a snapshot, 100,000 rows, µs', 'write/after', 'write/before', microseconds, 'ours, no snapshot'],
  ['cw20 execute, 1,000 snapshots alive, calls/s', 'snapshots/execute', 'execute', perSecond, 'ours, no snapshot'],
  ['cw20 execute, 30 sandboxes alive, calls/s', 'sandboxes/execute', 'execute', perSecond, 'ours, one sandbox'],
  ['a new sandbox alone, ms', 'start/sandbox', 'start', milliseconds, 'ours, with the token'],
] as const

/** Our chain, with exact gas and a block for each transaction, beside the simulators of the npm registry. */
export async function chainBench({ rounds }: BenchOptions): Promise<Row[]> {
  const contenders: Contender[] = OURS.map((part) => inProcess(part, new URL('ours.js', import.meta.url), [part]))
  const missing = installPeers()
  if (missing !== undefined) console.error(missing)
  else
    for (const [name, args] of Object.entries(PEERS))
      contenders.push(inProcess(name, new URL('simulator.js', import.meta.url), args))

  const figures = await alternate(contenders, rounds)
  const ours: Figures = Object.assign({}, ...OURS.map((part) => figures.get(part)))
  return [
    ...CASES.flatMap(([name, key, figure]) =>
      Object.keys(PEERS).map((peer) => {
        const theirs = figures.get(peer)?.[key]
        return row(name, figure(ours[key]!), theirs === undefined ? undefined : figure(theirs), peer)
      }),
    ),
    ...OWN.map(([name, key, base, figure, peer]) => row(name, figure(ours[key]!), figure(ours[base]!), peer)),
  ]
}

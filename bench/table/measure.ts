import { alternate } from '../harness/alternate.js'
import type { Contender, Figures } from '../harness/contender.js'
import type { Group, Line, Place } from './line.js'

/** A line with what was measured. Undefined: the contender was left out, or has no such figure. */
export interface Measured {
  readonly line: Line
  readonly ours: Pair
  readonly peer: Pair
  /** How many times as fast as the peer ours is. */
  readonly speed: Pair
}

interface Pair {
  readonly cpu: number | undefined
  readonly wall: number | undefined
}

/** Measures some lines of a group: those contenders alone that they need. */
export async function measure(group: Group, rounds: number, lines = group.lines): Promise<Measured[]> {
  const contenders: Contender[] = []
  for (const name of new Set(lines.flatMap(({ ours, peer }) => [ours[0], peer[0]]))) {
    const contender = await group.contenders[name]!()
    if (typeof contender === 'string') console.error(`${name}: ${contender}`)
    else contenders.push(contender)
  }
  const figures = await alternate(contenders, group.once ? 1 : rounds, !group.once)
  return lines.map((line) => measured(line, figures))
}

function measured(line: Line, figures: ReadonlyMap<string, Figures>): Measured {
  const pair = ([contender, key]: Place): Pair => {
    const found = figures.get(contender)
    return { cpu: found?.[key], wall: found?.[`${key} wall`] }
  }
  const [ours, peer] = [pair(line.ours), pair(line.peer)]
  return { line, ours, peer, speed: { cpu: ratio(peer.cpu, ours.cpu), wall: ratio(peer.wall, ours.wall) } }
}

const ratio = (peer: number | undefined, ours: number | undefined): number | undefined =>
  peer === undefined || ours === undefined ? undefined : peer / ours

/** Whether a line's aim is reached; undefined without an aim, or without the figures for it. */
export function reached({ line: { aim, by = 'cpu' }, ours, speed }: Measured): boolean | undefined {
  if (aim === undefined) return undefined
  if ('speed' in aim) return atLeast(speed[by], aim.speed)
  const cost = ours[by]
  return cost === undefined ? undefined : cost <= aim.most
}

const atLeast = (value: number | undefined, least: number): boolean | undefined =>
  value === undefined ? undefined : value >= least

import { fromHex } from '../../base/index.js'
import { rowsOfContract } from '../chains/rows.js'
import { keyOf } from '../../store/index.js'
import { keyParts, madeCalls, type TraceNode } from '../../sandbox/internal.js'
import type { Start, Subject } from '../setup.js'

/** How many entries each storage map of a contract has, by the map's name. */
export type MapSizes = ReadonlyMap<string, number>

/** The maps of a contract's storage: keys of several parts, of which the first is the map's name. */
export function mapSizes({ sandbox }: Pick<Start, 'sandbox'>, { config, address }: Subject): MapSizes {
  const { host } = sandbox.chain(config.chain)!
  const sizes = new Map<string, number>()
  for (const { key } of rowsOfContract(host, address)) {
    const parts = keyParts(keyOf(key))
    if (parts.length > 1) add(sizes, parts[0]!.text, 1)
  }
  return sizes
}

/** How many entries of each map a call and all calls below it touched. */
export function touchedEntries(node: TraceNode): MapSizes {
  const touched = new Map<string, number>()
  for (const { hex } of node.storage) {
    const parts = keyParts(keyOf(fromHex(hex)))
    if (parts.length > 1) add(touched, parts[0]!.text, 1)
  }
  for (const child of node.children) for (const [map, entries] of touchedEntries(child)) add(touched, map, entries)
  return touched
}

/** Whether two calls, and all calls below them, got the same answers from the chain: what they do can then not depend on what differs between the two states. */
export function hasSameAnswers(one: TraceNode, other: TraceNode): boolean {
  const [made, madeThen] = [madeCalls([one]), madeCalls([other])]
  return (
    made.length > 0 &&
    made.length === madeThen.length &&
    made.every(({ answers, checksum }, i) => checksum === madeThen[i]!.checksum && answers.equals(madeThen[i]!.answers))
  )
}

const add = (sizes: Map<string, number>, map: string, count: number): void => {
  sizes.set(map, (sizes.get(map) ?? 0) + count)
}

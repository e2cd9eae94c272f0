import { fromHex } from '../../base/index.js'
import { keyParts, type TraceNode } from '../../sandbox/internal.js'
import { keyOf } from '../../store/index.js'

/** What calls do with the storage of contracts, by contract and name of the map or item. */
export interface Footprint {
  /** What they read or write. */
  readonly touched: Set<string>
  /** What they go through with an iterator. */
  readonly scanned: Set<string>
  readonly written: Set<string>
  /** What of it they write under a key that names the sender of the message. */
  readonly ofSender: Set<string>
}

export const emptyFootprint = (): Footprint => ({
  touched: new Set(),
  scanned: new Set(),
  written: new Set(),
  ofSender: new Set(),
})

/** Adds the calls of a trace. @param sender address of who sent the message */
export function addFootprint(to: Footprint, trace: readonly TraceNode[], sender?: string): Footprint {
  for (const node of trace) {
    addFootprint(to, node.children, sender)
    for (const { hex, writes, scans } of node.storage) {
      const [first, ...rest] = keyParts(keyOf(fromHex(hex))).map(({ text }) => text)
      const name = `${node.contract} ${first!}`
      to.touched.add(name)
      if (scans > 0) to.scanned.add(name)
      if (writes > 0) to.written.add(name)
      if (writes > 0 && sender !== undefined && rest.includes(sender)) to.ofSender.add(name)
    }
  }
  return to
}

/** How likely it is that a call costs more after what others wrote: it goes through that with an iterator, it reads or writes it, or neither. */
export type Bearing = 'scanned' | 'touched' | 'none'

export function bearingOf({ scanned, touched }: Footprint, written: ReadonlySet<string>): Bearing {
  const meets = (names: ReadonlySet<string>): boolean => [...names].some((name) => written.has(name))
  return meets(scanned) ? 'scanned' : meets(touched) ? 'touched' : 'none'
}

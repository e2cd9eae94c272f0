import { fc } from '../random.js'
import { expect, test } from 'vitest'
import { after } from '../../src/fork/rows/proof-facts.js'
import { RemoteStore, type Facts, type RowReader } from '../../src/fork/rows/remote-store.js'
import { justBelow, spread } from '../../src/fork/rows/spread.js'
import { keyOf, type Key } from '../../src/store/key.js'
import type { Row } from '../../src/store/merged-rows.js'

const key = fc.uint8Array({ minLength: 1, maxLength: 3 }).map(keyOf)
const bound = fc.option(key, { nil: undefined })

/** A node that tells of each key what a proof tells, and in ranges also rows that nobody asked for. */
class Node implements RowReader {
  readonly rows: readonly Row[]
  readings = 0

  constructor(rows: ReadonlyMap<Key, Uint8Array>) {
    this.rows = [...rows].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1))
  }
  prove(at: Key): Facts {
    const own = this.rows.find((row) => row.key === at)
    if (own !== undefined) return { span: { from: at, to: after(at) }, rows: [own] }
    const left = this.rows.findLast((row) => row.key < at)
    const right = this.rows.find((row) => row.key > at)
    return {
      span: { from: left?.key ?? '', to: right && after(right.key) },
      rows: [left, right].filter((row) => row !== undefined),
    }
  }
  at(at: Key): Facts[] {
    this.readings++
    return [this.prove(at)]
  }
  from({ from, to, repeated }: Parameters<RowReader['from']>[0]): Facts[] {
    this.readings++
    return [from, ...(repeated > 0 ? spread(from, to ?? justBelow(undefined), 3) : [])].map((at) => this.prove(at))
  }
  below({ from, to, repeated }: Parameters<RowReader['below']>[0]): Facts[] {
    this.readings++
    const last = justBelow(to)
    return [last, ...(repeated > 0 ? spread(from, last, 3) : [])].map((at) => this.prove(at))
  }
}

const rows = fc.array(fc.tuple(key, fc.uint8Array({ maxLength: 2 }))).map((all) => new Map(all))
const question = fc.oneof(
  key.map((at) => ({ kind: 'get' as const, at })),
  fc.record({ kind: fc.constantFrom('up' as const, 'down' as const), start: bound, end: bound, most: fc.nat(6) }),
)

test('whatever was read before, rows and ranges are those of the node, and nothing is read twice', () => {
  fc.assert(
    fc.property(rows, fc.array(question), (given, questions) => {
      const node = new Node(given)
      const store = new RemoteStore(node)
      const within = (start: Key | undefined, end: Key | undefined) =>
        node.rows.filter((row) => (start === undefined || row.key >= start) && (end === undefined || row.key < end))
      const ask = (): void => {
        for (const one of questions) {
          if (one.kind === 'get') {
            expect(store.get(one.at)).toEqual(given.get(one.at))
            continue
          }
          let { start, end } = one
          const found: Row[] = []
          while (found.length < one.most) {
            const row = one.kind === 'up' ? store.first(start, end) : store.last(start, end)
            if (row === undefined) break
            found.push(row)
            if (one.kind === 'up') start = after(row.key)
            else end = row.key
          }
          const all = within(one.start, one.end)
          expect(found).toEqual((one.kind === 'up' ? all : all.toReversed()).slice(0, one.most))
        }
      }
      ask()
      const { readings } = node
      ask()
      expect(node.readings).toBe(readings)
    }),
  )
})

test('an iterator over many rows needs few readings', () => {
  const counted = new Map(
    Array.from({ length: 500 }, (_, i) => [keyOf(Uint8Array.of(0, 0, i >> 8, i & 255)), Uint8Array.of(1)]),
  )
  for (const kind of ['first', 'last'] as const) {
    const node = new Node(counted)
    const store = new RemoteStore(node)
    let [start, end, count]: [Key | undefined, Key | undefined, number] = [undefined, undefined, 0]
    for (let row = store[kind](start, end); row !== undefined; row = store[kind](start, end), count++)
      if (kind === 'first') start = after(row.key)
      else end = row.key
    expect(count).toBe(500)
    expect(node.readings).toBeLessThan(250)
  }
})

import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { RowData, RowsData } from '../../src/explorer/model.js'
import { client } from './client.js'
import { useClient } from './hooks.js'

export interface RowsFilter {
  readonly kind: string
  readonly chain: string
  readonly text: string
}

/** Rows that one request brings. */
const CHUNK = 100

interface Rows {
  readonly total: number
  readonly isLoaded: boolean
  /** @param index 0 is the newest; undefined: it is not here yet */
  readonly rowAt: (index: number) => RowData | undefined
  /** Asks for the rows between, the newest first. */
  readonly show: (first: number, last: number) => void
}

/**
 * Rows of the activity, as far as they were looked at. Each row keeps its place from the oldest on, so what is there stays when something is added; a list
 * that was scrolled down does not move then.
 */
export function useRows(filter: RowsFilter, scroller: RefObject<HTMLElement | null>, height: number): Rows {
  const { state } = useClient()
  const [total, setTotal] = useState<number>()
  const known = useRef({
    epoch: '',
    rows: new Map<number, RowData>(),
    asked: new Set<number>(),
    total: 0,
    wanted: [0, 0],
  })
  const [, update] = useState(0)
  const alive = useRef(true)
  useEffect(() => () => void (alive.current = false), [])

  const load = async (chunk: number, isTop: boolean): Promise<void> => {
    const cache = known.current
    if (!isTop && cache.asked.has(chunk)) return
    cache.asked.add(chunk)
    const from = isTop ? 0 : Math.max(0, cache.total - (chunk + 1) * CHUNK)
    const given = { chain: filter.chain || undefined, kind: filter.kind || undefined, text: filter.text || undefined }
    const data = await client.get<RowsData>('rows', { ...given, from, count: CHUNK }).catch(() => undefined)
    cache.asked.delete(chunk)
    if (!alive.current || data === undefined) return
    if (data.epoch !== cache.epoch) {
      if (!isTop) return
      cache.rows.clear()
      cache.asked.clear()
      cache.epoch = data.epoch
    }
    for (const [i, row] of data.rows.entries()) cache.rows.set(data.total - 1 - data.from - i, row)
    const added = data.total - cache.total
    if (isTop) {
      cache.total = data.total
      const box = scroller.current
      if (added > 0 && box !== null && box.scrollTop > height) box.scrollTop += added * height
      setTotal(data.total)
    }
    update((times) => times + 1)
  }

  const [work] = useState(() => ({ busy: false, again: false }))
  useEffect(() => {
    const top = async (): Promise<void> => {
      if (work.busy) {
        work.again = true
        return
      }
      work.busy = true
      do {
        work.again = false
        await load(-1, true)
        await new Promise((resolve) => setTimeout(resolve, 200))
      } while (work.again && alive.current)
      work.busy = false
    }
    void top()
  }, [state?.epoch, state?.revision])

  useLayoutEffect(() => {
    const { wanted, total: all, rows } = known.current
    const [first, last] = wanted as [number, number]
    const chunks = new Set<number>()
    for (let index = first; index <= last && index < all; index++)
      if (!rows.has(all - 1 - index)) chunks.add(Math.floor((all - 1 - index) / CHUNK))
    for (const chunk of chunks) void load(chunk, false)
  })

  return {
    total: total ?? 0,
    isLoaded: total !== undefined,
    rowAt: (index) => known.current.rows.get(known.current.total - 1 - index),
    show: (first, last) => void (known.current.wanted = [first, last]),
  }
}

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Rows beyond the edges that are there already when one scrolls. */
const OVERSCAN = 12

/** The visible rows of a list whose rows have one height. @param above pixels of what stays in sight above the rows */
export function useVirtual(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  above = 0,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, update] = useState(0)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollPaddingEnd: above,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => update((times) => times + 1),
  }
  const [list] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  list.setOptions(options)
  useLayoutEffect(() => list._didMount(), [])
  useLayoutEffect(() => list._willUpdate())
  useLayoutEffect(() => list.measure(), [height])
  return list
}

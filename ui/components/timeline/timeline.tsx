import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Lane, Row } from '../../../src/report/model.js'
import { grouped } from '../format.js'
import { useVirtual } from '../virtual-list.js'
import { Arrow, arrowText, type LaneSizes } from './arrow.js'

interface TimelineProps {
  readonly lanes: readonly Lane[]
  readonly rows: readonly Row[]
  /** Indexes of the rows that are shown. */
  readonly shown: readonly number[]
  readonly selected: number | undefined
  readonly onSelect: (row: number) => void
  /** Called on Enter or a click. */
  readonly onOpen: (row: number) => void
}

const WIDE = { row: 40, most: 150, least: 56 }
const NARROW = { row: 62, most: 92, least: 36 }
/** Below this width, the title of a row is above its arrow. */
const NARROW_BELOW = 620
/** Width of the step's number, and of the title next to the arrows. */
const NUMBER = 46
const TITLE = 250

/** Lanes from top to bottom, and the arrows between them. Of a long run only the rows in sight are there. */
export function Timeline({ lanes, rows, shown, selected, onSelect, onOpen }: TimelineProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const space = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current!
    const measure = (): void => {
      setWidth(box.clientWidth)
      setAbove(space.current!.offsetTop)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const isNarrow = width < NARROW_BELOW
  const { row: rowHeight, most, least } = isNarrow ? NARROW : WIDE
  const room = isNarrow ? width - 16 : width - NUMBER - TITLE
  const lane = Math.max(least, Math.min(most, Math.floor(room / Math.max(1, lanes.length))))
  const sizes: LaneSizes = { lane, height: isNarrow ? 34 : rowHeight }
  const list = useVirtual(scroller, shown.length, rowHeight, above)
  const at = useMemo(() => (selected === undefined ? -1 : shown.indexOf(selected)), [selected, shown])
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' })
  }, [at, rowHeight, above])

  const go = (to: number): void => {
    const row = shown[Math.max(0, Math.min(shown.length - 1, to))]
    if (row !== undefined) onSelect(row)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      PageDown: at + page,
      PageUp: Math.max(0, at - page),
      Home: 0,
      End: shown.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) go(to)
    else if (event.key === 'Enter' && selected !== undefined) onOpen(selected)
    else if (event.key === 'n' || event.key === 'p') go(nextFailure(rows, shown, at, event.key === 'n' ? 1 : -1))
    else return
    event.preventDefault()
  }

  return (
    <div class={`timeline${isNarrow ? ' narrow' : ''}`}>
      <div
        class="timeline-rows"
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label="Timeline"
        aria-activedescendant={at >= 0 ? `row-${selected}` : undefined}
        onKeyDown={onKeyDown}
      >
        <LaneHeads lanes={lanes} lane={lane} indent={isNarrow ? 8 : NUMBER} />
        <div class="timeline-space" ref={space} role="presentation" style={{ height: `${list.getTotalSize()}px` }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const number = shown[index]!
            const row = rows[number]!
            return (
              <div
                key={number}
                id={`row-${number}`}
                role="option"
                aria-selected={number === selected}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                class={`row ${row.state}${row.differs ? ' differs' : ''}${row.wrong ? ' wrong' : ''}`}
                style={{ transform: `translateY(${start}px)`, height: `${rowHeight}px` }}
                onClick={() => onOpen(number)}
              >
                <span class="step-number">{row.part <= 0 ? grouped(row.step + 1) : ''}</span>
                <Arrow row={row} lanes={lanes.length} sizes={sizes} />
                <span class="row-title">
                  <span class="row-name">{row.title}</span>
                  <span class="hidden">{arrowText(row, lanes)}</span>
                  <RowNotes row={row} />
                </span>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function LaneHeads({
  lanes,
  lane,
  indent,
}: {
  readonly lanes: readonly Lane[]
  readonly lane: number
  readonly indent: number
}) {
  return (
    <div class={`lane-heads${lane < 64 ? ' tight' : ''}`} aria-hidden="true" style={{ paddingLeft: `${indent}px` }}>
      {lanes.map(({ kind, name }) => (
        <span
          key={`${kind} ${name}`}
          class={`lane-head ${kind}`}
          style={{ width: `${lane}px` }}
          title={`${kind} ${name}`}
        >
          <span>{name}</span>
        </span>
      ))}
    </div>
  )
}

function RowNotes({ row }: { readonly row: Row }) {
  return (
    <span class="row-notes">
      {row.wrong && <span class="note bad">first wrong step</span>}
      {row.differs && <span class="note bad">not as expected</span>}
      {row.what !== undefined && <span class="quiet row-what">{row.what}</span>}
      {row.gas !== undefined && <span class="quiet">{grouped(row.gas)} gas</span>}
    </span>
  )
}

/** Whether a row is a failure. */
export const isFailure = (row: Row): boolean => row.state !== 'ok' || row.differs === true || row.wrong === true

function nextFailure(rows: readonly Row[], shown: readonly number[], at: number, by: 1 | -1): number {
  for (let i = at + by; i >= 0 && i < shown.length; i += by) if (isFailure(rows[shown[i]!]!)) return i
  return Math.max(0, at)
}

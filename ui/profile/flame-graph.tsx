import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Profile } from './profile.js'

const ROW = 20
/** Narrower frames are not drawn, in pixels. */
const NARROWEST = 1.5
/** Frames from this width on show their name. */
const NAMED = 28

interface Frame {
  readonly node: number
  readonly depth: number
  /** Share of the width, from 0 to 1. */
  readonly left: number
  readonly width: number
}

interface FlameGraphProps {
  readonly profile: Profile
  /** The node that has the whole width; undefined: all. */
  readonly zoomed: number | undefined
  readonly onZoom: (node: number | undefined) => void
  /** Whether a function is searched for; undefined: no search. */
  readonly isFound: ((node: number) => boolean) | undefined
  readonly onLook: (node: number | undefined) => void
}

/** Calls from the top down: a frame is as wide as the gas that was spent in it and below. Arrow keys go from frame to frame. */
export function FlameGraph({ profile, zoomed, onZoom, isFound, onLook }: FlameGraphProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(1000)
  const [focused, setFocused] = useState(profile.roots[0] ?? 0)
  useLayoutEffect(() => {
    const element = box.current!
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  const frames = useMemo(() => layOut(profile, zoomed, width), [profile, zoomed, width])
  const shown = useMemo(() => new Map(frames.map((frame) => [frame.node, frame])), [frames])
  const current = shown.has(focused) ? focused : (frames[0]?.node ?? 0)
  const wantsFocus = useRef(false)
  // Runs before the next key: a later effect would consume that key's request.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    box.current?.querySelector<HTMLElement>(`[data-node="${current}"]`)?.focus()
  }, [current, frames])
  const goTo = (node: number | undefined): void => {
    if (node === undefined || !shown.has(node)) return
    wantsFocus.current = true
    setFocused(node)
  }
  const zoom = (node: number | undefined): void => {
    wantsFocus.current = true
    setFocused(node ?? profile.roots[0] ?? 0)
    onZoom(node)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { parents } = profile.view
    const parent = parents[current]!
    const neighbour = (by: number): number | undefined => {
      const { depth } = shown.get(current)!
      const row = frames.filter((frame) => frame.depth === depth).sort((a, b) => a.left - b.left)
      return row[row.findIndex(({ node }) => node === current) + by]?.node
    }
    const keys: Readonly<Record<string, () => void>> = {
      ArrowUp: () => goTo(parent < 0 ? undefined : parent),
      ArrowDown: () => goTo(profile.children[current]![0]),
      ArrowLeft: () => goTo(neighbour(-1)),
      ArrowRight: () => goTo(neighbour(1)),
      Home: () => goTo(frames[0]?.node),
      Enter: () => zoom(current),
      ' ': () => zoom(current),
      Escape: () => zoom(undefined),
      Backspace: () => zoom(zoomed === undefined || parents[zoomed]! < 0 ? undefined : parents[zoomed]!),
    }
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const depth = frames.reduce((most, frame) => Math.max(most, frame.depth), 0)
  return (
    <div class="flames">
      <div
        class="flame-box"
        ref={box}
        role="tree"
        aria-label="Flame graph: the width of a call is its gas"
        style={{ height: `${(depth + 1) * ROW}px` }}
        onKeyDown={onKeyDown}
        onMouseLeave={() => onLook(undefined)}
      >
        {frames.map(({ node, depth: row, left, width: share }) => (
          <div
            key={node}
            data-node={node}
            role="treeitem"
            aria-level={row + 1}
            aria-selected={node === current}
            aria-expanded={profile.children[node]!.length > 0 ? true : undefined}
            aria-label={`${profile.nameOf(node)}: ${profile.gas(profile.totals[node]!)} gas, ${profile.share(profile.totals[node]!)}`}
            tabIndex={node === current ? 0 : -1}
            class={`flame ${profile.kindOf(node)}${profile.view.calls[node]! % 2 === 0 ? '' : ' odd'}${isFound === undefined ? '' : isFound(node) ? ' found' : ' other'}${zoomed !== undefined && row < profile.wayTo(zoomed).length - 1 ? ' above' : ''}`}
            style={{ top: `${row * ROW}px`, left: `${left * 100}%`, width: `${share * 100}%` }}
            onClick={() => zoom(node)}
            onMouseEnter={() => onLook(node)}
            onFocus={() => {
              setFocused(node)
              onLook(node)
            }}
          >
            {share * width > NAMED ? <span>{profile.shortNameOf(node)}</span> : null}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The frames that are wide enough to be seen: what is zoomed to, all below it, and the way to it. */
function layOut(profile: Profile, zoomed: number | undefined, width: number): readonly Frame[] {
  const { totals, children, roots } = profile
  const frames: Frame[] = []
  const least = NARROWEST / Math.max(width, 1)
  const add = (nodes: readonly number[], depth: number, from: number, whole: number): void => {
    let left = from
    for (const node of nodes) {
      const share = totals[node]! / whole
      // They are sorted: what follows is narrower still.
      if (share < least) return
      frames.push({ node, depth, left, width: share })
      add(children[node]!, depth + 1, left, whole)
      left += share
    }
  }
  if (zoomed === undefined) {
    add(roots, 0, 0, Math.max(profile.total, 1))
    return frames
  }
  const way = profile.wayTo(zoomed)
  for (const [depth, node] of way.slice(0, -1).entries()) frames.push({ node, depth, left: 0, width: 1 })
  add([zoomed], way.length - 1, 0, Math.max(totals[zoomed]!, 1))
  return frames
}

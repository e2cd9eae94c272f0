import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

export interface Tab {
  readonly id: string
  readonly title: string
  /** A number next to the title. */
  readonly count?: number | undefined
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Tells the tabs from others around them. */
  readonly prefix?: string
  readonly children: ComponentChildren
}

/** Tabs as ARIA describes them: one stop for the Tab key, arrows go between them. */
export function Tabs({ label, tabs, selected, onSelect, prefix = '', children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]!
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`#${prefix}tab-${next.id}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}tab-${id}`}
            aria-selected={id === selected}
            aria-controls={`${prefix}tab-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {title}
            {count !== undefined && ' '}
            {count !== undefined && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${prefix}tab-panel`}
        aria-labelledby={`${prefix}tab-${selected}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  )
}

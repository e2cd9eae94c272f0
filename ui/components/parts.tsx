import type { ComponentChildren } from 'preact'

/** How something ended, as a word; the colour only repeats it. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: 'good' | 'bad' | 'warn' | 'plain'
  readonly children: ComponentChildren
}) {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** A part of a page that can be closed. */
export function Section({
  title,
  note,
  open = true,
  level = 3,
  children,
}: {
  readonly title: string
  readonly note?: string | undefined
  readonly open?: boolean
  /** The level of its heading: 2 if there is none above it. */
  readonly level?: 2 | 3
  readonly children: ComponentChildren
}) {
  return (
    <details class="section" open={open}>
      <summary>
        {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
        {note !== undefined && <span class="quiet">{note}</span>}
      </summary>
      <div class="section-body">{children}</div>
    </details>
  )
}

/** Figures with their names. */
export function Tiles({
  tiles,
}: {
  readonly tiles: readonly { readonly name: string; readonly value: string; readonly tone?: 'bad' | undefined }[]
}) {
  return (
    <dl class="tiles">
      {tiles.map(({ name, value, tone }) => (
        <div key={name} class={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A part of a limit: full, it is red, and the text next to it says the same. Or a share of something, which may well be full. */
export function Bar({
  part,
  whole,
  label,
  of = 'limit',
}: {
  readonly part: number
  readonly whole: number
  readonly label: string
  readonly of?: 'limit' | 'whole'
}) {
  const share = whole > 0 ? Math.min(1, part / whole) : 0
  const near = share >= 1 ? ' full' : share >= 0.8 ? ' near' : ''
  return (
    <span class={`bar${of === 'limit' ? near : ''}`} role="img" aria-label={label}>
      <span style={{ width: `${(share * 100).toFixed(2)}%` }} />
    </span>
  )
}

/** A text that can be long: in a box that scrolls, and that the keyboard reaches. */
export function Pre({
  text,
  tone,
  label,
}: {
  readonly text: string
  readonly tone?: 'bad' | undefined
  readonly label: string
}) {
  return (
    <pre class={tone} tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  )
}

/** A table in a box of its own, which scrolls sideways where the page is narrow. */
export function TableBox({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}

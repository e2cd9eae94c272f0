import { useEffect, useRef, useState } from 'preact/hooks'
import type { LineData, LinesData } from '../../src/report/model.js'
import { grouped, percent } from './format.js'
import { Bar } from './parts.js'

/** A call line by line: a scrubber, the source, gas against the limit, storage and locals. @param limit SDK gas */
export function LinesView({ trace, limit }: { readonly trace: LinesData; readonly limit: string | undefined }) {
  const [at, setAt] = useState(trace.at)
  const line = trace.lines[at]!
  const last = trace.lines.length - 1
  const where = line.file === undefined ? line.function : `${line.file}:${line.line}`
  const title = `line ${grouped(line.number)} of ${grouped(trace.count)}`
  return (
    <div class="lines-view">
      <div class="scrubber">
        <button
          type="button"
          class="small"
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
          aria-label="Previous line"
        >
          ◀
        </button>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Line of the call"
          aria-valuetext={`${title}: ${where}`}
          onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
        />
        <button type="button" class="small" disabled={at === last} onClick={() => setAt(at + 1)} aria-label="Next line">
          ▶
        </button>
      </div>
      <p class="line-title">
        <strong>{title}</strong> <code>{where}</code>
        {at === trace.at && trace.failed && <span class="call-error"> ✗ failed here</span>}
      </p>
      <p class="line-title quiet">in {[line.function, ...(line.callers ?? [])].map(shortName).join(' ← ')}</p>
      <LineGas line={line} limit={limit} isTwin={trace.isTwin} />
      <div class="line-parts">
        <Source trace={trace} line={line} />
        <div class="line-values" tabIndex={0} role="group" aria-label="Locals and storage">
          <h4>Locals</h4>
          <Values values={line.locals} none="No locals here." />
          <h4>Storage so far</h4>
          <Values values={storageAt(trace, line.number)} none="No key was read or written before this line." />
        </div>
      </div>
    </div>
  )
}

/** Without types and the path. */
const shortName = (name: string): string => name.replace(/<.*$/, '').replace(/^.*::/, '') || name

function LineGas({
  line,
  limit,
  isTwin,
}: {
  readonly line: LineData
  readonly limit: string | undefined
  readonly isTwin: boolean
}) {
  const of = limit === undefined ? '' : ` of ${grouped(limit)} (${percent(Number(line.gas), Number(limit))})`
  const text = `${grouped(line.gas)}${of} gas`
  return (
    <p class="gas-line" title={isTwin ? 'Between calls to the chain, spread as the debug twin spends it' : undefined}>
      <span class="number">{text}</span>
      {limit !== undefined && <Bar part={Number(line.gas)} whole={Number(limit)} label={text} />}
    </p>
  )
}

/** The file around a line, or the functions that run where it was not found. */
function Source({ trace, line }: { readonly trace: LinesData; readonly line: LineData }) {
  const box = useRef<HTMLPreElement>(null)
  const text = line.file === undefined ? undefined : trace.sources[line.file]
  useEffect(() => {
    const pre = box.current
    const current = pre?.querySelector<HTMLElement>('.current')
    if (pre && current) pre.scrollTop = current.offsetTop - pre.clientHeight / 2
  }, [line, text])
  if (text === undefined)
    return (
      <pre tabIndex={0} role="group" aria-label="Functions">
        {[line.function, ...(line.callers ?? [])].join('\n')}
      </pre>
    )
  return (
    <pre class="source" ref={box} tabIndex={0} role="group" aria-label={`Source: ${line.file}`}>
      {text.split('\n').map((source, i) => (
        <span key={i} class={i + 1 === line.line ? 'current' : undefined} aria-current={i + 1 === line.line && 'true'}>
          <span class="line-number">{i + 1}</span>
          {`${source}\n`}
        </span>
      ))}
    </pre>
  )
}

function Values({
  values,
  none,
}: {
  readonly values: readonly (readonly [name: string, value: string])[]
  readonly none: string
}) {
  if (values.length === 0) return <p class="quiet">{none}</p>
  return (
    <dl class="facts">
      {values.map(([name, value]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{value}</code>
          </dd>
        </>
      ))}
    </dl>
  )
}

/** What the keys hold that the lines before one have used, the last used first. */
function storageAt({ storage }: LinesData, number: number): readonly (readonly [key: string, value: string])[] {
  const held = new Map<string, string>()
  for (const { during, key, value } of storage) {
    if (during >= number) break
    held.delete(key)
    held.set(key, value ?? 'nothing')
  }
  return [...held].reverse()
}

import { useMemo, useState } from 'preact/hooks'
import type { Series } from '../../src/report/model.js'
import { LineChart, type Line } from '../components/line-chart.js'
import { shortAddress } from '../components/format.js'

/** Lines in one chart; more cannot be distinguished. */
const MAX_LINES = 12

export interface AmountsChartProps {
  readonly title: string
  readonly series: readonly Series[]
  readonly steps: number
  /** Shows the changes first, of those alone who have any. */
  readonly begin?: 'changes'
  readonly mark?: { readonly x: number; readonly name: string } | undefined
  readonly onPick?: ((step: number) => void) | undefined
}

/** Amounts over the steps: one unit at a time, and of it whom one chooses. */
export function AmountsChart({ title, series, steps, begin, mark, onPick }: AmountsChartProps) {
  const units = useMemo(() => unitsOf(series), [series])
  const [unit, setUnit] = useState<string>()
  // Relayers have so many coins for fees that nobody else's changes would be visible next to them.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(series.filter((one) => /relayer$/i.test(one.of) || (begin === 'changes' && !moves(one))).map(keyOf)),
  )
  const [changes, setChanges] = useState(begin === 'changes')
  const chosen = unit !== undefined && units.includes(unit) ? unit : units[0]
  const ofUnit = useMemo(() => movingFirst(series.filter((one) => one.unit === chosen)), [series, chosen])
  const visible = ofUnit.filter((one) => !hidden.has(keyOf(one))).slice(0, MAX_LINES)
  const { xs, lines } = useMemo(() => linesOf(visible, steps, changes), [ofUnit, hidden, steps, changes])
  const toggle = (name: string): void => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    setHidden(next)
  }
  if (chosen === undefined) return <p class="empty">There are no balances.</p>
  return (
    <div class="amounts">
      <div class="choices">
        <label>
          of{' '}
          <select value={chosen} onChange={(event) => setUnit(event.currentTarget.value)}>
            {units.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={changes} onChange={() => setChanges(!changes)} /> as change since the start
        </label>
        <fieldset>
          <legend>who</legend>
          {ofUnit.map((one) => {
            const name = nameOf(one)
            const key = keyOf(one)
            return (
              <label key={name}>
                <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} /> {name}
              </label>
            )
          })}
        </fieldset>
      </div>
      <LineChart
        title={`${title}: ${chosen}`}
        xName="step"
        yName={shortUnit(chosen)}
        xs={xs}
        lines={lines}
        mark={mark}
        onPick={onPick && ((x) => onPick(x - 1))}
      />
      {ofUnit.filter((one) => !hidden.has(keyOf(one))).length > MAX_LINES && (
        <p class="quiet">The first {MAX_LINES} of the selected balances.</p>
      )}
    </div>
  )
}

const shortUnit = (unit: string): string => (unit.length > 24 ? `${unit.slice(0, 20)}…` : unit)
const nameOf = ({ of, where }: Series): string => [shortAddress(of), where].filter(Boolean).join(' ')

const keyOf = (one: Series): string => `${one.unit} ${nameOf(one)}`
const moves = ({ points }: Series): boolean => new Set(points.map(([, amount]) => amount)).size > 1

/** Those that change most often first. */
function unitsOf(series: readonly Series[]): readonly string[] {
  const changes = new Map<string, number>()
  for (const { unit, points } of series) changes.set(unit, (changes.get(unit) ?? 0) + points.length)
  return [...changes].sort((a, b) => b[1] - a[1]).map(([unit]) => unit)
}

const movingFirst = (series: readonly Series[]): readonly Series[] =>
  series.toSorted((a, b) => Number(moves(b)) - Number(moves(a)))

/** A point for each step at which one of the lines moves, and for the last one. Steps count from 1, as everywhere on the page; 0 is the start. */
function linesOf(
  series: readonly Series[],
  steps: number,
  changes: boolean,
): { readonly xs: readonly number[]; readonly lines: readonly Line[] } {
  const at = new Set([...series.flatMap(({ points }) => points.map(([step]) => step)), steps - 1])
  const xs = [...at].sort((a, b) => a - b)
  return {
    xs: xs.map((step) => step + 1),
    lines: series.map((one) => {
      const points = new Map(one.points)
      let now: number | null = null
      let start: bigint | undefined
      return {
        name: nameOf(one),
        stepped: true,
        ys: xs.map((step) => {
          const amount = points.get(step)
          if (amount !== undefined) {
            start ??= BigInt(amount)
            now = Number(changes ? BigInt(amount) - start : amount)
          }
          return now
        }),
      }
    }),
  }
}

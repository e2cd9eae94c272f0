import { useMemo } from 'preact/hooks'
import type { RunData, SudoData } from '../../src/report/model.js'
import { grouped, percent, shortAddress } from '../components/format.js'
import { LineChart, type Line } from '../components/line-chart.js'
import { Badge, Bar, TableBox } from '../components/parts.js'

interface Callback extends SudoData {
  readonly row: number
  readonly step: number
  readonly title: string
}

const callbacksOf = (run: RunData): readonly Callback[] =>
  run.rows.flatMap(({ sudo = [], step, title }, row) => sudo.map((call) => ({ ...call, row, step, title })))

export const countCallbacks = (run: RunData): number => run.rows.reduce((sum, { sudo = [] }) => sum + sudo.length, 0)

/** More rows than this make a page slow; the chart has all of them. */
const MAX_ROWS = 500

/** All callbacks with a gas limit of their own: how near each came to it, and what failed. */
export function CallbacksView({ run, onOpen }: { readonly run: RunData; readonly onOpen: (row: number) => void }) {
  const callbacks = useMemo(() => callbacksOf(run), [run])
  const { xs, lines } = useMemo(() => chartOf(callbacks), [callbacks])
  if (callbacks.length === 0) return <p class="empty">There were no callbacks with a gas limit of their own.</p>
  const rows = callbacks.slice(0, MAX_ROWS)
  return (
    <div class="page">
      <LineChart
        title="Gas of callbacks"
        xName="callback"
        yName="gas"
        xs={xs}
        lines={lines}
        onPick={(x) => onOpen(callbacks[x - 1]!.row)}
      />
      <TableBox label="Callbacks">
        <table class="callbacks">
          <thead>
            <tr>
              <th scope="col">step</th>
              <th scope="col">callback</th>
              <th scope="col">contract</th>
              <th scope="col" class="number">
                gas
              </th>
              <th scope="col">of the limit</th>
              <th scope="col">failure</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, step, title, kind, contract, gas, limit, failure }, i) => (
              <tr key={i}>
                <td class="number">{grouped(step + 1)}</td>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onOpen(row)}>
                    {title}
                  </button>{' '}
                  <span class="quiet">{kind}</span>
                </th>
                <td>{shortAddress(contract)}</td>
                <td class="number">{grouped(gas)}</td>
                <td class="of-limit">
                  <Bar part={Number(gas)} whole={Number(limit)} label={`${gas} of ${limit} gas`} />{' '}
                  {percent(Number(gas), Number(limit))}
                </td>
                <td>
                  {failure === undefined ? (
                    <span class="quiet">none</span>
                  ) : (
                    <>
                      <Badge tone="bad">{failure.id ?? 'failed'}</Badge> {failure.error}
                      <span class="failure-details">{failure.details}</span>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {callbacks.length > MAX_ROWS && (
        <p class="quiet">
          The first {MAX_ROWS} of {grouped(callbacks.length)} callbacks.
        </p>
      )}
    </div>
  )
}

/** A line of points for each kind of callback, and the limit. */
function chartOf(callbacks: readonly Callback[]): { readonly xs: readonly number[]; readonly lines: readonly Line[] } {
  const names = [...new Set(callbacks.map(({ kind }) => kind))].slice(0, 8)
  return {
    xs: callbacks.map((_, i) => i + 1),
    lines: [
      ...names.map((name) => ({
        name,
        ys: callbacks.map(({ kind, gas }) => (kind === name ? Number(gas) : null)),
        dots: true,
      })),
      { name: 'limit', ys: callbacks.map(({ limit }) => Number(limit)), dashed: true, limit: true, stepped: true },
    ],
  }
}

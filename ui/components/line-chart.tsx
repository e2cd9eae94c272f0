import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { compact, grouped } from './format.js'
import { TableBox } from './parts.js'
import { THEME_CHANGED } from './theme.js'

export interface Line {
  readonly name: string
  /** One value for each of the chart's `xs`; null: no point. */
  readonly ys: readonly (number | null)[]
  /** Dashed: a limit, or a forecast. */
  readonly dashed?: boolean
  /** Points alone. */
  readonly dots?: boolean
  /** A line alone, without its points. */
  readonly smooth?: boolean
  /** Keeps its value until the next point. */
  readonly stepped?: boolean
  readonly limit?: boolean
  /** Shows its points however many there are in the chart. */
  readonly points?: boolean
  /** The number of its colour, for lines that belong together; its place in the chart when left out. */
  readonly colour?: number
}

interface LineChartProps {
  readonly title: string
  readonly xName: string
  readonly yName: string
  readonly xs: readonly number[]
  readonly lines: readonly Line[]
  /** A place on the x axis that is marked, and its name. */
  readonly mark?: { readonly x: number; readonly name: string } | undefined
  readonly onPick?: ((x: number) => void) | undefined
}

const HEIGHT = 240
/** Rows of the table next to a chart. */
const MAX_ROWS = 500
const COLOURS = 6

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const lineColour = ({ limit, colour: own }: Line, index: number): string =>
  limit ? '--bad' : `--line-${((own ?? index) % COLOURS) + 1}`

/** Lines over a number, with a legend, and the same as a table. */
export function LineChart(props: LineChartProps) {
  const { title, xName, lines, xs } = props
  const points = xs.length
  /** Index of the point under the cursor. */
  const [at, setAt] = useState<number>()
  const shownX = at === undefined ? undefined : xs[at]
  return (
    <figure class="chart" aria-label={title}>
      <figcaption>
        <span class="chart-title">{title}</span>
        <ul class="legend">
          {lines.map((line, i) => (
            <li key={line.name}>
              <span
                class={`swatch${line.dashed ? ' dashed' : ''}${line.dots ? ' dots' : ''}`}
                style={{ '--swatch': `var(${lineColour(line, i)})` }}
              />
              {line.name}
              {at !== undefined && typeof line.ys[at] === 'number' && <output>{grouped(line.ys[at])}</output>}
            </li>
          ))}
          {shownX !== undefined && (
            <li class="quiet">
              {xName} {grouped(shownX)}
            </li>
          )}
        </ul>
      </figcaption>
      {points === 0 || lines.length === 0 ? (
        <p class="empty">There are no measurements.</p>
      ) : (
        <Plot {...props} onCursor={setAt} />
      )}
      {points > 0 && (
        <details class="chart-table">
          <summary>as a table</summary>
          <TableBox label={`${title}, as a table`}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{xName}</th>
                  {lines.map(({ name }) => (
                    <th key={name} scope="col" class="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {xs.slice(0, MAX_ROWS).map((x, i) => (
                  <tr key={i}>
                    <th scope="row">{x}</th>
                    {lines.map(({ name, ys }) => (
                      <td key={name} class="number">
                        {ys[i] === null || ys[i] === undefined ? '' : grouped(ys[i])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
          {points > MAX_ROWS && (
            <p class="quiet">
              The first {MAX_ROWS} of {grouped(points)} points.
            </p>
          )}
        </details>
      )}
    </figure>
  )
}

function Plot({
  xName,
  yName,
  xs,
  lines,
  mark,
  onPick,
  onCursor,
}: LineChartProps & { readonly onCursor: (index: number | undefined) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const change = (): void => setTheme((times) => times + 1)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    document.addEventListener(THEME_CHANGED, change)
    dark.addEventListener('change', change)
    return () => {
      document.removeEventListener(THEME_CHANGED, change)
      dark.removeEventListener('change', change)
    }
  }, [])
  useLayoutEffect(() => {
    const element = box.current!
    const plot = new uPlot(
      optionsOf({ xName, yName, xs, lines, mark, onCursor, width: element.clientWidth }),
      [[...xs], ...lines.map(({ ys }) => [...ys])] as uPlot.AlignedData,
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    const pick = (): void => {
      const x = plot.cursor.idx === null || plot.cursor.idx === undefined ? undefined : xs[plot.cursor.idx]
      if (x !== undefined) onPick?.(x)
    }
    plot.over.addEventListener('click', pick)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [xs, lines, mark, theme])
  return <div class="plot" ref={box} aria-hidden="true" />
}

function optionsOf({
  xName,
  yName,
  xs,
  lines,
  mark,
  onCursor,
  width,
}: Omit<LineChartProps, 'title' | 'onPick'> & {
  readonly width: number
  readonly onCursor: (index: number | undefined) => void
}): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--grid'), width: 1 },
    ticks: { stroke: colour('--grid'), width: 1 },
    font: '12px system-ui, sans-serif',
    labelFont: '12px system-ui, sans-serif',
    labelSize: 20,
  }
  const [first = 0, last = 0] = [xs[0], xs.at(-1)]
  // The first lines are broader, so that a few coinciding lines are all visible.
  const drawn = lines.filter(({ dots, dashed }) => dots !== true && dashed !== true)
  const widthOf = (line: Line): number =>
    drawn.length > MAX_BROAD ? 2 : 2 + 1.5 * Math.max(0, drawn.length - 1 - drawn.indexOf(line))
  return {
    width,
    height: HEIGHT,
    padding: [mark === undefined ? 8 : 20, 16, 0, 0],
    cursor: { points: { size: 7 }, drag: { x: true, y: false } },
    legend: { show: false },
    scales: {
      // A single point has no range of its own.
      x: { time: false, ...(first === last && { range: [first - 1, last + 1] as uPlot.Range.MinMax }) },
      y: { range: (_, min, max) => rangeOf(min, max) },
    },
    axes: [
      {
        ...axis,
        ...(areWhole(xs) && WHOLE_STEPS),
        label: xName,
        values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? grouped(tick) : '')),
      },
      {
        ...axis,
        ...(lines.every(({ ys }) => areWhole(ys)) && WHOLE_STEPS),
        label: yName,
        size: 64,
        values: (_, ticks) => ticks.map(compact),
      },
    ],
    series: [
      { label: xName },
      ...lines.map((line, i): uPlot.Series => {
        const stroke = colour(lineColour(line, i))
        return {
          label: line.name,
          stroke,
          width: line.dots ? 0 : line.dashed ? 2 : widthOf(line),
          spanGaps: true,
          ...(line.dashed && { dash: [6, 5] }),
          ...(line.stepped && { paths: uPlot.paths.stepped!({ align: 1 }) }),
          points: {
            show: line.dots === true || line.points === true || (!line.limit && !line.smooth && xs.length <= 40),
            size: line.dots || line.points ? 8 : 5,
            fill: stroke,
          },
        }
      }),
    ],
    hooks: {
      setCursor: [({ cursor: { idx } }) => onCursor(idx ?? undefined)],
      draw: mark === undefined ? [] : [(plot) => drawMark(plot, mark)],
    },
  }
}

/** More lines than this are all equally thin. */
const MAX_BROAD = 4

/** No marks between whole numbers. */
const WHOLE_STEPS: Pick<uPlot.Axis, 'incrs'> = {
  incrs: Array.from({ length: 19 }, (_, zeros) => [1, 2, 5].map((step) => step * 10 ** zeros)).flat(),
}

const areWhole = (values: readonly (number | null)[]): boolean =>
  values.every((value) => value === null || Number.isInteger(value))

/** From zero where that shows no less; a flat line is in the middle. */
function rangeOf(min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1]
  if (min === max) return min === 0 ? [0, 1] : [Math.min(0, min * 1.5), Math.max(0, max * 1.5)]
  const room = (max - min) * 0.08
  const low = min >= 0 && min < (max - min) * 1.5 ? 0 : min - room
  return [low, max + room]
}

function drawMark(plot: uPlot, { x, name }: { readonly x: number; readonly name: string }): void {
  const { ctx, bbox } = plot
  const at = Math.round(plot.valToPos(x, 'x', true))
  if (at < bbox.left || at > bbox.left + bbox.width) return
  ctx.save()
  ctx.strokeStyle = ctx.fillStyle = colour('--bad')
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(at, bbox.top)
  ctx.lineTo(at, bbox.top + bbox.height)
  ctx.stroke()
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`
  const isRight = at > bbox.left + bbox.width / 2
  ctx.textAlign = isRight ? 'right' : 'left'
  ctx.fillText(name, at + (isRight ? 4 : -4) * devicePixelRatio, bbox.top - 6 * devicePixelRatio)
  ctx.restore()
}

import { changeOf, grouped } from '../components/format.js'

/** An amount over the steps of an action sequence. */
export interface AmountLane {
  readonly name: string
  /** One for the start, and one after each step. */
  readonly amounts: readonly string[]
  /** Whether it is what the invariant is about. */
  readonly isSubject: boolean
}

interface LanesProps {
  readonly title: string
  readonly lanes: readonly AmountLane[]
  /** The number of the first wrong step, from 1. */
  readonly wrong: number | undefined
}

const HEIGHT = 36
/** With more steps than this, only the ends and the wrong one have their numbers. */
const MAX_NUMBERS = 10

/** Each amount in a lane of its own, next to its name, so that equal amounts do not cover each other. */
export function Lanes({ title, lanes, wrong }: LanesProps) {
  const steps = (lanes[0]?.amounts.length ?? 1) - 1
  const x = (step: number): number => (100 * step) / Math.max(1, steps)
  return (
    <figure class="lanes" aria-label={title}>
      <figcaption class="chart-title">{title}</figcaption>
      <ol class="lanes-list">
        {lanes.map((lane) => (
          <li key={lane.name} class={lane.isSubject ? 'lane subject' : 'lane'}>
            <div class="lane-name">
              <span>{lane.name}</span> <Ends lane={lane} />
            </div>
            <div class="lane-plot" aria-hidden="true">
              <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" height={HEIGHT}>
                <path class="lane-path" d={pathOf(lane.amounts, x)} />
                {wrong !== undefined && <line class="lane-wrong" x1={x(wrong)} x2={x(wrong)} y1={0} y2={HEIGHT} />}
              </svg>
            </div>
          </li>
        ))}
      </ol>
      <div class="lane-steps" aria-hidden="true">
        {Array.from({ length: steps + 1 }, (_, step) => step)
          .filter((step) => steps <= MAX_NUMBERS || step === 0 || step === wrong || step === steps)
          .map((step) => (
            <span key={step} class={step === wrong ? 'wrong' : ''} style={{ left: `${x(step)}%` }}>
              {step === 0 ? 'start' : step}
            </span>
          ))}
      </div>
    </figure>
  )
}

/** What it was at the start and in the end, and each step that changed it. */
function Ends({ lane: { amounts } }: { readonly lane: AmountLane }) {
  const changes = amounts.flatMap((amount, i) =>
    i > 0 && amount !== amounts[i - 1] ? [`step ${i}: ${changeOf(amounts[i - 1]!, amount)}`] : [],
  )
  return (
    <span class="quiet number">
      {changes.length === 0
        ? `${grouped(amounts[0]!)}, never changed`
        : `${grouped(amounts[0]!)} → ${grouped(amounts.at(-1)!)} (${changes.join(', ')})`}
    </span>
  )
}

/** A line that keeps each amount until the next step. Only its shape matters, so that digits beyond those of a number may be lost. */
function pathOf(amounts: readonly string[], x: (step: number) => number): string {
  const values = amounts.map(Number)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const y = (value: number): number =>
    most === least ? HEIGHT / 2 : HEIGHT - 6 - ((value - least) / (most - least)) * (HEIGHT - 12)
  return values.map((value, i) => (i === 0 ? `M0,${y(value)}` : `H${x(i)} V${y(value)}`)).join(' ')
}

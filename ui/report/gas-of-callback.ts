import type { CertificateData, GrowthData } from '../../src/report/model.js'
import type { Line } from '../components/line-chart.js'
import { grouped } from '../components/format.js'

/** How far the gas of a callback is known: the worst of what was seen. */
export type GasState = 'failed' | 'cliff' | 'extrapolated' | 'measured' | 'proven' | 'unknown'

/** A callback with all that a campaign says about its gas. */
export interface CallbackGas {
  readonly name: string
  readonly callback: string
  readonly limit: number
  readonly certificate: CertificateData | undefined
  /** What most of its gas comes from first. */
  readonly growths: readonly GrowthData[]
  readonly state: GasState
  /** The most gas that it used, and the most that any bound allows; the limit where it fails. */
  readonly ran: number
  readonly most: number
  readonly fails: Failing | undefined
}

/** The number of messages at which a callback reaches its limit: it ran, or it is extrapolated. */
interface Failing {
  readonly at: number
  readonly message: string
  readonly isMeasured: boolean
}

/** Sizes beyond this are not called a cliff: the contract would have to grow by as much. */
const FAR = 1000

/** All callbacks, those that fail first. */
export function callbacksOf({
  certificates,
  growths,
}: {
  readonly certificates: readonly CertificateData[]
  readonly growths: readonly GrowthData[]
}): readonly CallbackGas[] {
  const names = new Set([...certificates, ...growths].map(nameOf))
  const all = [...names].map((name) =>
    callbackOf(
      name,
      certificates.find((one) => nameOf(one) === name),
      growths.filter((one) => nameOf(one) === name),
    ),
  )
  return all.sort((a, b) => rank(a) - rank(b) || b.most / b.limit - a.most / a.limit)
}

const nameOf = ({ contract, callback }: { readonly contract: string; readonly callback: string }): string =>
  `${contract}/${callback}`

const rank = ({ fails }: CallbackGas): number => (fails === undefined ? Infinity : fails.isMeasured ? 0 : fails.at)

function callbackOf(
  name: string,
  certificate: CertificateData | undefined,
  measured: readonly GrowthData[],
): CallbackGas {
  const { callback, limit } = certificate ?? measured[0]!
  const growths = measured.toSorted((a, b) => reachOf(a) - reachOf(b) || addedBy(b) - addedBy(a))
  const fails = failingOf(certificate, growths)
  const ran = Number(certificate?.most ?? Math.max(...growths.flatMap(gasesOf)))
  const bounds = (certificate?.bounds ?? []).map(({ gas }) => Number(gas))
  const most = fails === undefined ? Math.max(ran, ...bounds) : Number(limit)
  const state = certificate?.crossing !== undefined ? 'failed' : fails !== undefined ? 'cliff' : knownOf(certificate)
  return { name, callback, limit: Number(limit), certificate, growths, state, ran, most, fails }
}

function failingOf(certificate: CertificateData | undefined, [first]: readonly GrowthData[]): Failing | undefined {
  const sent = certificate?.crossing?.sent
  if (sent !== undefined) return { at: sent.times, message: sent.message, isMeasured: true }
  const at = first === undefined ? Infinity : reachOf(first)
  return at <= FAR ? { at, message: first!.message, isMeasured: false } : undefined
}

function knownOf(certificate: CertificateData | undefined): GasState {
  const bounds = certificate?.bounds ?? []
  if (bounds.length === 0) return 'unknown'
  return (['extrapolated', 'measured'] as const).find((how) => bounds.some((bound) => bound.how === how)) ?? 'proven'
}

const reachOf = ({ reaches }: GrowthData): number => reaches ?? Infinity
const gasesOf = ({ points }: GrowthData): readonly number[] => points.map(({ gas }) => Number(gas))
const addedBy = ({ points }: GrowthData): number => Number(points.at(-1)?.gas ?? 0) - Number(points[0]?.gas ?? 0)

/** Messages in one chart; the others add less gas. */
export const MAX_SHOWN = 3
/** Points of a line that is extrapolated. */
const FITTED = 40

export interface GasChart {
  readonly xs: readonly number[]
  readonly lines: readonly Line[]
}

/** Measured points as lines, from the last of each on the extrapolated curve, and the limit. */
export function chartOf(callback: CallbackGas): GasChart {
  const shown = callback.growths.slice(0, MAX_SHOWN)
  const parts = shown.map((growth) => ({ growth, last: lastOf(growth), end: endOf(growth, callback) }))
  const at = new Set(parts.flatMap(({ growth, end }) => [...growth.points.map(({ records }) => records), end]))
  for (const { last, end } of parts)
    for (let i = 1; i < FITTED; i++) at.add(Math.round(last + ((end - last) * i) / FITTED))
  const xs = [...at].sort((a, b) => a - b)
  return {
    xs,
    lines: [
      ...parts.flatMap(({ growth, last, end }, colour): readonly Line[] => {
        const { message, points } = growth
        const gas = new Map(points.map((point) => [point.records, Number(point.gas)]))
        const measured: Line = {
          name: `${message}, measured`,
          ys: xs.map((x) => gas.get(x) ?? null),
          points: true,
          colour,
        }
        if (end <= last) return [measured]
        const ys = xs.map((x) => (x < last || x > end ? null : x === last ? gas.get(x)! : fitted(growth, x)))
        return [measured, { name: `${message}, extrapolated`, ys, dashed: true, smooth: true, colour }]
      }),
      { name: 'limit', ys: xs.map(() => callback.limit), dashed: true, limit: true, smooth: true },
    ],
  }
}

const lastOf = ({ points }: GrowthData): number => Math.max(0, ...points.map(({ records }) => records))

const fitted = ({ base, perRecord, quadratic }: GrowthData, x: number): number =>
  Math.round(base + perRecord * x + quadratic * x * x)

/** Where its line ends: beyond the limit if it fails, where the certificate ends if that is extrapolated, or at the last measurement. */
function endOf(growth: GrowthData, { certificate, fails }: CallbackGas): number {
  const last = lastOf(growth)
  const reach = reachOf(growth)
  if (reach <= FAR) return Math.max(last, Math.ceil(reach * 1.1))
  if (fails?.message === growth.message) return Math.max(last, fails.at)
  const bound = certificate?.bounds.find(({ message, how }) => message === growth.message && how === 'extrapolated')
  if (bound === undefined || bound.measuredTo === 0) return last
  // A message can add several entries.
  return Math.max(last, Math.round((bound.upTo * last) / bound.measuredTo))
}

/** What is known about the gas of a callback, in a sentence. */
export function sentenceOf({ certificate, fails, most, ran, limit, growths }: CallbackGas): string {
  const ofLimit = (gas: number): string =>
    `${grouped(gas)} of ${grouped(limit)} gas (${Math.ceil((100 * gas) / limit)} %)`
  if (certificate?.crossing !== undefined && fails === undefined)
    return `It ran out of gas: its limit is ${grouped(limit)}.`
  if (fails !== undefined) {
    const { at, message, isMeasured } = fails
    if (isMeasured)
      return `It ran out of gas after ${message} was sent ${grouped(at)} times: its limit is ${grouped(limit)}.`
    const last = grouped(lastOf(growths[0]!))
    return `It will run out of gas after ${message} was sent about ${grouped(at)} times: its limit is ${grouped(limit)}. Measured to ${last} times; beyond, extrapolated.`
  }
  if (certificate?.ran === false) return 'It never ran in an action sequence, so nothing is known about its gas.'
  if ((certificate?.bounds ?? []).length === 0)
    return `It used ${ofLimit(ran)} in the action sequences that ran. Nothing that makes it grow was found.`
  return `It does not reach its limit: at most ${ofLimit(most)}.`
}

import type { Finding } from '../findings/finding.js'
import { entryPointReach, type ContractReach } from '../reach/index.js'
import { envelopeOf, type GrowthDegree, type GrowthEnvelope } from './envelope.js'
import type { Measurement } from './measurement.js'
import { keyOf } from './probes.js'
import { hasSameAnswers, touchedEntries, type MapSizes } from './records.js'
import type { Way } from './ways.js'

/**
 * How far a bound can be trusted. `proven`: the callback gets the same answers from the chain, byte for byte, at all measured quantities, so its gas
 * does not depend on the quantity. `measured`: it ran at the whole quantity. `extrapolated`: it ran at smaller quantities, and a curve that no
 * measurement is above says the rest.
 */
export type BoundKind = 'proven' | 'measured' | 'extrapolated'

/** The most gas of a callback while one quantity grows and everything else stays as it is. */
export interface GasBound {
  /** SDK gas: the most that the callback used in any action sequence, and what the growth adds to it. */
  readonly gas: bigint
  /** The part of it that the growth adds. */
  readonly added: bigint
  /**
   * What grows: the entries of a storage map with this name, or, if no map does, the number of messages, or how often something else happened: an
   * element of a list, another callback, a transaction on another chain.
   */
  readonly quantity: { readonly of: 'entries' | 'messages' | 'times'; readonly name: string }
  /** The message, or what else makes it grow. */
  readonly message: string
  /** What was measured, in ascending order. */
  readonly points: readonly { readonly quantity: number; readonly gas: bigint }[]
  /** The least quantity at which the callback is predicted to need more than its limit; undefined if it never does. */
  readonly reaches: number | undefined
  /** The quantity for which it holds. */
  readonly upTo: number
  /** The largest quantity at which the callback ran. */
  readonly measuredTo: number
  readonly how: BoundKind
  /** `constant`: the growth adds less than a hundredth. */
  readonly degree: GrowthDegree
  /** SDK gas: how far the curve was lifted so that no measurement is above it; it is included. */
  readonly residual: bigint
}

/** A state in which a callback runs out of gas. */
export interface GasCrossing {
  /** The message that was sent so many times before; undefined if the search got there in another way. */
  readonly sent: { readonly message: string; readonly times: number } | undefined
  /** The fixture of the finding, which replays it; undefined if it is not reported as an error. */
  readonly file: string | undefined
}

/** What a campaign can say about the gas of a callback: an action sequence in which it runs out of gas, or bounds. */
export interface GasCertificate {
  /** Label of the contract. */
  readonly contract: string
  /** The kind of the callback, and the port if it concerns a packet. */
  readonly callback: string
  readonly entryPoint: string
  /** Whether an action sequence made the callback; otherwise nothing was measured. */
  readonly ran: boolean
  /** The sudo limit, or the limit of the relayer's transaction. */
  readonly limit: bigint
  /** The most gas that it used in the campaign's action sequences. */
  readonly most: bigint
  /** What makes it run out of gas, if the campaign got there. */
  readonly crossing: GasCrossing | undefined
  /** One for each quantity that the campaign could grow; the highest first. */
  readonly bounds: readonly GasBound[]
  /** Basic blocks that the entry point can reach and that never ran: no bound covers them. */
  readonly notCovered: { readonly blocks: number; readonly of: number }
}

/** A certificate before the coverage of all workers is known. */
export type GasEvidence = Omit<GasCertificate, 'notCovered'>

/**
 * Fits a bound to measurements in ascending order. @param way what was repeated, and whether it is a message @param most of the callback in any action
 * sequence @param wanted the quantity for which the bound is, and the limit of the callback @returns undefined without two of them, which show no growth
 */
export function boundOf(
  points: readonly Measurement[],
  { name: message, isOfMessages }: Pick<Way, 'name' | 'isOfMessages'>,
  most: bigint,
  { upTo, limit }: { readonly upTo: number; readonly limit: bigint },
): GasBound | undefined {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return undefined
  const map = growingMap(first, last)
  const quantityAt = ({ records, sizes }: Measurement): number => (map === undefined ? records : (sizes.get(map) ?? 0))
  const measured = points.map((point) => ({ records: quantityAt(point), gas: point.gas }))
  const envelope = envelopeOf(measured)
  const measuredTo = Math.max(...measured.map(({ records }) => records))
  const how = hasSameAnswersIn(first, last) ? 'proven' : measuredTo >= upTo ? 'measured' : 'extrapolated'
  const top = measured.reduce((highest, { gas }) => (gas > highest ? gas : highest), 0n)
  const end = how === 'extrapolated' ? envelope.at(upTo) : top
  const added = end > first.gas ? end - first.gas : 0n
  const base = most > first.gas ? most : first.gas
  return {
    gas: base + added,
    added,
    quantity:
      map === undefined ? { of: isOfMessages ? 'messages' : 'times', name: message } : { of: 'entries', name: map },
    message,
    points: measured.map(({ records, gas }) => ({ quantity: records, gas })),
    reaches: how === 'proven' || added === 0n ? undefined : firstAbove(envelope, limit - (base - first.gas)),
    upTo,
    measuredTo,
    how,
    degree: added * 100n < first.gas ? 'constant' : envelope.degree,
    residual: how === 'extrapolated' ? envelope.residual : 0n,
  }
}

/** Quantities from this one on are never reached. */
const NEVER = 1_000_000_000

/** The least quantity at which a curve that never falls is above a limit. */
function firstAbove(curve: GrowthEnvelope, limit: bigint): number | undefined {
  let [low, high] = [0, NEVER]
  if (curve.at(high) <= limit) return undefined
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (curve.at(middle) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether the gas was measured in this call: the most expensive of several calls in one step may be another one. */
const isMostExpensive = ({ gas, node }: Measurement): boolean => gas === node.gasUsed

const hasSameAnswersIn = (first: Measurement, last: Measurement): boolean =>
  first.records < last.records && [first, last].every(isMostExpensive) && hasSameAnswers(first.node, last.node)

/** The map that grows; if several do, the one of which the callback touches most additional entries. */
function growingMap(first: Measurement, last: Measurement): string | undefined {
  const growing = [...last.sizes.keys()].filter((map) => sizeIn(last.sizes, map) > sizeIn(first.sizes, map))
  const [then, now] = [touchedEntries(first.node), touchedEntries(last.node)]
  const additional = (map: string): number => sizeIn(now, map) - sizeIn(then, map)
  return growing.toSorted((a, b) => additional(b) - additional(a) || sizeIn(now, b) - sizeIn(now, a))[0]
}

const sizeIn = (sizes: MapSizes, map: string): number => sizes.get(map) ?? 0

/** What several workers know about each callback: of each quantity, the bound that was measured furthest. */
export function joinedEvidence(all: readonly (readonly GasEvidence[])[]): readonly GasEvidence[] {
  const joined = new Map<string, GasEvidence>()
  for (const one of all.flat()) {
    const known = joined.get(keyOf(one))
    joined.set(keyOf(one), known === undefined ? one : joinedPair(known, one))
  }
  const sorted = [...joined].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, evidence]) => evidence)
  // Only the callbacks that ran have their port in the name.
  return sorted.filter((one) => one.ran || !sorted.some((other) => other.ran && isOfKind(other, one)))
}

const isOfKind = (one: GasEvidence, { contract, callback }: GasEvidence): boolean =>
  one.contract === contract && one.callback.split(' ')[0] === callback

function joinedPair(one: GasEvidence, other: GasEvidence): GasEvidence {
  if (one.ran !== other.ran) return one.ran ? one : other
  const most = one.most > other.most ? one.most : other.most
  const raised = (bound: GasBound): GasBound => {
    const base = bound.gas - bound.added
    return { ...bound, gas: bound.added + (most > base ? most : base) }
  }
  const bounds = [...one.bounds, ...other.bounds].map(raised)
  return { ...one, most, crossing: one.crossing ?? other.crossing, bounds: furthest(bounds) }
}

/** For each quantity, the highest of the bounds that were measured furthest; the highest bound first. */
export function furthest(bounds: readonly GasBound[]): readonly GasBound[] {
  const best = new Map<string, GasBound>()
  for (const bound of bounds) {
    const key = `${bound.quantity.of} ${bound.quantity.name}`
    const known = best.get(key)
    const isFurther = known === undefined || bound.measuredTo > known.measuredTo
    if (isFurther || (bound.measuredTo === known.measuredTo && bound.gas > known.gas)) best.set(key, bound)
  }
  return [...best.values()].sort((a, b) => (a.gas === b.gas ? 0 : a.gas > b.gas ? -1 : 1))
}

/** Completes evidence with the coverage of all workers, and the findings in which callbacks run out of gas. */
export const certificatesOf = (
  evidence: readonly GasEvidence[],
  contracts: readonly ContractReach[],
  findings: readonly Finding[],
): readonly GasCertificate[] =>
  evidence.map((one) => {
    const code = contracts.find(({ label }) => label === one.contract)?.code
    const entry = code && entryPointReach(code).find(({ name }) => name === one.entryPoint)
    const finding = findings.find((each) => isOutOfGas(each, one))
    return {
      ...one,
      crossing: crossingOf(one, finding),
      notCovered: { blocks: entry === undefined ? 0 : entry.blocks - entry.ran, of: entry?.blocks ?? 0 },
    }
  })

function crossingOf({ crossing }: GasEvidence, finding: Finding | undefined): GasCrossing | undefined {
  if (crossing === undefined && finding === undefined) return undefined
  return { sent: crossing?.sent, file: finding?.level === 'error' ? finding.file : undefined }
}

/** Whether it is a finding of a callback that reached its limit, by its place, such as `vault/timeout`. */
const isOutOfGas = ({ invariant, about, text }: Finding, { contract, callback }: GasEvidence): boolean =>
  invariant === 'I2' && about === `${contract}/${callback.split(' ')[0]}` && /out of gas|reaches its limit/.test(text)

import type { GrowthPoint } from './cliff.js'

/** How the gas of a call grows with a quantity. */
export type GrowthDegree = 'constant' | 'linear' | 'quadratic'

/** A line or parabola that no measured point is above, in whole numbers only, so that it is the same on every machine. */
export interface GrowthEnvelope {
  readonly degree: 'linear' | 'quadratic'
  /** SDK gas: how far the curve through the outermost points was lifted so that no point is above it. 0: the points are on the curve. */
  readonly residual: bigint
  /** The gas at a quantity, rounded up. It never falls. */
  at(quantity: number): bigint
}

/** Points bend a line if they sag below it by more than this part of the growth, and of the gas. */
const SAG_OF_GROWTH = 50n
const SAG_OF_GAS = 1000n

interface Point {
  readonly x: bigint
  readonly y: bigint
}

/**
 * Fits a curve above the measured points: the line through the first and the last point, or, where the points between them sag below that line, the
 * parabola that bends most. Growth that slows down gets the line, which is above it from the last point on. Gas that falls counts as constant.
 */
export function envelopeOf(points: readonly GrowthPoint[]): GrowthEnvelope {
  const sorted = highestAtEach(points)
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return curve('linear', () => 0n, [])
  const top = sorted.reduce((most, { y }) => (y > most ? y : most), 0n)
  if (last.y <= first.y) return curve('linear', () => top, sorted)
  const line = (x: bigint): bigint => first.y + divided((last.y - first.y) * (x - first.x), last.x - first.x)
  const steepest = sorted
    .slice(1, -1)
    .filter((point) => sags(point, line(point.x), first, last))
    .map((point) => parabola(first, point, last))
    // The higher it is beyond the last point, the more it bends.
    .reduce<((x: bigint) => bigint) | undefined>(
      (most, one) => (most === undefined || one(2n * last.x) > most(2n * last.x) ? one : most),
      undefined,
    )
  return steepest === undefined ? curve('linear', line, sorted) : curve('quadratic', steepest, sorted)
}

function curve(degree: GrowthEnvelope['degree'], of: (x: bigint) => bigint, points: readonly Point[]): GrowthEnvelope {
  const residual = points.reduce((most, { x, y }) => (y - of(x) > most ? y - of(x) : most), 0n)
  const least = points[0]?.x ?? 0n
  const atLeast = (x: bigint): bigint => (x < least ? least : x)
  // A parabola may fall between the first two points.
  const floor = points[0]?.y ?? 0n
  return {
    degree,
    residual,
    at: (quantity) => {
      const gas = of(atLeast(BigInt(quantity)))
      return residual + (gas < floor ? floor : gas)
    },
  }
}

function sags({ y }: Point, chord: bigint, first: Point, last: Point): boolean {
  const sag = chord - y
  return sag * SAG_OF_GROWTH > last.y - first.y && sag * SAG_OF_GAS > last.y
}

/** The parabola through three points, in Newton's form over one denominator. */
function parabola(a: Point, b: Point, c: Point): (x: bigint) => bigint {
  const [ab, bc, ac] = [b.x - a.x, c.x - b.x, c.x - a.x]
  const whole = ab * bc * ac
  const bend = (c.y - b.y) * ab - (b.y - a.y) * bc
  return (x) => a.y + divided((c.y - a.y) * ab * bc * (x - a.x) + bend * (x - a.x) * (x - c.x), whole)
}

/** Rounded up. @param denominator above 0 */
const divided = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator > 0n && numerator % denominator !== 0n ? quotient + 1n : quotient
}

/** The most gas at each quantity, in ascending order. */
function highestAtEach(points: readonly GrowthPoint[]): readonly Point[] {
  const highest = new Map<number, bigint>()
  for (const { records, gas } of points) {
    const known = highest.get(records)
    if (known === undefined || gas > known) highest.set(records, gas)
  }
  return [...highest].sort(([a], [b]) => a - b).map(([x, y]) => ({ x: BigInt(x), y }))
}

/** What one call cost at a size of the state. */
export interface GrowthPoint {
  /** How many records there were: deposits, packets, entries, whatever grows. */
  readonly records: number
  /** SDK gas of the call. */
  readonly gas: bigint
}

/** How the gas of a call grows with the records: `base + perRecord·n + quadratic·n²`, the best such curve through what was measured. */
export interface Growth {
  /** SDK gas without any record. */
  readonly base: number
  /** SDK gas that each record adds. */
  readonly perRecord: number
  /** SDK gas that each pair of records adds: of a loop within a loop. 0 where the points tell of none. */
  readonly quadratic: number
  /** The number of records from which on the call costs more than the limit; undefined when it never does. */
  reaches(limit: bigint): number | undefined
}

/** A parabola has to leave less than this part of what the straight line leaves unexplained: steps and noise bend a line too. */
const BEND = 0.25
/** Mean square of what the line leaves unexplained, in gas: below, it is the rounding of whole gas and of the fit itself. */
const ROUNDING = 0.25

/**
 * Fits the growth of a call's gas by least squares: a straight line, and a parabola where that explains clearly more and bends upwards.
 * Nothing is taken to shrink: a cost that falls with the records is a constant one.
 *
 * @example
 * fitGrowth([{ records: 1, gas: 110_000n }, { records: 8, gas: 180_000n }, { records: 64, gas: 740_000n }]).reaches(1_000_000n) // 91
 */
export function fitGrowth(points: readonly GrowthPoint[]): Growth {
  const xs = points.map(({ records }) => records)
  const ys = points.map(({ gas }) => Number(gas))
  const sizes = new Set(xs).size
  const flat = fit(xs, ys, 1)
  const line = sizes < 2 ? flat : fit(xs, ys, 2)
  const bend = sizes < 4 ? undefined : fit(xs, ys, 3)
  const unexplained = error(line, xs, ys)
  const isBent = unexplained > ROUNDING * xs.length
  if (bend !== undefined && isBent && bend[2]! > 0 && error(bend, xs, ys) < BEND * unexplained) {
    const [base = 0, perRecord = 0, quadratic = 0] = bend
    return growth(base, perRecord, quadratic)
  }
  return line.length === 2 && line[1]! > 0 ? growth(line[0]!, line[1]!, 0) : growth(flat[0] ?? 0, 0, 0)
}

function growth(base: number, perRecord: number, quadratic: number): Growth {
  return {
    base,
    perRecord,
    quadratic,
    reaches: (limit) => {
      const room = Number(limit) - base
      if (room < 0) return 0
      const records =
        quadratic > 0
          ? (Math.sqrt(perRecord ** 2 + 4 * quadratic * room) - perRecord) / (2 * quadratic)
          : perRecord > 0
            ? room / perRecord
            : Infinity
      return Number.isFinite(records) ? Math.max(0, Math.floor(records) + 1) : undefined
    },
  }
}

const at = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient, power) => sum + coefficient * x ** power, 0)

const error = (coefficients: readonly number[], xs: readonly number[], ys: readonly number[]): number =>
  xs.reduce((sum, x, i) => sum + (ys[i]! - at(coefficients, x)) ** 2, 0)

/** Coefficients of the polynomial with so many terms, by the normal equations. The sizes are scaled to 1, so that they stay well behaved. */
function fit(xs: readonly number[], ys: readonly number[], terms: number): readonly number[] {
  if (xs.length === 0) return []
  const scale = Math.max(1, ...xs)
  const rows = Array.from({ length: terms }, (_, row) => [
    ...Array.from({ length: terms }, (_, column) => sum(xs, (x) => (x / scale) ** (row + column))),
    sum(xs, (x, i) => ys[i]! * (x / scale) ** row),
  ])
  return solve(rows).map((coefficient, power) => coefficient / scale ** power)
}

const sum = (xs: readonly number[], of: (x: number, index: number) => number): number =>
  xs.reduce((total, x, index) => total + of(x, index), 0)

/** Gauss's elimination with the largest pivot; each row ends in its right side. */
function solve(rows: number[][]): readonly number[] {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = rows[row]![column]! / rows[column]![column]!
      for (let i = column; i <= size; i++) rows[row]![i]! -= factor * rows[column]![i]!
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!)
}

/** The gas of one call at one size of the state. */
export interface GrowthPoint {
  /** The number of records: deposits, packets, entries, or whatever grows. */
  readonly records: number
  /** SDK gas of the call. */
  readonly gas: bigint
}

/** How the gas of a call grows with the number of records: `base + perRecord·n + quadratic·n²`, fitted to measurements. */
export interface Growth {
  /** SDK gas without any record. */
  readonly base: number
  /** SDK gas that each record adds. */
  readonly perRecord: number
  /** SDK gas that each pair of records adds, as a nested loop does; 0 if the growth is linear. */
  readonly quadratic: number
  /** The least number of records with which the call costs more than the limit; undefined if it never does. */
  reaches(limit: bigint): number | undefined
}

/** A parabola is used only if its squared error is less than this fraction of the line's, because steps and noise bend a line too. */
const BEND = 0.25
/** The mean squared error of a line, in gas², that rounding alone can cause. */
const ROUNDING = 0.25

/**
 * Fits the growth of a call's gas by least squares: a straight line, or a parabola if it fits clearly better and bends upwards. A cost that falls
 * with the number of records counts as constant.
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

/** Coefficients of the polynomial with so many terms, by the normal equations. Scaling the sizes to 1 keeps the equations well-conditioned. */
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

/** Gaussian elimination with partial pivoting; the last element of each row is its right-hand side. */
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

import type { FindingData, Series } from '../../src/report/model.js'
import type { AmountLane } from './lanes.js'

/** Amounts of one asset that a finding is about. */
export interface AssetLanes {
  readonly unit: string
  readonly lanes: readonly AmountLane[]
}

/** The account of the contracts, in findings. */
const CONTRACTS = 'contracts'
const ALL = ['all contracts', 'all actors']

/** What the invariant compares: of the account and the asset that the finding is about, or of the account all that changed. */
export function lanesOf({ subject = {}, numbers, setup, lines }: FindingData): readonly AssetLanes[] {
  const { account, asset } = subject
  if (account === undefined && asset === undefined) return []
  const units = asset === undefined ? [...new Set(numbers.map(({ unit }) => unit))] : [asset]
  const owners = account === undefined || account === CONTRACTS ? ALL : [account]
  return units.flatMap((unit) => {
    const own = numbers.filter((one) => one.unit === unit && owners.includes(one.of))
    const steps = lines.length
    const lanes = own.map((one): AmountLane => ({
      name: [one.of, one.where].filter(Boolean).join(' '),
      amounts: amountsOf(one, setup, steps),
      isSubject: false,
    }))
    if (lanes.length === 0 || (asset === undefined && lanes.every(({ amounts }) => new Set(amounts).size < 2)))
      return []
    // Neither a balance nor a claim alone is what an actor must not lose.
    const isSum = owners !== ALL && lanes.length > 1
    const sum: readonly AmountLane[] = isSum
      ? [{ name: `${account} has and may claim`, amounts: sumOf(lanes), isSubject: true }]
      : []
    return [{ unit, lanes: [...sum, ...(isSum ? lanes : lanes.map((lane) => ({ ...lane, isSubject: true })))] }]
  })
}

/** The amount at the end of the set-up, and after each step. */
function amountsOf({ points }: Series, setup: number, steps: number): readonly string[] {
  const at = new Map(points)
  let now = points.findLast(([step]) => step < setup)?.[1] ?? '0'
  return Array.from({ length: steps + 1 }, (_, i) => (now = i === 0 ? now : (at.get(setup + i - 1) ?? now)))
}

const sumOf = (lanes: readonly AmountLane[]): readonly string[] =>
  lanes[0]!.amounts.map((_, i) => String(lanes.reduce((sum, { amounts }) => sum + BigInt(amounts[i]!), 0n)))

import type { Json } from '../../sandbox/internal.js'
import type { Surroundings } from '../../schema/index.js'
import { leavesOf, placeInError, put, type Place } from './places.js'

/** A number of a message, as JSON number or text. */
interface NumberAt {
  readonly place: Place
  readonly value: string | number
}

/** Values for a number that an error describes in words. */
const DESCRIBED: readonly {
  readonly error: RegExp
  readonly values: (around: Surroundings) => readonly (bigint | string)[]
}[] = [
  {
    error: /\bzero\b|\bpositive\b|\b(?:too|be) (?:small|low|short|few|little)\b|\bnot (?:enough|sufficient)\b/i,
    values: () => [1n, 100n, 10_000n, 1_000_000n],
  },
  { error: /\btoo (?:large|long|high|big|many|great)\b|\bexceed/i, values: () => [1n, 0n, 10n] },
  { error: /%|\bpercent/i, values: () => ['0.5', '0.05', '5'] },
  {
    error: /\b(?:past|future|expired|timestamp|start time|end time)\b/i,
    values: ({ time = 0n }) => [time / SECOND + DAY, time + DAY * SECOND, time / SECOND - DAY, time - DAY * SECOND],
  },
]
const SECOND = 1_000_000_000n
const DAY = 86_400n

/** Errors that compare two members. */
const COMPARES = /\b(?:than|exceeds?|at least|at most|before|after|equal)\b/i

/** The message with other numbers in the members that an error names: one in place of the other if it compares two, otherwise values as it describes them. */
export function numbered(message: Json, error: string, around: Surroundings): readonly Json[] {
  const named = numbersNamedIn(message, error)
  const [first, second] = named
  if (second !== undefined && COMPARES.test(error))
    return [
      [first!, second, 0n] as const,
      [second, first!, 0n] as const,
      [first!, second, 1n] as const,
      [second, first!, 1n] as const,
    ].map(([changed, other, more]) => withNumber(message, changed, whole(other.value) + more))
  return DESCRIBED.flatMap((one) => (one.error.test(error) ? one.values(around) : [])).flatMap((value) =>
    named.map((one) => withNumber(message, one, value)),
  )
}

/** The numbers of a message whose members an error names, in its order: as in the message (`round_length`), or in words (`round length`). */
function numbersNamedIn(message: Json, error: string): readonly NumberAt[] {
  const found: { readonly at: number; readonly number: NumberAt }[] = []
  for (const [place, value] of leavesOf(message)) {
    const name = place.findLast((part) => !/^\d+$/.test(part))
    if (name === undefined || !isNumber(value)) continue
    const at = placeInError(name, error)
    if (at >= 0) found.push({ at, number: { place, value } })
  }
  return found.sort((a, b) => a.at - b.at).map(({ number }) => number)
}

const whole = (value: string | number): bigint => BigInt(String(value).split('.')[0]!)

const isNumber = (value: Json): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') && /^\d+(?:\.\d+)?$/.test(String(value))

const withNumber = (message: Json, { place, value }: NumberAt, number: bigint | string): Json =>
  put(message, place, typeof value === 'number' ? Number(number) : String(number))

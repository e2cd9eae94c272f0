import { toUtf8 } from '../../base/index.js'
import { anyValue, GoJsonError, slice, string, struct, unmarshal, type GoValue } from '../../codec/go-json/index.js'
import { goValueText } from '../../codec/index.js'

/** One condition on the events of a transaction: `{"field":"transfer.recipient","op":"eq","value":"cosmos1…"}`. */
export interface FilterItem {
  readonly field: string
  /** `eq`, `lt`, `gt`, `lte` or `gte`, in any case. */
  readonly op: string
  readonly value: GoValue
}

const Item = struct('TransactionsFilterItem', { field: string, op: string, value: anyValue })
const items = slice(Item)
/** Errors print its own name, not that of the slice. */
const Filter: typeof items = {
  ...items,
  name: 'types.TransactionsFilter',
  read: (reader, into) => {
    if (reader.kind() === 'array' || reader.kind() === 'null') return items.read(reader, into)
    reader.mismatch('types.TransactionsFilter')
    return into
  },
}

const FORBIDDEN = '\t\n\r\\()"\'=><'
const OPERATIONS = new Set(['eq', 'gt', 'gte', 'lt', 'lte'])

/** @throws GoJsonError with Go's text */
export const readFilter = (text: string): readonly FilterItem[] => unmarshal(Filter, toUtf8(text))

/**
 * Text of the first problem of a filter, or undefined. An empty list and `null` are valid filters.
 * Source: neutron x/interchainqueries/types/types.go `ValidateTransactionsFilter`.
 */
export function filterProblem(text: string, most: bigint): string | undefined {
  let items: readonly FilterItem[]
  try {
    items = readFilter(text)
  } catch (error) {
    if (error instanceof GoJsonError) return `failed to unmarshal transactions filter: ${error.shortMessage}`
    throw error
  }
  if (BigInt(items.length) > most) return `too many transactions filters, provided=${items.length}, max=${most}`
  for (const [index, item] of items.entries()) {
    const problem = itemProblem(item)
    if (problem !== undefined) return `transactions filter condition idx=${index} is invalid: ${problem}`
  }
  return undefined
}

function itemProblem({ field, op, value }: FilterItem): string | undefined {
  for (const character of field)
    if (FORBIDDEN.includes(character)) return `special symbols ${FORBIDDEN} are not allowed`
  if (field === '') return "field couldn't be empty"
  if (typeof value === 'number') {
    if (!isInt64(value)) return `value ${goValueText(value)} can't be a decimal number`
  } else if (typeof value !== 'string') return `value '${goValueText(value)}' is expected to be on of: string, number`
  if (!OPERATIONS.has(op.toLowerCase())) return `op '${op}' is expected to be one of: eq, gt, gte, lt, lte`
  return undefined
}

/** The result of Go's `value == float64(int64(value))` on amd64. */
const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63

import { UsageError } from '../../base/index.js'
import type { TxResult } from '../../chain/index.js'
import { MAX_QUERY_LENGTH, meets, tagsOf, takes, type Operator, type Tags } from '../../server/comet/index.js'
import { readFilter, type FilterItem } from '../../modules/interchainqueries/index.js'

const OPERATORS: Readonly<Record<string, Operator>> = { eq: '=', lt: '<', gt: '>', lte: '<=', gte: '>=' }

/** Whether an attribute's value satisfies a condition. Texts that are numbers are compared as numbers. */
function itemMeets(value: string, { op, value: wanted }: FilterItem): boolean {
  const operator = OPERATORS[op.toLowerCase()]!
  const text = `${wanted as string | number}`
  const numeric = typeof wanted === 'number' || (operator !== '=' && /^-?\d+(?:\.\d+)?$/.test(text))
  if (numeric) return meets(value, { tag: '', operator, value: text, kind: 'number' })
  return takes(operator, value < text ? -1 : value > text ? 1 : 0)
}

/** The search of a node for a filter. Source: neutron-query-relayer internal/relay/relayer.go `queryFromTxFilter`. */
const searchOf = (items: readonly FilterItem[]): string =>
  [
    ...items.map(({ field, op, value }) => {
      const text = typeof value === 'string' ? `'${value}'` : `${value as number}`
      return `${field}${OPERATORS[op.toLowerCase()]!}${text}`
    }),
    'tx.height>0',
  ].join(' AND ')

const tagsOfTx = (tx: TxResult): Tags => tagsOf(tx.events, { 'tx.height': [String(tx.height)], 'tx.hash': [tx.hash] })

/**
 * Decides which transactions a query's filter matches: those whose events satisfy every condition, each by some attribute.
 * @throws UsageError for one that no node would search for
 */
export function filterOf(filter: string): (tx: TxResult) => boolean {
  const items = readFilter(filter)
  const { length } = searchOf(items)
  if (length > MAX_QUERY_LENGTH)
    throw new UsageError(`the filter makes a search of ${length} characters, and nodes take ${MAX_QUERY_LENGTH}`, {
      details: ['right: a shorter filter; the chain itself takes any'],
    })
  return (tx) => {
    const tags = tagsOfTx(tx)
    return items.every(
      (item) => Object.hasOwn(tags, item.field) && tags[item.field]!.some((value) => itemMeets(value, item)),
    )
  }
}

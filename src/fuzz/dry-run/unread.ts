import type { Json, TraceNode } from '../../sandbox/internal.js'
import { isParseError } from '../../vm/probe/index.js'
import { PLACEHOLDER } from '../model/via.js'
import type { ExecutedStep } from '../view.js'

/** The kind of the query to the placeholder whose response a contract could not read in a step; undefined if it read all. */
export function unreadAnswer({ error, results }: Pick<ExecutedStep, 'error' | 'results'>): string | undefined {
  if (error === undefined || !isParseError(error.shortMessage)) return undefined
  const last = lastIn(results.flatMap(({ trace }) => trace))
  return last?.entryPoint === 'query' && last.label === PLACEHOLDER ? kindOf(last.message) : undefined
}

/** The call that began last. */
function lastIn(nodes: readonly TraceNode[]): TraceNode | undefined {
  const node = nodes.at(-1)
  return node === undefined ? undefined : (lastIn(node.children) ?? node)
}

/** The variant of a query. */
function kindOf(message: string): string | undefined {
  try {
    const query = JSON.parse(message) as Json
    return typeof query === 'object' && query !== null
      ? Object.keys(query)[0]
      : typeof query === 'string'
        ? query
        : undefined
  } catch {
    return undefined
  }
}

import type { TraceNode } from '../../sandbox/internal.js'

/** Calls of contracts and modules that are not queries. */
export const callsIn = (nodes: readonly TraceNode[]): number =>
  nodes.reduce((sum, { kind, entryPoint, children }) => {
    const isQuery = kind === 'query' || entryPoint === 'query'
    return isQuery ? sum : sum + 1 + callsIn(children)
  }, 0)

export const coinsOf = (denoms: readonly string[], amount: (denom: string) => number): string =>
  [...denoms]
    .sort()
    .map((denom) => `${amount(denom)}${denom}`)
    .join(',')

export const WANTS_FUNDS =
  /fund|payment|paid|pay |coin|deposit|sent|send|denom|amount|native|asset|fee|insufficient|balance/i
/** Errors of messages that take no coins at all; the first is that of `cw_utils::nonpayable`. */
export const WANTS_NO_FUNDS =
  /does no accept funds|not accept (any )?(funds|coins)|no funds (allowed|accepted)|non-?payable/i
export const WANTS_OTHERS = /unauthori[sz]ed|not allowed|permission|only|sender|owner|admin|caller/i

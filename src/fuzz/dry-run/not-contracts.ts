import type { TraceNode } from '../../sandbox/index.js'
import type { ToldStep } from '../view.js'

/** How the chain refuses a message to an address without a contract, and a query. */
const REFUSED = /address (\S+): no such contract|no such contract: ([a-z0-9]+)/gi

/** Addresses that a contract took for contracts in a step, though they are none. */
export function notContracts({ action, error, results }: ToldStep): readonly string[] {
  const texts = results.flatMap(({ rawLog, trace }) => [rawLog, ...trace.flatMap(errorsIn)])
  if (error !== undefined) texts.push(error.shortMessage, ...error.details)
  // What the sender says is a contract is the sender's mistake.
  const said = JSON.stringify(action, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(REFUSED)].map((match) => (match[1] ?? match[2])!))),
  ].filter((address) => !said.includes(address))
}

const errorsIn = ({ error, children }: TraceNode): readonly string[] => [
  ...(error === undefined ? [] : [error]),
  ...children.flatMap(errorsIn),
]

import { jsonText } from '../../base/index.js'
import type { TraceNode } from '../../sandbox/internal.js'
import type { ExecutedStep } from '../view.js'

/** The chain's errors for a message or a query to an address without a contract. */
const REFUSED = /address (\S+): no such contract|no such contract: ([a-z0-9]+)/gi

/** Accounts that a contract treated as contracts in a step. */
export function notContracts({ action, error, results }: ExecutedStep): readonly string[] {
  const texts = results.flatMap(({ rawLog, trace }) => [rawLog, ...trace.flatMap(errorsIn)])
  if (error !== undefined) texts.push(error.shortMessage, ...error.details)
  // An address in the message is the sender's mistake, not the contract's.
  const text = jsonText(action)
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(REFUSED)].map((match) => (match[1] ?? match[2])!))),
  ].filter((address) => !text.includes(address))
}

const errorsIn = ({ error, children }: TraceNode): readonly string[] => [
  ...(error === undefined ? [] : [error]),
  ...children.flatMap(errorsIn),
]

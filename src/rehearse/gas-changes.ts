import type { Surface } from '../app/index.js'

interface GasChange {
  readonly text: string
  /** Whether the two differ in it, in this direction. */
  readonly is: (from: Surface, to: Surface) => boolean
  /** What it costs: the end of an item, and the least amount, of which there may be several. */
  readonly items: readonly (readonly [ends: string, least: number])[]
}

const CIRCUIT = '/cosmos.circuit.v1.MsgTripCircuitBreaker'
const hasCircuit = ({ messages }: Surface): boolean => messages.includes(CIRCUIT)

/** Gas of the chain that releases differ in, seen from the one that pays more. */
const GAS_CHANGES: readonly GasChange[] = [
  {
    // Source: cosmos-sdk x/circuit ante/circuit.go and baseapp/msg_service_router.go, `IsAllowed` looks up each message once in both.
    text: 'the circuit breaker is asked before each message',
    is: (from, to) => hasCircuit(from) && !hasCircuit(to),
    items: [['Has', 1000]],
  },
  {
    // Source: cosmos-sdk v0.53.6 x/auth/keeper `NextAccountNumber`: one row is read and written.
    text: 'numbers of accounts are counted in a row',
    is: (from, to) => from.rules.accountNumbers === 'counted' && to.rules.accountNumbers === 'derived',
    items: [
      ['ReadFlat', 1000],
      ['ReadPerByte', 3],
      ['WriteFlat', 2000],
      ['WritePerByte', 30],
    ],
  },
  {
    // Source: cosmos-sdk v0.54.0 x/auth/keeper `NextAccountNumber`: a number from 2⁶³ on takes ten bytes of an account.
    text: 'derived numbers of accounts take more bytes',
    is: (from, to) => from.rules.accountNumbers === 'derived' && to.rules.accountNumbers === 'counted',
    items: [
      ['ReadPerByte', 3],
      ['WritePerByte', 30],
    ],
  },
  {
    // What users sign is the same on both sides. Source: cosmos-sdk x/auth/ante/basic.go, ten for each byte.
    text: 'proofs that relayers submit have other lengths on another state',
    is: () => true,
    items: [['txSize', 10]],
  },
]

/** Why an item of gas differs by so much, where a table says it. */
export function gasChangeOf(from: Surface, to: Surface, item: string, delta: number): string | undefined {
  const [more, less] = delta < 0 ? [from, to] : [to, from]
  const amount = Math.abs(delta)
  return GAS_CHANGES.find(
    ({ is, items }) => is(more, less) && items.some(([ends, least]) => item.endsWith(ends) && amount % least === 0),
  )?.text
}

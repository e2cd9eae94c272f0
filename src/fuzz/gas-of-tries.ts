import { pendingQueries } from './chains/pending-queries.js'
import { DEFAULT_GAS_LIMIT, type Action, type Sandbox, type TxResult } from '../sandbox/internal.js'
import type { TimeLimit } from './time-limit.js'

/** SDK gas of a try of a message that may never end: an endless loop takes some tenths of a second for it. */
export const TRY_GAS = 10_000_000n

/** Which gas tries get: little, and once for each kind all that there is, if little is not enough and there is time for it. */
export class GasOfTries {
  readonly #limit: TimeLimit
  /** By kind, whether all gas was enough. */
  readonly #whole = new Map<string, boolean>()

  constructor(limit: TimeLimit) {
    this.#limit = limit
  }

  /** The gas of a try. */
  of(kind: string): bigint {
    return this.#whole.get(kind) === true ? DEFAULT_GAS_LIMIT : TRY_GAS
  }

  /** Whether a try that ran out of gas is repeated with all gas. */
  isRepeated(kind: string): boolean {
    return !this.#whole.has(kind) && this.#limit.hasTimeFor(DEFAULT_GAS_LIMIT)
  }

  /** Notes whether all gas was enough. */
  note(kind: string, isEnough: boolean): void {
    this.#whole.set(kind, isEnough)
  }
}

type Limited = Extract<Action, { readonly action: 'tx' | 'callback' | 'sudo' | 'relay' | 'deliverQueries' }>

const LIMITED: ReadonlySet<string> = new Set<Limited['action']>(['tx', 'callback', 'sudo', 'relay', 'deliverQueries'])

const isLimited = (action: Action): action is Limited => LIMITED.has(action.action)

/** The action with no more gas than this for all that it does; the same action if it has no more. */
export function withinGas(sandbox: Sandbox, action: Action, most: bigint): Action {
  if (action.action === 'repeat') {
    const inner = withinGas(sandbox, action.do, most / BigInt(Math.max(1, action.times)))
    return inner === action.do ? action : { ...action, do: inner as typeof action.do }
  }
  if (!isLimited(action)) return action
  const each = most / BigInt(Math.max(1, transactionsOf(sandbox, action)))
  return (action.gasLimit ?? DEFAULT_GAS_LIMIT) <= each ? action : { ...action, gasLimit: each }
}

function transactionsOf(sandbox: Sandbox, action: Limited): number {
  if (action.action === 'relay') return Math.min(action.limit, sandbox.relayer.pending().length) * action.times
  return action.action === 'deliverQueries' ? pendingQueries(sandbox).length : 1
}

/** Whether a transaction ended because it had used all its gas. Source: cosmos-sdk types/errors `ErrOutOfGas`. */
export const ranOutOfGas = ({ codespace, code }: Pick<TxResult, 'codespace' | 'code'>): boolean =>
  codespace === 'sdk' && code === 11

/** Whether gas ran out in a transaction, or in a callback in it. */
export const lackedGas = (result: TxResult): boolean =>
  ranOutOfGas(result) || result.sudo.some(({ failure }) => /out of gas/i.test(failure?.details ?? ''))

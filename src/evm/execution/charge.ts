import type { RunTxResult } from '@ethereumjs/vm'
import type { TypedTransaction } from '@ethereumjs/tx'
import { hex } from '../hex.js'
import type { Traits } from '../options/traits.js'
import type { State } from '../state/state.js'

/** Gas of a message before it is known what part of it is charged. */
interface Spent {
  /** The gas limit. */
  readonly limit: bigint
  /** What it used, after refunds. */
  readonly used: bigint
  /** The least that its data costs (EIP-7623). */
  readonly floor: bigint
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** The gas that a message is charged. */
export const chargedGas = ({ leastGas }: Pick<Traits, 'leastGas'>, { limit, used, floor }: Spent): bigint =>
  leastGas === undefined ? max(used, floor) : max(used, (limit * leastGas) / 100n)

/** Changes what the library charged for a transaction to what this chain charges: of the sender, and for the proposer. The result is changed too. */
export function chargeAsHere(
  traits: Traits,
  state: State,
  tx: TypedTransaction,
  coinbase: Uint8Array,
  result: RunTxResult,
): void {
  const { leastGas, feesOutside } = traits
  const before = result.totalGasSpent
  if (leastGas !== undefined && before > 0n) {
    const spent = result.execResult.executionGasUsed + tx.getIntrinsicGas()
    const quotient = tx.common.param('maxRefundQuotient')
    const refund = result.execResult.gasRefund ?? 0n
    // The library forgets the refund where the floor of the data counts.
    const used = result.gasRefund === 0n ? spent - (refund < spent / quotient ? refund : spent / quotient) : before
    const charged = chargedGas(traits, { limit: tx.gasLimit, used, floor: 0n })
    const price = result.amountSpent / before
    const sender = hex(tx.getSenderAddress().bytes)
    state.setBalance(sender, state.balance(sender) - (charged - before) * price)
    result.totalGasSpent = charged
    result.blockGasSpent = charged
    result.amountSpent = charged * price
  }
  if (feesOutside) {
    const proposer = hex(coinbase)
    state.setBalance(proposer, state.balance(proposer) - result.minerValue)
    result.minerValue = 0n
  }
}

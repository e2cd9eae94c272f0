import type { BlockHeader } from '@ethereumjs/block'
import { getCalldataFloorGas, TransactionType, type TypedTransaction } from '@ethereumjs/tx'
import { Bloom, type RunTxResult } from '@ethereumjs/vm'
import { NO_BYTES } from '../../base/index.js'
import { EMPTY_CODE_HASH } from '../crypto/hash.js'
import { hex, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import type { AccountRecord } from '../state/view.js'
import type { Executor } from './executor.js'

const NO_CODE = hex(EMPTY_CODE_HASH)
const NEW: AccountRecord = { nonce: 0n, codeHash: NO_CODE }

/** Rules under which a transfer does more: other prices, logs, lists of what a block reads. */
const MORE = [2780, 7708, 7778, 7864, 7928, 8037]

/**
 * What runs a transaction that only moves coins from one account without code to another, without the library's promises and journal. Undefined for every
 * other transaction, and for one that the library may refuse. Source: go-ethereum core/state_transition.go, since London.
 */
export function plainTransfer(
  executor: Executor,
  tx: TypedTransaction,
  header: BlockHeader,
): (() => RunTxResult) | undefined {
  const { evm, state, rules } = executor
  const { to, value, gasLimit } = tx
  const { baseFeePerGas: baseFee } = header
  if (to === undefined || value === 0n || baseFee === undefined || !isSimple(executor)) return undefined
  // The library moves a transaction to the rules of the block.
  if (tx.common.hardfork() !== rules.hardfork()) return undefined
  const prices = pricesOf(tx, baseFee)
  if (prices === undefined || prices.tip < 0n) return undefined

  const caller = tx.getSenderAddress()
  const [from, receiver, proposer] = [caller, to, header.coinbase].map(({ bytes }) => hex(bytes)) as [Hex, Hex, Hex]
  const sender = state.account(from) ?? NEW
  if (sender.nonce !== tx.nonce || sender.codeHash !== NO_CODE) return undefined
  if (evm.precompiles.has(receiver.slice(2)) || hasCode(state, receiver)) return undefined
  // The library takes an empty account out of the state where a fee of nothing touches it.
  if (prices.tip === 0n && state.balance(proposer) === 0n) return undefined
  const intrinsic = tx.getIntrinsicGas()
  const floor = getCalldataFloorGas(tx, caller)
  const gasUsed = intrinsic > floor ? intrinsic : floor
  if (gasLimit < gasUsed || state.balance(from) < gasLimit * prices.most + value) return undefined

  return () => {
    const amountSpent = gasUsed * prices.paid
    const minerValue = gasUsed * prices.tip
    state.setAccount(from, { ...sender, nonce: sender.nonce + 1n })
    state.setBalance(from, state.balance(from) - amountSpent - value)
    pay(state, receiver, value)
    pay(state, proposer, minerValue)
    const bloom = new Bloom(undefined, rules)
    return {
      bloom,
      amountSpent,
      minerValue,
      totalGasSpent: gasUsed,
      blockGasSpent: gasUsed,
      gasRefund: 0n,
      receipt: { status: 1, cumulativeBlockGasUsed: gasUsed, bitvector: bloom.bitvector, logs: [] },
      execResult: { returnValue: NO_BYTES, executionGasUsed: 0n },
    }
  }
}

/** Whether nobody watches or judges, and a transfer does nothing else under these rules. */
const isSimple = ({ evm, traits, rules, isJudged }: Executor): boolean =>
  evm.rules !== undefined &&
  evm.hooks === undefined &&
  !isJudged &&
  !traits.feesOutside &&
  traits.leastGas === undefined &&
  !MORE.some((eip) => rules.isActivatedEIP(eip))

interface Prices {
  /** What a unit of gas costs the sender. */
  readonly paid: bigint
  /** The most that it may cost, which the sender must have. */
  readonly most: bigint
  /** What of it the proposer gets. */
  readonly tip: bigint
}

function pricesOf(tx: TypedTransaction, baseFee: bigint): Prices | undefined {
  if (tx.type === TransactionType.Legacy) {
    const { gasPrice } = tx
    return { paid: gasPrice, most: gasPrice, tip: gasPrice - baseFee }
  }
  if (tx.type !== TransactionType.FeeMarketEIP1559) return undefined
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = tx
  if (accessList.length > 0) return undefined
  const left = maxFeePerGas - baseFee
  const tip = maxPriorityFeePerGas < left ? maxPriorityFeePerGas : left
  return { paid: baseFee + tip, most: maxFeePerGas, tip }
}

const hasCode = (state: State, address: Hex): boolean => (state.account(address)?.codeHash ?? NO_CODE) !== NO_CODE

function pay(state: State, address: Hex, amount: bigint): void {
  if (amount === 0n) return
  if (state.account(address) === undefined) state.setAccount(address, NEW)
  state.setBalance(address, state.balance(address) + amount)
}

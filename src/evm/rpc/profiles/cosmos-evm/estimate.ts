import type { ChainBlock } from '../../../chain/blockchain.js'
import { MessageRefusal } from '../../../errors.js'
import type { Outcome } from '../../../execution/apply.js'
import type { StateOverrides } from '../../../execution/overrides.js'
import { codeAt } from '../../../state/view.js'
import type { TransactionRequest } from '../../request.js'
import type { Node } from '../../runner.js'
import { grpcError } from './errors.js'
import { callOf, failure, query } from './messages.js'

const TRANSFER = 21_000n
const STIPEND = 2_300n

/**
 * The least gas with which a message succeeds. In contrast to go-ethereum the search goes on to the unit.
 * Source: x/vm/keeper/grpc_query.go `EstimateGasInternal`.
 * @throws RpcError if no gas limit is enough
 */
export async function estimate(
  { chain, runner }: Node,
  block: ChainBlock,
  request: TransactionRequest,
  overrides: StateOverrides | undefined,
): Promise<bigint> {
  const { gasCap } = chain.options.limits
  const call = callOf(chain, block, { ...request, gas: request.gas ?? 0n })
  const { message } = call
  // A query knows no gas limit of blocks.
  const wanted = request.gas !== undefined && request.gas >= TRANSFER ? request.gas : gasCap
  const cap = wanted > gasCap ? gasCap : wanted
  const view = chain.view(block)
  let high = cap
  if (message.gasFeeCap > 0n) {
    const balance = view.balance(message.from)
    if (message.value >= balance) throw grpcError('Unknown', 'insufficient funds for transfer')
    const allowance = (balance - message.value) / message.gasFeeCap
    if (allowance < high) {
      high = allowance
      if (high < TRANSFER) throw grpcError('Unknown', 'insufficient funds for gas * price + value')
    }
  }
  const plain = message.data.length === 0 && message.to !== undefined && codeAt(view, message.to).length === 0
  return query(() =>
    runner.attempts(call, block, overrides, async (run) => {
      /** Undefined if the gas does not cover what the message costs before it runs. */
      const attempt = async (gas: bigint): Promise<Outcome | undefined> => {
        try {
          return await run(gas)
        } catch (error) {
          if (error instanceof MessageRefusal && /^(?:intrinsic|floor)Gas$/.test(error.reason)) return undefined
          throw error
        }
      }
      const succeeds = async (gas: bigint): Promise<boolean> => {
        const outcome = await attempt(gas)
        return outcome !== undefined && outcome.failure === undefined
      }
      if (plain && (await succeeds(TRANSFER))) return TRANSFER
      const first = await attempt(high)
      if (first === undefined || first.failure !== undefined) {
        if (high < cap || first === undefined || first.failure === 'out of gas')
          throw grpcError('Unknown', `gas required exceeds allowance (${high})`)
        throw first.failure === 'revert' ? failure(first) : grpcError('Unknown', first.failure ?? '')
      }
      let low = TRANSFER - 1n
      const likely = ((first.peakGas + STIPEND) * 64n) / 63n
      if (likely < high) {
        if (await succeeds(likely)) high = likely
        else low = likely
      }
      while (low + 1n < high) {
        const middle = (high + low) / 2n > low * 2n ? low * 2n : (high + low) / 2n
        if (await succeeds(middle)) high = middle
        else low = middle
      }
      return high
    }),
  )
}

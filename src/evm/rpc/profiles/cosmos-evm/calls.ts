import { RpcError } from '../../../../base/index.js'
import { refuse } from '../../../errors.js'
import { claimedBy } from '../../../execution/authorizations.js'
import { unsignedHash } from '../../../execution/unsigned-hash.js'
import type { Outcome } from '../../../execution/apply.js'
import type { StateOverrides } from '../../../execution/overrides.js'
import { hex, quantity, type Hex } from '../../../hex.js'
import { getActivePrecompiles } from '@ethereumjs/evm'
import { optional, required } from '../../table.js'
import type { TransactionRequest } from '../../request.js'
import type { Node } from '../../runner.js'
import { answers, type Differing } from './differs.js'
import { filled } from './defaults.js'
import { estimate } from './estimate.js'
import { crashed, grpcError } from './errors.js'
import { callOf, failure, nodeTransaction, overridesOf, query, rawOverrides } from './messages.js'
import { blockAt, mustHave, nodeRef, numbered, stateBlock, type NodeRef } from './refs.js'

const transaction = required('transaction', nodeTransaction)
const at = required('block', nodeRef)
const overrides = optional('stateOverrides', rawOverrides)

/** Runs a call on the state that a reference names. @throws RpcError when there is no such block, and for a message that fails */
async function run(
  { chain, runner }: Node,
  request: TransactionRequest,
  ref: NodeRef,
  state: () => StateOverrides | undefined,
): Promise<Outcome> {
  const height = numbered(chain, ref)
  if (blockAt(chain, height) === undefined) throw refuse('header not found')
  const block = stateBlock(chain, height)!
  const changed = state()
  const outcome = await query(() => runner.call(callOf(chain, block, request), block, changed))
  if (outcome.failure !== undefined) throw failure(outcome)
  return outcome
}

/** Gas of a new account, which each authorization needs. Source: go-ethereum params `CallNewAccountGas`. */
const AUTHORIZATION_GAS = 25_000n

/**
 * The list that was given, without addresses that are warm anyway: the calls that it is found by are not watched, so nothing is added. Source: rpc/backend/tx_info.go
 * `createAccessList`.
 */
async function accessList(
  node: Node,
  request: TransactionRequest,
  ref: NodeRef,
  state: () => StateOverrides | undefined,
): Promise<unknown> {
  const { chain } = node
  const priced = await filled(node, request)
  const height = numbered(chain, ref)
  const { message, common } = callOf(chain, mustHave(chain, height), priced)
  const authorizations = priced.authorizationList ?? []
  if (BigInt(authorizations.length) > priced.gas / AUTHORIZATION_GAS)
    throw refuse('insufficient gas to process all authorizations')
  const precompiles = [...getActivePrecompiles(common).keys()].map((digits): Hex => `0x${digits}`)
  const claimed = authorizations.flatMap((one) => claimedBy(one, common) ?? [])
  const warm = new Set<Hex>([
    message.from,
    ...(message.to === undefined ? [] : [message.to]),
    ...precompiles,
    ...claimed,
  ])
  const list = (priced.accessList ?? []).filter(
    ({ address, storageKeys }) => !warm.has(address) || storageKeys.length > 0,
  )
  try {
    // Prices that were left out have become 0 by then.
    if (priced.gasPrice !== undefined)
      throw grpcError('InvalidArgument', 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
    const outcome = await run(node, { ...priced, accessList: list }, ref, state)
    return { accessList: list, gasUsed: quantity(outcome.gasUsed) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const hasOnePrice = priced.gasPrice !== undefined
    if (!hasOnePrice && priced.authorizationList !== undefined && priced.to === undefined) throw crashed()
    const listed = { ...message, accessList: hasOnePrice ? undefined : list }
    const hash = unsignedHash(listed, priced.nonce, chain.forks.chainId, hasOnePrice)
    throw refuse(`failed to apply transaction: ${hash} err: ${error.shortMessage}`)
  }
}

/** Running messages. Source: rpc/backend/call_tx.go, x/vm/keeper/grpc_query.go. */
export const CALLS: Readonly<Record<string, Differing>> = {
  eth_call: answers([transaction, at, overrides], async (call, request, ref, raw) =>
    hex((await run(call, request, ref, () => overridesOf(raw))).returnData),
  ),
  eth_estimateGas: answers([transaction, optional('block', nodeRef), overrides], async (call, request, ref, raw) => {
    const { chain } = call
    const height = ref === undefined ? ({ kind: 'tag', tag: 'pending' } as const) : numbered(chain, ref)
    if (blockAt(chain, height) === undefined) throw refuse('header not found')
    return quantity(await estimate(call, stateBlock(chain, height)!, request, overridesOf(raw)))
  }),
  eth_createAccessList: answers([transaction, at, overrides], (call, request, ref, raw) =>
    accessList(call, request, ref, () => overridesOf(raw)),
  ),
}

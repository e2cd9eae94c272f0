import type { ChainBlock } from '../../../chain/blockchain.js'
import type { NodeChain } from '../../../chain/node-chain.js'
import { RpcError } from '../../../../base/index.js'
import { MessageRefusal, Stop } from '../../../errors.js'
import type { Outcome } from '../../../execution/apply.js'
import { blockContext, type StateOverrides } from '../../../execution/overrides.js'
import type { Call, Message } from '../../../execution/message.js'
import { failureError } from '../../../execution/revert.js'
import { unhex } from '../../../hex.js'
import { overridesOf as readerOf, transactionArgs, type TransactionRequest } from '../../request.js'
import { Mismatch, any, type Validator } from '../../../validate.js'
import { grpcError } from './errors.js'

const membersOf = transactionArgs('types.TransactionArgs')

/** Members of a transaction; null is one without any. */
export const nodeTransaction: Validator<TransactionRequest> = (value, path) => membersOf(value ?? {}, path)

/** Overrides of the state as they came: the query reads them. */
export const rawOverrides = any

const readOverrides = readerOf('types.OverrideAccount')

/** The overrides of a call. @throws RpcError for a value that the node cannot read as such */
export function overridesOf(raw: unknown): StateOverrides | undefined {
  if (raw === undefined) return undefined
  try {
    return readOverrides(raw, '')
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
    throw grpcError('InvalidArgument', `invalid state overrides format: ${wordsOf(error)}`)
  }
}

/** Go names the member of the account, without the places in maps. */
function wordsOf(error: Mismatch): string {
  const [account, member] = error.path.split('.')
  if (account === '') return error.inGo.replace(/map\[.*$/, 'types.StateOverride')
  if (member === undefined) return error.inGo
  const within = new Mismatch(member, error.reason, error.type)
  within.struct = 'OverrideAccount'
  return within.inGo
}

/**
 * The message of a request. Source: x/vm/types/tx_args.go `CallDefaults` and `ToMessage`.
 * @throws RpcError for two kinds of prices, and for another chain
 */
function messageOf(request: TransactionRequest, chainId: bigint, gasCap: bigint, baseFee: bigint): Message {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    throw grpcError('InvalidArgument', 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  if (request.chainId !== undefined && request.chainId !== chainId)
    throw grpcError('InvalidArgument', `chainId does not match node's (have=${request.chainId}, want=${chainId})`)
  const cap = gasPrice ?? maxFeePerGas ?? 0n
  const tip = gasPrice ?? maxPriorityFeePerGas ?? 0n
  const gas = request.gas ?? gasCap
  const paid = baseFee + tip < cap ? baseFee + tip : cap
  return {
    from: request.from ?? `0x${'00'.repeat(20)}`,
    to: request.to,
    gas: gas > gasCap ? gasCap : gas,
    gasFeeCap: cap,
    gasTipCap: tip,
    gasPrice: gasPrice ?? paid,
    value: request.value ?? 0n,
    // The two may differ.
    data: unhex(request.input ?? request.data ?? '0x'),
    accessList: request.accessList,
    authorizationList: request.authorizationList,
    blobVersionedHashes: request.blobVersionedHashes,
    maxFeePerBlobGas: 0n,
  }
}

/** A call of a request on the state after a block. @throws RpcError as {@link messageOf} */
export function callOf(
  { forks, options }: NodeChain,
  { block }: ChainBlock,
  request: TransactionRequest,
  baseFee = block.header.baseFeePerGas ?? 0n,
): Call {
  const context = blockContext(block.header, { baseFeePerGas: baseFee })
  const { number, timestamp, baseFeePerGas = 0n } = context.header
  const message = messageOf(request, forks.chainId, options.limits.gasCap, baseFeePerGas)
  return { message, context, common: forks.at(number, timestamp) }
}

/**
 * Runs a query, with its errors as the node words them: a message that cannot run, and overrides that do not fit.
 * @throws RpcError
 */
export async function query<T>(job: () => T | Promise<T>): Promise<T> {
  try {
    return await job()
  } catch (error) {
    if (error instanceof Stop) throw grpcError('DeadlineExceeded', 'context deadline exceeded')
    if (error instanceof MessageRefusal) throw grpcError('Internal', error.shortMessage)
    if (error instanceof RpcError && error.shortMessage.startsWith('account 0x'))
      throw grpcError('Internal', `failed to apply state override: ${error.shortMessage}`)
    throw error
  }
}

/** The error of a message that failed; a revert without data is one without a code of its own. Source: rpc/backend/call_tx.go `handleRevertError`. */
export function failure(outcome: Pick<Outcome, 'failure' | 'returnData'>): RpcError {
  const error = failureError(outcome)
  if (outcome.failure !== 'revert') return grpcError('Internal', error.shortMessage)
  return outcome.returnData.length > 0 ? error : new RpcError({ code: -32000, message: error.shortMessage })
}

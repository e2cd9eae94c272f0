import type { ChainBlock } from '../../chain/blockchain.js'
import { LATEST, type BlockRef, type EvmChain } from '../../chain/evm-chain.js'
import { suggestedTip } from '../../chain/fees.js'
import { applyMessage } from '../../execution/apply.js'
import { claimedBy } from '../../execution/authorizations.js'
import { estimateGas } from '../../execution/estimate.js'
import { override, type BlockOverrides, type StateOverrides } from '../../execution/overrides.js'
import { refuse, worded } from '../../errors.js'
import { failureError } from '../../execution/revert.js'
import type { AccessListEntry } from '../../execution/message.js'
import { unsignedHash } from '../../execution/unsigned-hash.js'
import { AccessListTracer } from '../../tracers/access-list.js'
import { traced } from '../../tracers/traced.js'
import { generateAddress } from '@ethereumjs/util'
import { hex, minimalBytes, quantity, unhex, type Hex } from '../../hex.js'
import { codeAt } from '../../state/view.js'
import {
  blockOverrides,
  blockRef,
  checkBlobPrice,
  checkPrices,
  checkTip,
  stateOverrides,
  transactionRequest,
  type TransactionRequest,
} from '../request.js'
import { prepare } from '../prepare.js'
import { method, optional, required, type Method } from '../table.js'

/** The highest gas limit of a transaction since Osaka (EIP-7825). */
const TRANSACTION_GAS_CAP = 1n << 24n

/**
 * A request for an access list, with what is missing of its prices once it names one. Source: go-ethereum internal/ethapi/transaction_args.go
 * `setFeeDefaults`.
 * @throws RpcError for prices with which there is no transaction
 */
function listDefaults(
  chain: EvmChain,
  { block: { header } }: ChainBlock,
  request: TransactionRequest,
): TransactionRequest {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = request
  if ([gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas].every((price) => price === undefined))
    return request
  if (maxFeePerBlobGas === 0n) throw refuse('maxFeePerBlobGas, if specified, must be non-zero')
  checkPrices(request)
  if (gasPrice !== undefined && request.authorizationList !== undefined)
    throw refuse('both gasPrice and authorizationList specified')
  if (!header.common.isActivatedEIP(1559)) return request
  if (gasPrice === 0n) throw refuse('gasPrice must be non-zero after london fork')
  if (maxFeePerGas === 0n && maxPriorityFeePerGas !== undefined) throw refuse('maxFeePerGas must be non-zero')
  if (gasPrice !== undefined) return request
  const tip = maxPriorityFeePerGas ?? suggestedTip(chain.settings)
  const priced = {
    ...request,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: maxFeePerGas ?? tip + 2n * (header.baseFeePerGas ?? 0n),
  }
  checkTip(priced)
  return priced
}

/** @throws RpcError if no gas limit is enough. */
export async function estimate(
  chain: EvmChain,
  request: TransactionRequest,
  ref: BlockRef,
  state: StateOverrides = {},
  overrides: BlockOverrides = {},
): Promise<bigint> {
  checkBlobPrice(request)
  const block = await chain.block(ref)
  const { message, context, common } = prepare(chain, block, request, overrides)
  const fork = chain.fork(block)
  const precompiles = override(fork, state, common)
  const wanted = request.gas !== undefined && request.gas >= 21_000n ? request.gas : context.header.gasLimit
  let limit = wanted < chain.options.limits.gasCap ? wanted : chain.options.limits.gasCap
  if (common.isActivatedEIP(7825) && limit > TRANSACTION_GAS_CAP) limit = TRANSACTION_GAS_CAP
  if (message.gasFeeCap > 0n) {
    // Gas limits that the sender cannot pay for are not tried.
    const balance = fork.balance(message.from)
    if (message.value >= balance) throw refuse('insufficient funds for transfer')
    const blobGas = BigInt(message.blobVersionedHashes?.length ?? 0) * common.param('blobGasPerBlob')
    const left = balance - message.value - blobGas * message.maxFeePerBlobGas
    if (blobGas > 0n && left <= 0n) throw refuse('insufficient funds for gas * price + value')
    const affordable = left / message.gasFeeCap
    if (affordable < limit) limit = affordable
  }
  const plain = message.data.length === 0 && message.to !== undefined && codeAt(fork, message.to).length === 0
  return chain.run(
    fork,
    context,
    (executor) =>
      estimateGas({
        limit,
        plain,
        attempt: async (gas) => {
          fork.checkpoint()
          try {
            return await applyMessage(executor, context, { ...message, gas })
          } finally {
            fork.revert()
          }
        },
      }),
    precompiles,
  )
}

const circumstances = [
  optional('block', blockRef, LATEST),
  optional('stateOverrides', stateOverrides),
  optional('blockOverrides', blockOverrides),
] as const

/**
 * The accounts and slots that a message reads: runs it with the list of the previous run until the list stays the same.
 * Source: go-ethereum internal/ethapi/api.go `AccessList`.
 */
export async function accessList(
  chain: EvmChain,
  request: TransactionRequest,
  ref: BlockRef,
  overrides: StateOverrides,
): Promise<{ readonly accessList: readonly AccessListEntry[]; readonly gasUsed: Hex; readonly error?: string }> {
  checkBlobPrice(request)
  const block = await chain.block(ref)
  const { message, context, common } = prepare(chain, block, listDefaults(chain, block, request))
  const fork = chain.fork(block)
  const precompiles = override(fork, overrides, common)
  const nonce = request.nonce ?? fork.account(message.from)?.nonce ?? 0n
  const to = message.to ?? hex(generateAddress(unhex(message.from), minimalBytes(nonce)))
  return chain.run(
    fork,
    context,
    async (executor) => {
      const active = [...executor.evm.precompiles.keys()].map((digits): Hex => `0x${digits}`)
      const claimed = (message.authorizationList ?? []).flatMap((one) => claimedBy(one, common) ?? [])
      const warm = new Set<Hex>([message.from, to, ...active, ...claimed])
      let list: readonly AccessListEntry[] = new AccessListTracer(warm, message.accessList ?? []).result()
      for (;;) {
        const tracer = new AccessListTracer(warm, list)
        fork.checkpoint()
        const coinbase = hex(context.header.coinbase.bytes)
        const of = { from: message.from, to: message.to, coinbase, gas: message.gas }
        const listed = { ...message, accessList: list }
        const outcome = await worded(
          (reason) => {
            const hash = unsignedHash(listed, nonce, chain.forks.chainId, request.gasPrice !== undefined)
            return `failed to apply transaction: ${hash} err: ${reason}`
          },
          () => traced(executor, tracer, of, () => applyMessage(executor, context, listed)),
        ).finally(() => fork.revert())
        const found = tracer.result()
        if (JSON.stringify(found) === JSON.stringify(list))
          return {
            accessList: list,
            gasUsed: quantity(outcome.gasUsed),
            ...(outcome.failure === undefined
              ? {}
              : { error: outcome.failure === 'revert' ? 'execution reverted' : outcome.failure }),
          }
        list = found
      }
    },
    precompiles,
  )
}

/** Running messages without making transactions. */
export const callMethods: readonly Method[] = [
  method('eth_call', {
    status: 'Stub',
    params: [required('transaction', transactionRequest), ...circumstances],
    doc: 'Runs a message without changing the state, and returns its output. A revert is error 3 with its data.',
    handle: async ({ chain }, request, ref, state, overrides) => {
      checkBlobPrice(request)
      const block = await chain.block(ref)
      const call = prepare(chain, block, request, overrides)
      const outcome = await worded(
        (reason) => `err: ${reason} (supplied gas ${call.message.gas})`,
        () => chain.call(call, block, state),
      )
      if (outcome.failure !== undefined) throw failureError(outcome)
      return hex(outcome.returnData)
    },
  }),
  method('eth_estimateGas', {
    status: 'Y',
    params: [required('transaction', transactionRequest), ...circumstances],
    doc: 'A gas limit with which a message succeeds.',
    handle: async ({ chain }, request, ref, state, overrides) =>
      quantity(await estimate(chain, request, ref, state, overrides)),
  }),
  method('eth_createAccessList', {
    status: 'Stub',
    params: [
      required('transaction', transactionRequest),
      optional('block', blockRef, LATEST),
      optional('stateOverrides', stateOverrides, {}),
    ],
    doc: 'The accounts and slots that a message reads, and the gas that it uses with that access list.',
    handle: ({ chain }, request, ref, overrides) => accessList(chain, request, ref, overrides),
  }),
]

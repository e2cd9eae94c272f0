import { definedMembers } from '../../../base/index.js'
import { LATEST } from '../../chain/evm-chain.js'
import { hex, quantity, type Hex } from '../../hex.js'
import { callError, simulate, type BlockResult, type SimulatedCall } from '../../simulation/simulate.js'
import { effectivePrice } from '../../chain/transaction.js'
import { blockJson, simulatedTransactionJson } from '../encode.js'
import {
  blockOverrides,
  blockRef,
  checkPrices,
  messageOf,
  stateOverrides,
  transactionRequest,
  type TransactionRequest,
} from '../request.js'
import { method, optional, required, type Method } from '../table.js'
import { array, boolean, maybe, object } from '../../validate.js'

const payload = object({
  blockStateCalls: array(
    object({
      blockOverrides: maybe(blockOverrides),
      stateOverrides: maybe(stateOverrides),
      calls: maybe(array(transactionRequest, 5000)),
    }),
    1000,
  ),
  validation: maybe(boolean),
  traceTransfers: maybe(boolean),
  returnFullTransactions: maybe(boolean),
})

const ZERO: Hex = '0x0000000000000000000000000000000000000000'

/** A call as a transaction: of the newest type, unless it names another. Source: go-ethereum `TransactionArgs.ToTransaction`. */
function call(request: TransactionRequest): SimulatedCall {
  checkPrices(request)
  return {
    from: request.from ?? ZERO,
    nonce: request.nonce,
    gas: request.gas,
    build: ({ nonce, gas, baseFee, common }) => {
      const message = messageOf({ ...request, gas }, { common, baseFee, gasCap: gas })
      const legacy = request.gasPrice !== undefined
      const type = legacy
        ? request.accessList === undefined
          ? 0
          : 1
        : request.authorizationList !== undefined
          ? 4
          : request.blobVersionedHashes !== undefined
            ? 3
            : 2
      const prices = legacy
        ? { gasPrice: request.gasPrice }
        : { maxFeePerGas: request.maxFeePerGas ?? 0n, maxPriorityFeePerGas: request.maxPriorityFeePerGas ?? 0n }
      const { value, data } = message
      const fields = {
        ...definedMembers({
          to: request.to,
          accessList: request.accessList,
          authorizationList: request.authorizationList,
        }),
        ...(type === 3
          ? { blobVersionedHashes: request.blobVersionedHashes, maxFeePerBlobGas: request.maxFeePerBlobGas ?? 0n }
          : {}),
      }
      return {
        message,
        data: {
          type,
          nonce,
          gasLimit: gas,
          value,
          data,
          ...(type === 0 ? {} : { chainId: common.chainId() }),
          ...prices,
          ...fields,
        },
      }
    },
  }
}

function resultJson({ block, calls }: BlockResult, full: boolean): unknown {
  const { header } = block
  const hash = hex(block.hash())
  const place = (index: number): Record<string, unknown> => ({
    blockHash: hash,
    blockNumber: quantity(header.number),
    blockTimestamp: quantity(header.timestamp),
    transactionIndex: quantity(index),
  })
  const results = calls.map(({ outcome, isCapped, logs, hash: transactionHash }, index) => {
    const error = callError({ outcome, isCapped })
    const written = logs.map(({ address, topics, data, index: logIndex }) => ({
      address,
      topics,
      data,
      ...place(index),
      transactionHash,
      logIndex: quantity(logIndex),
      removed: false,
    }))
    return {
      returnData: outcome.failure === undefined ? hex(outcome.returnData) : '0x',
      logs: written,
      gasUsed: quantity(outcome.gasUsed),
      maxUsedGas: quantity(outcome.peakGas),
      status: error === undefined ? '0x1' : '0x0',
      ...(error === undefined ? {} : { error }),
    }
  })
  const transactions = calls.map(({ tx, hash, from }, index) =>
    full
      ? {
          ...simulatedTransactionJson({ tx, hash, from }, effectivePrice(tx, header.baseFeePerGas ?? 0n)),
          ...place(index),
        }
      : hash,
  )
  return { ...blockJson(block, hash, transactions), calls: results }
}

/** Simulated blocks. */
export const simulateMethods: readonly Method[] = [
  method('eth_simulateV1', {
    status: 'N',
    params: [required('payload', payload), optional('block', blockRef, LATEST)],
    doc: 'Runs calls in simulated blocks on top of a block; returns the blocks with the outcome of each call.',
    handle: async ({ chain }, { blockStateCalls, validation, traceTransfers, returnFullTransactions }, ref) => {
      const base = await chain.block(ref)
      const blocks = blockStateCalls.map(({ blockOverrides, stateOverrides, calls }) => ({
        overrides: blockOverrides ?? {},
        state: stateOverrides ?? {},
        calls: (calls ?? []).map(call),
      }))
      const options = { validate: validation === true, traceTransfers: traceTransfers === true }
      const results = await simulate(chain, base, blocks, options)
      return results.map((result) => resultJson(result, returnFullTransactions === true))
    },
  }),
]

import { refuse } from '../../errors.js'
import { nextBaseFee } from '../../chain/fees.js'
import { hex, quantity, unhex } from '../../hex.js'
import { decodeTransaction, effectivePrice } from '../../chain/transaction.js'
import { method, optional, required, type Method } from '../table.js'
import { address, array, data, hash32, maybe, object, quantity as quantityText, uint64 } from '../../validate.js'

const attributes = object({
  timestamp: uint64,
  prevRandao: hash32,
  suggestedFeeRecipient: address,
  withdrawals: maybe(array(object({ index: uint64, validatorIndex: uint64, address, amount: quantityText }), 1000)),
  parentBeaconBlockRoot: maybe(hash32),
})

/** How far a block's gas limit may differ from its parent's. Source: go-ethereum core/block_validator.go `CalcGasLimit`. */
const LIMIT_BOUND = 1024n

function gasLimitTowards(wanted: bigint, parent: bigint): bigint {
  const step = parent / LIMIT_BOUND - 1n
  if (parent < wanted) return parent + step < wanted ? parent + step : wanted
  return parent - step > wanted ? parent - step : wanted
}

/** Methods that the conformance tests call beyond the execution API. */
export const testingMethods: readonly Method[] = [
  method('testing_buildBlockV1', {
    status: 'none',
    access: 'private',
    params: [
      required('parentHash', hash32),
      required('payloadAttributes', attributes),
      optional('transactions', array(data)),
      optional('extraData', data),
    ],
    doc: 'Builds a block on the head from the given transactions or the pool, without adding it to the chain.',
    handle: async ({ chain }, parentHash, wanted, raw, extraData) => {
      const { head } = chain.blocks
      if (parentHash !== head.hash) throw refuse('unknown parent: blocks are built on the head only')
      if (wanted.timestamp <= head.block.header.timestamp) throw refuse('invalid timestamp: not later than the parent')
      const common = chain.forks.at(head.number + 1n, wanted.timestamp)
      const baseFee = nextBaseFee(head)
      const candidates =
        raw?.map((one) => decodeTransaction(unhex(one), common)) ?? chain.pool.best(chain.view(head), baseFee)
      const { block, receipts, requests, rejected } = await chain.draft(
        {
          timestamp: wanted.timestamp,
          gasLimit: gasLimitTowards(chain.settings.gasCeiling, head.block.header.gasLimit),
          coinbase: wanted.suggestedFeeRecipient,
          mixHash: wanted.prevRandao,
          ...(common.isActivatedEIP(1559) ? { baseFeePerGas: baseFee } : {}),
          ...(extraData === undefined ? {} : { extraData }),
          ...(wanted.parentBeaconBlockRoot === undefined
            ? {}
            : { parentBeaconBlockRoot: wanted.parentBeaconBlockRoot }),
          withdrawals: [...(wanted.withdrawals ?? [])],
        },
        candidates,
      )
      if (raw !== undefined && rejected.length > 0) throw refuse(rejected[0]!.reason)
      const { header } = block
      const value = block.transactions.reduce(
        (sum, tx, index) => sum + receipts[index]!.gasUsed * (effectivePrice(tx, baseFee) - baseFee),
        0n,
      )
      return {
        executionPayload: {
          parentHash,
          feeRecipient: hex(header.coinbase.bytes),
          stateRoot: hex(header.stateRoot),
          receiptsRoot: hex(header.receiptTrie),
          logsBloom: hex(header.logsBloom),
          prevRandao: hex(header.mixHash),
          blockNumber: quantity(header.number),
          gasLimit: quantity(header.gasLimit),
          gasUsed: quantity(header.gasUsed),
          timestamp: quantity(header.timestamp),
          extraData: hex(header.extraData),
          baseFeePerGas: quantity(header.baseFeePerGas ?? 0n),
          blockHash: hex(block.hash()),
          transactions: block.transactions.map((tx) => hex(tx.serialize())),
          withdrawals:
            wanted.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
              index: quantity(index),
              validatorIndex: quantity(validatorIndex),
              address,
              amount: quantity(amount),
            })) ?? [],
          blobGasUsed: quantity(header.blobGasUsed ?? 0n),
          excessBlobGas: quantity(header.excessBlobGas ?? 0n),
        },
        blockValue: quantity(value),
        blobsBundle: { commitments: [], proofs: [], blobs: [] },
        executionRequests: requests.map(hex),
        shouldOverrideBuilder: false,
      }
    },
  }),
]

import { generateAddress } from '@ethereumjs/util'
import type { Block, TxResult } from '../../../chain/index.js'
import {
  decodeTransaction,
  effectivePrice,
  hex,
  minimalBytes,
  givenBlock,
  keccak256,
  unhex,
  type ChainBlock,
  type Hex,
  type LogEntry,
  type Receipt,
  type SignedTransaction,
} from '../../../evm/inside.js'
import { carriedIn, decodeLogs } from '../../../modules/evm/index.js'
import type { EvmdApp } from '../app.js'

type Common = Parameters<typeof decodeTransaction>[1]
type ShownBlock = Pick<ChainBlock, 'block' | 'receipts' | 'hash' | 'version'>

/** A transaction by its hash that was decoded before. */
type Known = (hash: Hex) => SignedTransaction | undefined

/** Gas limit of a chain without one. Source: cosmos/evm v0.7.3 rpc/types/utils.go `BlockMaxGasFromConsensusParams`. */
const NO_LIMIT = 0xffffffffn

/** A block of the chain as one of Ethereum. Source: cosmos/evm v0.7.3 rpc/backend/comet_to_eth.go. */
export function ethereumBlock(app: EvmdApp, block: Block, common: Common, known: Known): ShownBlock {
  const { baseApp } = app
  const before = baseApp.block(block.height - 1)
  const { header } = block.signed
  const { maxGas } = (before ?? block).params.block
  const baseFee = baseFeeOf(block)
  const sent = block.txs.flatMap((result) => sentIn(result, common, known))
  const receipts = receiptsOf(sent, baseFee)
  const shown = givenBlock(
    {
      number: BigInt(block.height),
      parentHash: before === undefined ? filled(header.lastBlockId.hash) : app.blockHash(before),
      stateRoot: header.appHash,
      coinbase: hex(app.operatorOf(block)),
      gasLimit: maxGas === -1n ? NO_LIMIT : maxGas,
      gasUsed: gasUsedBy(block.txs),
      timestamp: block.time / 1_000_000_000n,
      baseFee,
      transactions: sent.map(({ signed }) => signed.tx),
      receipts,
    },
    common,
  )
  return { block: shown, receipts, hash: hex(app.blockHash(block)), version: block.height }
}

/** Before the first block there is none. */
const filled = (hash: Uint8Array): Uint8Array => (hash.length === 0 ? new Uint8Array(32) : hash)

function baseFeeOf({ events }: Block): bigint {
  const found = events.findLast(({ type }) => type === 'evm_fee_market')
  return BigInt(found?.attributes[0]?.[1] ?? 0)
}

interface Sent {
  readonly signed: SignedTransaction
  readonly result: TxResult
}

/** Those that Ethereum knows of: not what was refused before it ran, but for want of room in the block. Source: x/vm/types/tx_result.go `TxSucessOrExpectedFailure` */
const sentIn = (result: TxResult, common: Common, known: Known): readonly Sent[] =>
  result.code === 0 || isBeyondBlock(result)
    ? carriedIn(result.bytes).map(({ raw }) => ({
        signed: known(hex(keccak256(raw))) ?? decodeTransaction(raw, common),
        result,
      }))
    : []

const isBeyondBlock = ({ code, log }: TxResult): boolean =>
  code === 11 && log.includes('out of gas in location: block gas meter; gasWanted:')

/** Source: rpc/backend/utils.go `ShouldIgnoreGasUsed`. */
const hadNoRoom = ({ code, log }: TxResult): boolean => code === 11 && log.includes('no block gas left to run tx')

function gasUsedBy(txs: readonly TxResult[]): bigint {
  const end = txs.findIndex(hadNoRoom)
  return (end < 0 ? txs : txs.slice(0, end)).reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
}

/** Source: `ReceiptsFromCometBlock`. */
function receiptsOf(sent: readonly Sent[], baseFee: bigint): readonly Receipt[] {
  let cumulative = 0n
  return sent.map(({ signed: { tx, hash, from }, result }) => {
    const ran = result.code === 0
    const gasUsed = ran ? BigInt(result.gasUsed) : tx.gasLimit
    cumulative += gasUsed
    return {
      hash,
      type: tx.type,
      from,
      to: tx.to === undefined ? null : hex(tx.to.bytes),
      contractAddress: tx.to === undefined ? hex(generateAddress(unhex(from), minimalBytes(tx.nonce))) : null,
      gasUsed,
      cumulativeGasUsed: cumulative,
      effectiveGasPrice: effectivePrice(tx, baseFee),
      status: ran && !hasFailed(result) ? 1 : 0,
      logs: ran ? result.msgResponses.flatMap(({ value }) => decodeLogs(value).map(logOf)) : [],
    }
  })
}

const hasFailed = ({ events }: TxResult): boolean =>
  events.some(
    ({ type, attributes }) => type === 'ethereum_tx' && attributes.some(([key]) => key === 'ethereumTxFailed'),
  )

const logOf = ({ address, topics, data }: ReturnType<typeof decodeLogs>[number]): LogEntry => ({
  address: hex(address),
  topics: topics.map(hex),
  data: hex(data),
})

import type { ChainBlock, Located } from '../../../chain/blockchain.js'
import type { SignedTransaction } from '../../../chain/transaction.js'
import { word, type Hex } from '../../../hex.js'
import {
  chainBlockJson,
  headerJson,
  minedTransactionJson,
  pendingTransactionJson,
  type RpcObject,
} from '../../encode.js'

const ZERO = word(0n)

/** Members of a transaction that the node does not send. Source: rpc/types/types.go `RPCTransaction`. */
const withoutTime = ({ blockTimestamp, ...json }: RpcObject): RpcObject => {
  void blockTimestamp
  return json
}

export const mined = (located: Located): RpcObject => withoutTime(minedTransactionJson(located))
export const pending = (transaction: SignedTransaction): RpcObject => withoutTime(pendingTransactionJson(transaction))

/** What the node leaves empty in each header. The parent of block 1 is empty too. Source: rpc/types/utils.go `MakeHeader`. */
const emptied = ({ number }: ChainBlock): RpcObject => ({
  mixHash: ZERO,
  ...(number <= 1n ? { parentHash: ZERO } : {}),
})

export const header = (block: ChainBlock): RpcObject => ({
  ...headerJson(block.block.header, block.hash),
  ...emptied(block),
})

export function block(found: ChainBlock, full: boolean): RpcObject {
  const json = chainBlockJson(found, full)
  const transactions = (json['transactions'] as readonly unknown[]).map((one) =>
    typeof one === 'string' ? one : withoutTime(one as RpcObject),
  )
  return { ...json, transactions, ...emptied(found) }
}

/** Members of a transaction that go-ethereum's own type writes, in contrast to a transaction of a block; null where a kind has none. */
export function unsignedJson(tx: SignedTransaction['tx'], hash: Hex): RpcObject {
  const { blockHash, blockNumber, transactionIndex, from, gasPrice, ...json } = pending({ tx, from: '0x', hash })
  void [blockHash, blockNumber, transactionIndex, from]
  const dynamic = 'maxFeePerGas' in tx
  return {
    ...json,
    gasPrice: dynamic ? null : gasPrice,
    ...(dynamic ? {} : { maxFeePerGas: null, maxPriorityFeePerGas: null }),
    ...(tx.type === 0 ? {} : { yParity: '0x0' }),
    hash,
  }
}

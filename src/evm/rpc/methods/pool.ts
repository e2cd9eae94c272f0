import type { NodeChain } from '../../chain/node-chain.js'
import { quantity, type Hex } from '../../hex.js'
import { checksum } from '../../crypto/address.js'
import type { Pooled } from '../../chain/tx-pool.js'
import { pendingTransactionJson } from '../encode.js'
import { chainMethod, required, type Method } from '../table.js'
import { address } from '../../validate.js'

export const content = (chain: NodeChain) => chain.pool.content(chain.view(chain.blocks.head))

export const byNonce = (list: readonly Pooled[], write: (pooled: Pooled) => unknown): Record<string, unknown> =>
  Object.fromEntries(list.map((pooled) => [pooled.nonce.toString(), write(pooled)]))

export const bySender = (
  part: ReadonlyMap<Hex, Pooled[]>,
  write: (pooled: Pooled) => unknown,
): Record<string, unknown> =>
  Object.fromEntries([...part].map(([from, list]) => [checksum(from), byNonce(list, write)]))

const summary = ({ tx }: Pooled): string => {
  const price = 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice
  const to = tx.to === undefined ? 'contract creation' : checksum(`0x${Buffer.from(tx.to.bytes).toString('hex')}`)
  return `${to}: ${tx.value} wei + ${tx.gasLimit} gas × ${price} wei`
}

const count = (part: ReadonlyMap<Hex, Pooled[]>): Hex =>
  quantity([...part.values()].reduce((sum, list) => sum + list.length, 0))

/** The transaction pool. */
export const poolMethods: readonly Method[] = [
  chainMethod('txpool_content', {
    status: 'Y',
    doc: 'The transactions in the pool, by sender and nonce.',
    handle: ({ chain }) => {
      const { pending, queued } = content(chain)
      return { pending: bySender(pending, pendingTransactionJson), queued: bySender(queued, pendingTransactionJson) }
    },
  }),
  chainMethod('txpool_contentFrom', {
    status: 'Y',
    params: [required('address', address)],
    doc: 'The transactions of one sender in the pool, by nonce.',
    handle: ({ chain }, from) => {
      const { pending, queued } = content(chain)
      return {
        pending: byNonce(pending.get(from) ?? [], pendingTransactionJson),
        queued: byNonce(queued.get(from) ?? [], pendingTransactionJson),
      }
    },
  }),
  chainMethod('txpool_inspect', {
    status: 'Y',
    doc: 'The transactions in the pool, one line each.',
    handle: ({ chain }) => {
      const { pending, queued } = content(chain)
      return { pending: bySender(pending, summary), queued: bySender(queued, summary) }
    },
  }),
  chainMethod('txpool_status', {
    status: 'Y',
    doc: 'How many transactions are in the pool.',
    handle: ({ chain }) => {
      const { pending, queued } = content(chain)
      return { pending: count(pending), queued: count(queued) }
    },
  }),
  chainMethod('txpool_dropped', {
    status: 'none',
    doc: 'Transactions that left the pool and are in no block, with the reason, the newest last: replaced, no longer payable, or refused by a block. The last 1,000.',
    handle: ({ chain }) =>
      chain.pool.dropped
        .all()
        .map(({ hash, from, nonce, reason }) => ({ hash, from: checksum(from), nonce: quantity(nonce), reason })),
  }),
  chainMethod('eth_pendingTransactions', {
    status: 'N',
    doc: "The transactions in the pool that are from the node's own accounts.",
    handle: ({ chain }) =>
      chain.pool
        .snapshot()
        .filter(({ from }) => chain.keystore.has(from))
        .map(pendingTransactionJson),
  }),
  chainMethod('eth_getPendingTransactions', {
    status: 'Y',
    doc: 'All transactions in the pool.',
    handle: ({ chain }) => chain.pool.snapshot().map(pendingTransactionJson),
  }),
]

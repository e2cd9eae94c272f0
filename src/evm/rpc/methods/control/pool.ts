import { method, required, type Method } from '../../table.js'
import { address, hash32 } from '../../../validate.js'
import { alike, both, command } from './spelling.js'

/** Removing transactions from the pool. */
export const poolControlMethods: readonly Method[] = [
  ...alike(['hardhat_dropTransaction', 'ganache_dropTransaction'], {
    changes: true,
    params: [required('transactionHash', hash32)],
    doc: 'Removes a transaction from the pool; false if it is not in the pool.',
    handle: ({ chain, turn }, hash) => chain.apply(turn, () => chain.pool.remove(hash)),
  }),
  method('anvil_dropTransaction', {
    status: 'none',
    changes: true,
    params: [required('transactionHash', hash32)],
    doc: 'Removes a transaction from the pool; returns its hash, or null if it is not in the pool.',
    handle: ({ chain, turn }, hash) => chain.apply(turn, () => (chain.pool.remove(hash) ? hash : null)),
  }),
  ...command(both('dropAllTransactions'), {
    changes: true,
    doc: 'Empties the pool.',
    handle: ({ chain, turn }) => chain.apply(turn, () => chain.pool.clear()),
  }),
  method('anvil_removePoolTransactions', {
    status: 'none',
    changes: true,
    params: [required('address', address)],
    doc: 'Removes the transactions of one sender from the pool.',
    handle: ({ chain, turn }, from) =>
      chain.apply(turn, () => {
        for (const pooled of chain.pool.snapshot()) if (pooled.from === from) chain.pool.remove(pooled.hash)
        return null
      }),
  }),
]

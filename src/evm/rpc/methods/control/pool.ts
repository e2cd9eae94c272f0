import { method, required, type Method } from '../../table.js'
import { address, hash32 } from '../../validate.js'
import { alike, both, command } from './spelling.js'

/** What is thrown out of the pool. */
export const poolControlMethods: readonly Method[] = [
  ...alike(['hardhat_dropTransaction', 'ganache_dropTransaction'], {
    changes: true,
    params: [required('transactionHash', hash32)],
    doc: 'Takes a transaction out of the pool; false when it is not there.',
    handle: ({ chain }, hash) => chain.apply(() => chain.pool.remove(hash)),
  }),
  method('anvil_dropTransaction', {
    status: 'none',
    changes: true,
    params: [required('transactionHash', hash32)],
    doc: 'Takes a transaction out of the pool. Gives its hash, or null when it is not there.',
    handle: ({ chain }, hash) => chain.apply(() => (chain.pool.remove(hash) ? hash : null)),
  }),
  ...command(both('dropAllTransactions'), {
    changes: true,
    doc: 'Empties the pool.',
    handle: ({ chain }) => chain.apply(() => chain.pool.clear()),
  }),
  method('anvil_removePoolTransactions', {
    status: 'none',
    changes: true,
    params: [required('address', address)],
    doc: 'Takes the transactions of one sender out of the pool.',
    handle: ({ chain }, from) =>
      chain.apply(() => {
        for (const pooled of chain.pool.snapshot()) if (pooled.from === from) chain.pool.remove(pooled.hash)
        return null
      }),
  }),
]

import { GenesisReader, type Module } from '../../chain/index.js'
import { truncateDecCoins } from '../../codec/index.js'
import { readCoins } from './genesis.js'
import type { DistributionKeeper } from './keeper.js'
import { MODULE } from './keeper.js'
import { getPool, setPool } from './records.js'

/** Sets the community pool; the module account's balance changes by the difference in whole coins. */
export const distributionWriters = (keeper: DistributionKeeper): NonNullable<Module['put']> => ({
  fee_pool: (ctx, record) => {
    const json = new GenesisReader(record, 'distribution/fee_pool').at('community_pool')
    const pool = readCoins(json)
      .filter(({ amount }) => amount !== 0n)
      .toSorted((a, b) => (a.denom < b.denom ? -1 : 1))
    if (pool.some(({ amount }) => amount < 0n)) throw json.error('amounts must not be negative')
    if (new Set(pool.map(({ denom }) => denom)).size < pool.length) throw json.error('duplicate denomination')
    const { address } = keeper.accounts.moduleAccount(ctx, MODULE)!
    const add = (denom: string, more: bigint): void => {
      const { amount } = keeper.bank.balance(ctx, address, denom)
      const sum = amount + more
      keeper.bank.setBalance(ctx, address, { denom, amount: sum > 0n ? sum : 0n })
    }
    for (const { denom, amount } of truncateDecCoins(getPool(ctx)).whole) add(denom, -amount)
    for (const { denom, amount } of truncateDecCoins(pool).whole) add(denom, amount)
    setPool(ctx, pool)
  },
})

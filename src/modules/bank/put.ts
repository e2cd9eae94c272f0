import { GenesisReader, type Module } from '../../chain/index.js'
import { setSupply } from './balances.js'
import { readAddress, readCoins, readMetadata } from './genesis.js'
import type { BankKeeper } from './keeper.js'
import { setMetadata } from './settings.js'

/** Single records: balances of an address (only the denoms given; 0 removes one), a supply, the metadata of a denom. */
export const bankWriters = (keeper: BankKeeper): NonNullable<Module['put']> => ({
  balance: (ctx, record) => {
    const json = new GenesisReader(record, 'bank/balance')
    const address = readAddress(ctx, json.at('address'))
    for (const coin of readCoins(json.at('coins'), 0n)) keeper.setBalance(ctx, address, coin)
  },
  supply: (ctx, record) => {
    const json = new GenesisReader({ supply: [record] }, 'bank').at('supply')
    for (const coin of readCoins(json, 0n)) setSupply(ctx, coin)
  },
  denom_metadata: (ctx, record) => {
    const json = new GenesisReader(record, 'bank/denom_metadata')
    if (json.at('base').string() === '') throw json.at('base').error('expected the denomination that is described')
    setMetadata(ctx, readMetadata(json))
  },
})

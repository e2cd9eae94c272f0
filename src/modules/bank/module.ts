import { addressText, GenesisReader, type Module } from '../../chain/index.js'
import { defaultBankGenesis, exportBankGenesis, initBankGenesis, paramsJson, readParams } from './genesis.js'
import { setParams } from './settings.js'
import type { BankKeeper } from './keeper.js'
import { BANK_STORE } from './keys.js'
import { bankMessages } from './messages.js'
import { bankQueries } from './queries.js'
import { bankWriters } from './put.js'

/** Balances, supply, transfers. Source: cosmos-sdk v0.53.6 x/bank. @param authority address that may change params (the gov module's) @param options.creditsVirtual whether it gives modules their virtual coins at the end of a block */
export function bankModule(
  keeper: BankKeeper,
  authority: Uint8Array,
  { creditsVirtual = false }: { readonly creditsVirtual?: boolean | undefined } = {},
): Module {
  return {
    name: 'bank',
    stores: [BANK_STORE],
    messages: bankMessages(keeper, addressText(keeper.accounts.prefix, authority)),
    queries: bankQueries(keeper),
    defaultGenesis: defaultBankGenesis,
    initGenesis: (ctx, state) => initBankGenesis(ctx, state),
    exportGenesis: (ctx) => exportBankGenesis(keeper, ctx),
    params: {
      get: paramsJson,
      set: (ctx, params) => setParams(ctx, readParams(new GenesisReader(params, 'bank/params'))),
    },
    put: bankWriters(keeper),
    ...(creditsVirtual && { endBlock: (ctx) => keeper.creditVirtual(ctx) }),
  }
}

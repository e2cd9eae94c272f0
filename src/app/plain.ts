import type { Module } from '../chain/index.js'
import { ibcModule } from '../modules/ibc/index.js'
import { icaModule } from '../modules/ica/index.js'
import { transferModule } from '../modules/transfer/index.js'
import { plainAccounts, type InterchainAccounts } from './accounts.js'
import type { ChainOptions } from './chain-options.js'
import type { Keepers } from './chain-parts.js'
import { plainIbc, type PlainIbc } from './ibc.js'

/** What chains without Neutron's modules add to the common parts. */
export interface PlainParts {
  readonly ibc: PlainIbc
  readonly accounts: InterchainAccounts
  readonly modules: readonly Module[]
}

export const PLAIN_ACCOUNTS = { transfer: ['minter', 'burner'], interchainaccounts: [], wasm: ['burner'] } as const

/** All but the module of upgrades. */
export function plainParts(keepers: Keepers, { layers }: ChainOptions): PlainParts {
  const ibc = plainIbc(keepers, layers)
  const accounts = plainAccounts(keepers, ibc)
  return {
    ibc,
    accounts,
    modules: [
      ibcModule(ibc.core),
      transferModule(ibc.transfer),
      ...ibc.modules,
      icaModule(accounts.controller, accounts.host, keepers.chain.queries),
    ],
  }
}

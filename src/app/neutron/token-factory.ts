import { addressText } from '../../chain/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { getMetadata, setMetadata, validateMetadata, type SendHooks } from '../../modules/bank/index.js'
import {
  COIN_FACTORY,
  FactoryKeeper,
  sendHooks,
  TOKEN_FACTORY,
  tokenFactoryBindings,
  tokenFactoryQueriesOf,
} from '../../modules/tokenfactory/index.js'
import type { Bindings } from '../../modules/wasm/index.js'
import type { ChainOptions } from '../chain-options.js'
import type { Keepers } from '../chain-parts.js'
import { KNOWN_MODULES } from './module-accounts.js'

/** The modules whose denoms anybody may create. */
export interface Factories {
  readonly tokenFactory: FactoryKeeper
  readonly coinFactory: FactoryKeeper
  /** Those of the bank; undefined if it is the SDK's own. */
  readonly hooks: SendHooks | undefined
}

/** Both factories, with the hooks that the bank calls. Contracts have custom messages and queries for the token factory only. Source: neutron app/app.go `SetHooks`. */
export function factoriesOf(options: ChainOptions, { accounts, bank, wasm }: Keepers, bindings: Bindings): Factories {
  const common = {
    accounts,
    bank,
    wasm,
    settings: { getMetadata, setMetadata, validateMetadata },
    authority: addressText(options.prefix, moduleAddress('gov')),
    knownModules: KNOWN_MODULES,
  }
  const tokenFactory = new FactoryKeeper({ factory: TOKEN_FACTORY, ...common })
  const coinFactory = new FactoryKeeper({ factory: COIN_FACTORY, ...common })
  const messages = tokenFactoryBindings(tokenFactory)
  const queries = tokenFactoryQueriesOf(tokenFactory)
  bindings
    .addMessage(messages.createDenom)
    .addMessage(messages.mint)
    .addMessage(messages.setHook)
    .addMessage(messages.changeAdmin)
    .addMessage(messages.burn)
    .addMessage(messages.forceTransfer)
    .addMessage(messages.setMetadata)
    .addQuery(queries.fullDenom)
    .addQuery(queries.denomAdmin)
    .addQuery(queries.beforeSendHook)
  const hooks = options.bank === 'stock' ? undefined : sendHooks([tokenFactory, coinFactory])
  return { tokenFactory, coinFactory, hooks }
}

import { addressText } from '../../chain/address.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { getMetadata, setMetadata, validateMetadata } from '../../modules/bank/index.js'
import {
  sendHooks,
  TokenFactoryKeeper,
  tokenFactoryBindings,
  tokenFactoryQueriesOf,
} from '../../modules/tokenfactory/index.js'
import type { Bindings } from '../../modules/wasm/index.js'
import type { ChainOptions } from '../chain-options.js'
import type { Keepers } from '../chain-parts.js'
import { KNOWN_MODULES } from './module-accounts.js'

/** The token factory, with its custom messages and queries for contracts. */
export function tokenFactoryOf(
  options: ChainOptions,
  { accounts, bank, wasm }: Keepers,
  bindings: Bindings,
): TokenFactoryKeeper {
  const keeper = new TokenFactoryKeeper({
    accounts,
    bank,
    wasm,
    settings: { getMetadata, setMetadata, validateMetadata },
    authority: addressText(options.prefix, moduleAddress('gov')),
    knownModules: KNOWN_MODULES,
  })
  const messages = tokenFactoryBindings(keeper)
  const queries = tokenFactoryQueriesOf(keeper)
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
  // The SDK's own bank has no hooks, and the reference runs were recorded without them.
  if (options.wasmd === 'neutron') bank.hooks = sendHooks(keeper)
  return keeper
}

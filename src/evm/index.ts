/** `sudobox/evm`: an EVM chain in one process, with the JSON-RPC of a Cosmos EVM node. */
export { createEvmNode } from './node/node.js'
export { Turns, type ChangingRequest, type Journal, type JournalEntry } from './requests/turns.js'
export type {
  EvmNode,
  EvmProvider,
  EvmSnapshot,
  ProviderEvents,
  ProviderMessage,
  RequestArguments,
} from './node/node.js'
export type { Serve, ServedNode, ServeOptions } from './options/serve.js'
export type { EvmNodeOptions, Execution, Limits, Mining, Profile } from './options/options.js'
export type { BalanceSource } from './state/balances.js'
export type { HostBlock, HostChain } from './host/host.js'
export { MapBalances } from './state/balances.js'
export type { GenesisAccount, GenesisAlloc } from './options/genesis-alloc.js'
export { DEFAULT_EVM_CHAIN_ID, DEVELOPMENT_MNEMONIC } from './options/options.js'
export { FORKS, NEWEST_FORK } from './options/fork-names.js'
export type { Hex } from './hex.js'
export type { Session } from './requests/session.js'
export { RpcError } from '../base/index.js'

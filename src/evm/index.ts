/** `sudobox/evm`: an EVM chain in one process, with the JSON-RPC of a Cosmos EVM node. */
export { createEvmNode } from './node/node.js'
export { Turns, type ChangingRequest, type Journal, type JournalEntry } from './node/turns.js'
export type {
  EvmNode,
  EvmProvider,
  EvmSnapshot,
  ProviderEvents,
  ProviderMessage,
  RequestArguments,
} from './node/node.js'
export type { Serve, ServedNode, ServeOptions } from './node/servers.js'
export type { EvmNodeOptions, Execution, Limits, Mining, Profile } from './node/options.js'
export type { BalanceSource } from './state/balances.js'
export type { HostBlock, HostChain } from './beside/host.js'
export { MapBalances } from './state/balances.js'
export type { GenesisAccount, GenesisAlloc } from './chain/genesis/alloc.js'
export { DEFAULT_EVM_CHAIN_ID, DEVELOPMENT_MNEMONIC } from './node/options.js'
export { FORKS, NEWEST_FORK } from './chain/fork-names.js'
export type { Hex } from './hex.js'
export type { Session } from './rpc/session.js'
export { RpcError } from '../base/errors.js'

import type { EvmProvider, ServedNode } from '../../../evm/index.js'
import type { Hex, Limits } from '../../../evm/inside.js'
import type { EvmdApp } from '../app.js'

/** Options of {@link createEvmdNode}. */
export interface EvmdNodeOptions {
  readonly app: EvmdApp
  /**
   * Takes the bytes of a transaction of the chain: puts them into a block, or keeps them until there is one. Fulfilled when that is done. Rejects if the
   * chain refuses them, with an error whose message says why.
   */
  readonly deliver: (bytes: Uint8Array) => void | Promise<void>
  /** Another transaction has taken the place of one whose bytes were delivered and that no block has yet. */
  readonly withdraw?: (bytes: Uint8Array) => void
  /** Private keys by address, with which `eth_sendTransaction` and `eth_sign` sign. Default: none. */
  readonly keys?: () => ReadonlyMap<Hex, Uint8Array>
  /** Default `eth`, `net` and `web3`. */
  readonly namespaces?: readonly string[]
  readonly clientVersion?: string
  readonly limits?: Partial<Limits>
}

/** The JSON-RPC of an evmd chain. */
export interface EvmdNode extends EvmProvider, ServedNode {
  readonly chainId: bigint
  /** Undefined when no request that changes something is running; otherwise fulfilled when those that are running end. */
  idle(): Promise<unknown> | undefined
  /** Ends subscriptions and filters; from then on every request is refused. */
  close(): Promise<void>
}

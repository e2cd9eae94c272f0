import { NO_BYTES } from '../../base/index.js'
import type { App } from '../../chain/index.js'
import { sha256 } from '../../crypto/index.js'
import type { ChainAccess } from '../chain-parts.js'

/** The chain as its keepers use it. Keepers are built before the chain, and use it only once it runs. */
export class LateChain implements ChainAccess {
  #app: App | undefined

  connect(app: App): void {
    this.#app = app
  }
  readonly router = () => this.#app!.router
  readonly queries = () => this.#app!.queries
  readonly consensus = () => this.#app!.seals.consensus
  readonly appHash = () => this.#app!.stores.latest!.commitment.hash
  /** Source: cosmos-sdk store/rootmulti `LastCommitID`, baseapp `InitChain`. */
  readonly headerHash = () =>
    this.#app!.stores.latest?.commitment.hash ?? (this.#app!.genesis === undefined ? NO_BYTES : sha256(NO_BYTES))
}

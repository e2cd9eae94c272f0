/** Which live chain, and how it is read. */
export interface ForkOptions {
  /** Endpoints of CometBFT's RPC, `https://…`; others stand in for one that fails. None: only what the cache has. */
  readonly rpc: readonly string[]
  /** The id that the chain must have. */
  readonly chainId?: string | undefined
  /** The height whose state the fork starts with (default: the last; with `verify` the one before it, which the last one commits to). */
  readonly height?: number | undefined
  /** Folder of the cache; false for none. */
  readonly cache?: string | false | undefined
  /** Whether each value is checked against the header's app hash, and the header under the light client. */
  readonly verify?: boolean | undefined
  /** A block that is known to be right, from which later ones are verified; the first header is believed without it. */
  readonly trusted?: { readonly height: number; readonly hash: string } | undefined
  /** Most requests a second. */
  readonly requestsPerSecond?: number | undefined
  /** Called after each time that the chain waited for a node. */
  readonly onProgress?: ((progress: ForkProgress) => void) | undefined
}

/** What reading a live chain took so far. */
export interface ForkProgress {
  readonly chainId: string
  readonly height: number
  /** HTTP requests. */
  readonly requests: number
  /** Rows of stores that were read. */
  readonly rows: number
}

/** Which live chain, and how it is read. */
export interface ForkOptions {
  /** Endpoints of CometBFT's RPC, `https://…`; if one fails, the next is used. None: only the cache. */
  readonly rpc: readonly string[]
  /** The id that the chain must have. */
  readonly chainId?: string | undefined
  /** The height whose state the fork starts with (default: the last; with `verify` the one before it, which the last one commits to). */
  readonly height?: number | undefined
  /** Folder of the cache; false for none. */
  readonly cache?: string | false | undefined
  /** Whether each value is checked against the header's app hash, and the header under the light client. */
  readonly verify?: boolean | undefined
  /** A trusted block, from which later ones are verified; without it the first header is trusted. */
  readonly trusted?: { readonly height: number; readonly hash: string } | undefined
  /** The maximum number of requests per second. */
  readonly requestsPerSecond?: number | undefined
  /** Called after each time that the chain waited for a node. */
  readonly onProgress?: ((progress: ForkProgress) => void) | undefined
}

/** The progress of reading a live chain. */
export interface ForkProgress {
  readonly chainId: string
  readonly height: number
  /** HTTP requests. */
  readonly requests: number
  /** Rows of stores that were read. */
  readonly rows: number
}

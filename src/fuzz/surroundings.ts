import type { Json } from '../sandbox/index.js'

/** What messages may speak of: the names and values of one moment of a sandbox. */
export interface Surroundings {
  /** Accounts of the contract's chain. */
  readonly addresses: readonly string[]
  /** Addresses of contracts of the same chain. */
  readonly contracts: readonly string[]
  /** Addresses of other chains. */
  readonly remoteAddresses: readonly string[]
  readonly denoms: readonly string[]
  readonly channels: readonly string[]
  readonly connections: readonly string[]
  /** Values that were seen: in answers of queries, in events, stored ids. */
  readonly words: readonly Json[]
  /** Amounts that actors have, ids, heights: whatever a number may have to do with. */
  readonly numbers: readonly bigint[]
  /** Messages that may stand inside of another one, as the JSON behind a `Binary`. */
  readonly messages?: readonly Json[]
  /** Nanoseconds since 1970, of the chain's last block. */
  readonly time?: bigint
  /** Of the chain's last block. */
  readonly height?: bigint
}

/** Nothing is known: messages speak of made-up names. */
export const NOWHERE: Surroundings = {
  addresses: [],
  contracts: [],
  remoteAddresses: [],
  denoms: [],
  channels: [],
  connections: [],
  words: [],
  numbers: [],
}

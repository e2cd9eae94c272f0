import type { Json } from '../sandbox/internal.js'

/** Names and values of a sandbox's current state that generated messages may contain. */
export interface Surroundings {
  /** Accounts of the contract's chain. */
  readonly addresses: readonly string[]
  /** Addresses of contracts of the same chain. */
  readonly contracts: readonly string[]
  /** Addresses of other chains. */
  readonly remoteAddresses: readonly string[]
  /** Operator addresses of the chain's validators, and of those of other chains. */
  readonly validators?: readonly string[]
  readonly remoteValidators?: readonly string[]
  readonly denoms: readonly string[]
  readonly channels: readonly string[]
  readonly connections: readonly string[]
  /** The dictionary: values from query responses and events, and stored ids. */
  readonly words: readonly Json[]
  /** Amounts that actors have, ids and heights. */
  readonly numbers: readonly bigint[]
  /** Messages to put into a `Binary`, as JSON. */
  readonly messages?: readonly Json[]
  /** For members named `memo`; any text when left out or empty. */
  readonly memos?: readonly string[]
  /** Nanoseconds since 1970, of the chain's last block. */
  readonly time?: bigint
  /** Height of the chain's last block. */
  readonly height?: bigint
}

/** Empty: generated messages contain made-up names. */
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

import type { Hex } from '../hex.js'

/** An account of the genesis. Balance in the smallest unit. */
export interface GenesisAccount {
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

/** Accounts of a genesis, by address in hex. */
export type GenesisAlloc = Readonly<Record<Hex, GenesisAccount>>

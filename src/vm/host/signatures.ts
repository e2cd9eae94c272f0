import { I32, I64, type FunctionType } from '../wasm/module.js'

const pointers = (count: number, ...results: number[]): FunctionType => ({
  params: new Uint8Array(count).fill(I32),
  results: Uint8Array.from(results),
})

/** The 24 imports with their types, in the order in which the native VM lists them. Source: cosmwasm-vm `compatibility.rs`, `imports.rs`. */
export const SIGNATURES: Readonly<Record<string, FunctionType>> = {
  abort: pointers(1),
  db_read: pointers(1, I32),
  db_write: pointers(2),
  db_remove: pointers(1),
  addr_validate: pointers(1, I32),
  addr_canonicalize: pointers(2, I32),
  addr_humanize: pointers(2, I32),
  bls12_381_aggregate_g1: pointers(2, I32),
  bls12_381_aggregate_g2: pointers(2, I32),
  bls12_381_pairing_equality: pointers(4, I32),
  bls12_381_hash_to_g1: pointers(4, I32),
  bls12_381_hash_to_g2: pointers(4, I32),
  secp256k1_verify: pointers(3, I32),
  secp256k1_recover_pubkey: pointers(3, I64),
  secp256r1_verify: pointers(3, I32),
  secp256r1_recover_pubkey: pointers(3, I64),
  ed25519_verify: pointers(3, I32),
  ed25519_batch_verify: pointers(3, I32),
  debug: pointers(1),
  query_chain: pointers(1, I32),
  db_scan: pointers(3, I32),
  db_next: pointers(1, I32),
  db_next_key: pointers(1, I32),
  db_next_value: pointers(1, I32),
}

/** Imports that came with release 2.1. */
export const isNewCurve = (name: string): boolean => /^(?:bls12_381|secp256r1)_/.test(name)

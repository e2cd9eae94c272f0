import type { Key } from '../store/index.js'

/**
 * The cost of one backend call, in VM gas; a number, exact below 2^53. The VM sets both to 0 before each call and reads them after it,
 * also when the call throws. Source: cosmwasm-vm `GasInfo`.
 */
export interface GasReport {
  /** Gas that the VM should charge for the call ("cost"). */
  cost: number
  /** Gas that was already charged elsewhere and counts as used outside ("externally used"). */
  external: number
}

/** The order of the keys in a range. */
export type Order = 'ascending' | 'descending'

/** The contract's own storage. Keys are without the contract's prefix. Source: cosmwasm-vm `Storage`. */
export interface Storage {
  get(key: Key, gas: GasReport): Uint8Array | undefined
  set(key: Key, value: Uint8Array, gas: GasReport): void
  remove(key: Key, gas: GasReport): void
  /** Opens an iterator over `start <= key < end` and returns its id. */
  scan(start: Key | undefined, end: Key | undefined, order: Order, gas: GasReport): number
  next(iterator: number, gas: GasReport): { readonly key: Key; readonly value: Uint8Array } | undefined
  nextKey(iterator: number, gas: GasReport): Key | undefined
  nextValue(iterator: number, gas: GasReport): Uint8Array | undefined
}

/** Addresses. Each throws {@link BackendError} of kind `user` for errors that the contract should see. Source: cosmwasm-vm `BackendApi`. */
export interface Api {
  validate(human: string, gas: GasReport): void
  canonicalize(human: string, gas: GasReport): Uint8Array
  humanize(canonical: Uint8Array, gas: GasReport): string
}

/** Source: cosmwasm-vm `Querier`. */
export interface Querier {
  /**
   * @param request the contract's `QueryRequest` as it wrote it
   * @param gasLimit VM gas left at this point
   * @returns the JSON bytes of `SystemResult<ContractResult<Binary>>` exactly as serde writes it: their length decides gas
   */
  query(request: Uint8Array, gasLimit: bigint, gas: GasReport): Uint8Array
}

/** The chain's side of a contract call. */
export interface Backend {
  readonly storage: Storage
  readonly api: Api
  readonly querier: Querier
}

/**
 * A failure of the backend. `outOfGas`: the chain's own meter ran out; `user`: a text for the contract;
 * `unknown`, `iteratorDoesNotExist`, `badArgument`, `foreignPanic` (the chain's code panicked): end the call with that text. Source: cosmwasm-vm `BackendError`.
 */
export class BackendError extends Error {
  readonly kind: 'outOfGas' | 'user' | 'unknown' | 'iteratorDoesNotExist' | 'badArgument' | 'foreignPanic'
  constructor(kind: BackendError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
  }
}

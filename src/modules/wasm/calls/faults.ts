import type { ChainError } from '../../../base/index.js'
import { ContextKey } from '../../../chain/index.js'
import type { Backend } from '../../../vm/internal.js'

/** Faults that a test injects. Called at each place where a fault can be injected; must not throw. */
export interface Faults {
  /** A contract's message is about to be sent. @returns the error with which it fails instead */
  submessage(): ChainError | undefined
  /** Wraps the backend of the call that began last. @returns it, or one that fails */
  backend(backend: Backend): Backend
  /** SDK gas that replaces the sudo limit for the callback of a contract (bech32) about to run. */
  sudoLimit(contract: string): bigint | undefined
}

/** Set faults here to inject them into calls of contracts under this context. */
export const FAULTS = new ContextKey<Faults>('wasm faults')

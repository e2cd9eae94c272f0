import type { ChainError } from '../../../base/errors.js'
import { ContextKey } from '../../../chain/context.js'
import type { Backend } from '../../../vm/backend.js'

/** What a test has asked to fail. It is asked at each place where something can be made to fail, and must not throw. */
export interface Faults {
  /** A contract's message is about to be sent. @returns the error with which it fails instead */
  submessage(): ChainError | undefined
  /** What the chain supplies to the call that began last. @returns it, or one that fails */
  backend(backend: Backend): Backend
  /** SDK gas in place of the sudo limit for the call back of a contract (bech32) that comes now. */
  sudoLimit(contract: string): bigint | undefined
}

/** Put faults here, and calls of contracts below this context can be struck. Without them nothing is asked. */
export const FAULTS = new ContextKey<Faults>('wasm faults')

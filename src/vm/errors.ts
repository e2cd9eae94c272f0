import { SudoboxError, type ErrorParts } from '../base/errors.js'
import type { WasmStack } from './tools/wasm-stack.js'

/** Kinds as cosmwasm-vm names them, and one of our own: `EngineStack`, when the engine's stack ended before the counted one. */
export type VmErrorKind =
  | 'AbortedErr'
  | 'BackendErr'
  | 'CacheErr'
  | 'CommunicationErr'
  | 'CompileErr'
  | 'ConversionErr'
  | 'CryptoErr'
  | 'FunctionArityMismatch'
  | 'GasDepletion'
  | 'GenericErr'
  | 'InstantiationErr'
  | 'MaxCallDepthExceeded'
  | 'ParseErr'
  | 'ResolveErr'
  | 'ResultMismatch'
  | 'RuntimeErr'
  | 'SerializeErr'
  | 'StaticValidationErr'
  | 'WriteAccessDenied'
  | 'EngineStack'

/** An error of the contract VM: its kind, and the text as the native VM prints it. Source: cosmwasm-vm `errors/vm_error.rs`. */
export class VmError extends SudoboxError {
  readonly code = 'VM'
  readonly kind: VmErrorKind
  /** What was running when it came up, for code that has names of functions. */
  #stack: WasmStack | undefined

  constructor(kind: VmErrorKind, text: string, parts: ErrorParts = {}) {
    super(text, parts)
    this.kind = kind
  }

  /**
   * Names of the contract's functions that were running, the innermost first, as its source has them. Empty where none was, and for code
   * without a name section, which most builds for a chain are.
   */
  get functions(): readonly string[] {
    return this.#stack?.functions ?? []
  }

  /** The same before anybody read it; undefined where nothing was kept. */
  get stackInWasm(): WasmStack | undefined {
    return this.#stack
  }

  /** The stack at which it came up; the first one that is given counts. For the VM's own use. */
  at(stack: WasmStack): this {
    this.#stack ??= stack
    return this
  }
}

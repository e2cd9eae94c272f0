import { SudoboxError, type ErrorParts } from '../base/index.js'
import type { SourceFrame } from './debug/frames.js'
import type { WasmStack } from './tools/wasm-stack.js'

/** Kinds as cosmwasm-vm names them, and one of our own: `EngineStack`, when the engine's stack overflowed before the counted one. */
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
  /** What was running when it occurred, for code with function names. */
  #stack: WasmStack | undefined

  constructor(kind: VmErrorKind, text: string, parts: ErrorParts = {}) {
    super(text, parts)
    this.kind = kind
  }

  /**
   * Names of the contract's functions that were running, the innermost first, named as in its source. Empty if none was running, and for code
   * without a name section, which most builds for a chain are.
   */
  get functions(): readonly string[] {
    return this.frames.map((frame) => frame.function)
  }

  /** The stack with its places in the source, for code with debug information, its own or that of a twin next to its file. */
  get frames(): readonly SourceFrame[] {
    return this.#stack?.frames ?? []
  }

  /** Whether {@link frames} are those of a debug twin with other code, on which the call was made once more to find them. */
  get isOnTwin(): boolean {
    return this.#stack?.isTwin ?? false
  }

  /** The stack before it is first read; undefined if nothing was kept. */
  get stackInWasm(): WasmStack | undefined {
    return this.#stack
  }

  /** Sets the stack at which it occurred; only the first call counts. For the VM's own use. */
  at(stack: WasmStack): this {
    this.#stack ??= stack
    return this
  }
}

import { SudoboxError, type ErrorParts } from '../base/errors.js'

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

  constructor(kind: VmErrorKind, text: string, parts: ErrorParts = {}) {
    super(text, parts)
    this.kind = kind
  }
}

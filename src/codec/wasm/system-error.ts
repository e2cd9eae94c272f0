import { ChainError, toBase64 } from '../../base/index.js'

/** What a contract receives for a query that could not be executed. Source: wasmvm v3 types/systemerror.go. */
export type SystemError =
  | { readonly kind: 'invalid_request'; readonly error: string; readonly request: Uint8Array }
  | { readonly kind: 'invalid_response'; readonly error: string; readonly response: Uint8Array }
  | { readonly kind: 'no_such_contract'; readonly addr: string }
  | { readonly kind: 'no_such_code'; readonly codeId: bigint }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsupported_request'; readonly request: string }

/** Go's text of the error. */
function systemErrorText(error: SystemError): string {
  switch (error.kind) {
    case 'invalid_request':
      return `invalid request: ${error.error} - original request: ${Buffer.from(error.request).toString('utf8')}`
    case 'invalid_response':
      return `invalid response: ${error.error} - original response: ${Buffer.from(error.response).toString('utf8')}`
    case 'no_such_contract':
      return `no such contract: ${error.addr}`
    case 'no_such_code':
      return `no such code: ${error.codeId}`
    case 'unknown':
      return 'unknown system error'
    default:
      return `unsupported request: ${error.request}`
  }
}

/** A system error as the VM writes it for the contract: by serde, which does not escape HTML. */
export function systemErrorJson(error: SystemError): string {
  switch (error.kind) {
    case 'invalid_request':
      return JSON.stringify({ invalid_request: { error: error.error, request: toBase64(error.request) } })
    case 'invalid_response':
      return JSON.stringify({ invalid_response: { error: error.error, response: toBase64(error.response) } })
    case 'no_such_contract':
      return JSON.stringify({ no_such_contract: { addr: error.addr } })
    case 'no_such_code':
      return `{"no_such_code":{"code_id":${error.codeId}}}`
    case 'unknown':
      return '{"unknown":{}}'
    default:
      return JSON.stringify({ unsupported_request: { kind: error.request } })
  }
}

/** A wasmvm system error as a Go error: it has no code, and a contract may read its text. */
export class SystemErrorException extends ChainError {
  readonly system: SystemError

  constructor(system: SystemError) {
    super({ codespace: 'undefined', code: 1, log: systemErrorText(system) })
    this.system = system
  }
}

export const unsupportedRequest = (request: string): SystemErrorException =>
  new SystemErrorException({ kind: 'unsupported_request', request })

import { ChainError } from '../../base/index.js'
import { registerError, type RegisteredError } from '../../chain/index.js'
import { SystemErrorException, type SystemError } from '../../codec/wasm/index.js'

const wasm = (code: number, text: string) => registerError('wasm', code, text)

/** Source: wasmd x/wasm/types/errors.go. */
export const ErrCreateFailed = wasm(2, 'create wasm contract failed')
export const ErrAccountExists = wasm(3, 'contract account already exists')
export const ErrInstantiateFailed = wasm(4, 'instantiate wasm contract failed')
export const ErrExecuteFailed = wasm(5, 'execute wasm contract failed')
export const ErrQueryFailed = wasm(9, 'query wasm contract failed')
export const ErrInvalidMsg = wasm(10, 'invalid CosmosMsg from the contract')
export const ErrMigrationFailed = wasm(11, 'migrate wasm contract failed')
export const ErrEmpty = wasm(12, 'empty')
export const ErrLimit = wasm(13, 'exceeds limit')
export const ErrInvalid = wasm(14, 'invalid')
export const ErrDuplicate = wasm(15, 'duplicate')
export const ErrMaxIbcChannels = wasm(16, 'max transfer channels')
export const ErrUnsupportedForContract = wasm(17, 'unsupported for this contract')
export const ErrUnknownMsg = wasm(20, 'unknown message from the contract')
export const ErrInvalidEvent = wasm(21, 'invalid event')
const ErrNoSuchContract = wasm(22, 'no such contract')
export const ErrExceedMaxQueryStackSize = wasm(27, 'max query stack size exceeded')
const ErrNoSuchCode = wasm(28, 'no such code')
export const ErrVMError = wasm(29, 'wasmvm error')
export const ErrExceedMaxCallDepth = wasm(30, 'max call depth exceeded')
export const ErrIbcUnauthorized = registerError('ibc', 2, 'unauthorized')
export const ErrChannelNotFound = registerError('channel', 3, 'channel not found')

/** A registered error that a querying contract sees as a system error. Source: wasmd `WasmVMFlavouredError`. */
export class FlavouredError extends ChainError {
  readonly system: SystemError

  constructor(root: RegisteredError, description: string, system: SystemError) {
    super({
      codespace: root.codespace,
      code: root.code,
      log: `${description}: ${root.text}`,
      cause: root.error(),
    })
    this.system = system
  }
}

export const noSuchContract = (address: string): FlavouredError =>
  new FlavouredError(ErrNoSuchContract, `address ${address}`, { kind: 'no_such_contract', addr: address })

export const noSuchCode = (codeId: bigint): FlavouredError =>
  new FlavouredError(ErrNoSuchCode, `code id ${codeId}`, { kind: 'no_such_code', codeId })

/** An error whose text a contract may read unless the error is wrapped. Source: wasmd `DeterministicError`. */
export class DeterministicError extends ChainError {
  constructor(root: RegisteredError, description: string) {
    super({
      codespace: root.codespace,
      code: root.code,
      log: `${description}: ${root.text}`,
      cause: root.error(),
    })
  }
}

/** The text of a failed submessage or query that a contract gets to see. Source: wasmd x/wasm/keeper/msg_dispatcher.go `redactError`. */
export const errorForContract = (error: ChainError): string =>
  error instanceof SystemErrorException || error instanceof DeterministicError
    ? error.log
    : `codespace: ${error.codespace}, code: ${error.code}`

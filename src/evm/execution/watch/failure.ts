import type { Common } from '@ethereumjs/common'
import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { Halt } from './halt.js'

/** What go-ethereum calls the reasons for which the library's EVM stops. */
const FAILURES: Readonly<Record<string, string>> = {
  [EVMError.errorMessages.REVERT]: 'revert',
  [EVMError.errorMessages.CODESTORE_OUT_OF_GAS]: 'contract creation code storage out of gas',
  [EVMError.errorMessages.CODESIZE_EXCEEDS_MAXIMUM]: 'max code size exceeded',
  [EVMError.errorMessages.INVALID_JUMP]: 'invalid jump destination',
  [EVMError.errorMessages.STATIC_STATE_CHANGE]: 'write protection',
  [EVMError.errorMessages.CREATE_COLLISION]: 'contract address collision',
  [EVMError.errorMessages.OUT_OF_RANGE]: 'return data out of bounds',
  [EVMError.errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
  [EVMError.errorMessages.INVALID_BYTECODE_RESULT]: 'invalid code: must not begin with 0xef',
  [EVMError.errorMessages.INITCODE_SIZE_VIOLATION]: 'max initcode size exceeded',
}

/** Why a frame failed, in go-ethereum's words; `revert` when its code reverted. */
export function failureOf(error: EVMError | undefined): string | undefined {
  if (error === undefined) return undefined
  if (error instanceof Halt) return error.words
  // The error of an invalid jump also says where.
  const name = error.error.split(' at ')[0]!
  return FAILURES[name] ?? name
}

/** How the code of a frame ended, before its return value was checked. */
export type Ended = Pick<ExecResult, 'exceptionError' | 'returnValue' | 'gas'>

/**
 * The error of a creation whose code ran but whose result cannot be stored: the library's is less precise, and it checks in another order.
 * Source: go-ethereum core/vm/evm.go `initNewContract`.
 */
export function depositError({ returnValue, gas = 0n }: Ended, error: EVMError, common: Common): EVMError {
  const size = BigInt(returnValue.length)
  if (common.isActivatedEIP(3541) && returnValue[0] === 0xef)
    return new Halt(error.error, 'invalid code: must not begin with 0xef')
  if (size * common.param('createDataGas') > gas)
    return new Halt(error.error, 'contract creation code storage out of gas')
  const limit = common.param('maxCodeSize')
  return new Halt(error.error, `max code size exceeded: code size ${size} limit ${limit}`)
}

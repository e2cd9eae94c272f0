import type { EVMError } from '@ethereumjs/evm'
import { bytesToBigInt } from '../../hex.js'
import { precompileWords } from '../precompile-words.js'
import { Halt } from './halt.js'

/** The error of a precompiled contract in go-ethereum's words. */
export function precompileError(address: Uint8Array, input: Uint8Array, error: EVMError): EVMError {
  const words = precompileWords(Number(bytesToBigInt(address)), input, error.error)
  return words === undefined ? error : new Halt(error.error, words)
}

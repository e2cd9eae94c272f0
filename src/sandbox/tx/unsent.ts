import { ChainError, NO_BYTES, SudoboxError } from '../../base/index.js'
import { registerError } from '../../chain/index.js'
import type { ChainHost } from '../host/chain-host.js'
import { TxError, type TxResult } from './result.js'

/** The error of a delivery for which the relayer could not send a transaction at all. */
const ErrNotSent = registerError('sudobox', 3, 'not sent')

const textOf = (error: unknown): string => {
  if (error instanceof SudoboxError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

/** The result of a delivery that never became a transaction, in the form of a failed one without a hash. */
export function unsent(on: ChainHost, error: unknown): TxResult {
  if (error instanceof TxError) return error.result
  const { codespace, code, log } = error instanceof ChainError ? error : ErrNotSent.error(textOf(error))
  return {
    chain: on.key,
    height: BigInt(on.app.height),
    hash: '',
    code,
    codespace,
    rawLog: log,
    events: [],
    gasWanted: 0n,
    gasUsed: 0n,
    data: NO_BYTES,
    trace: [],
    sudo: [],
  }
}

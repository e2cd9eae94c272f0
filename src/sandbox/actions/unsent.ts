import { ChainError, SudoboxError } from '../../base/errors.js'
import { registerError } from '../../chain/errors.js'
import type { ChainHost } from '../host/chain-host.js'
import { TxError, type TxResult } from '../api/result.js'

/** The code of what a relayer could not send at all, so that no transaction tells why. */
const ErrNotSent = registerError('sudobox', 3, 'not sent')

const textOf = (error: unknown): string => {
  if (error instanceof SudoboxError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

/** What a delivery came to that became no transaction, as if one had failed; it has no hash. */
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
    data: new Uint8Array(0),
    trace: [],
    sudo: [],
  }
}

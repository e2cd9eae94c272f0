import { RpcError } from '../../base/errors.js'

/** A message that cannot be run at all, as opposed to one that runs and fails. */
export const refuse = (message: string, code = -32000): RpcError => new RpcError({ code, message })

/** Ends an execution midway: what ran it cannot run anything else. */
export class Stop extends RpcError {
  constructor(message: string) {
    super({ code: -32000, message })
  }
}

/** Why a message cannot be run, for callers that answer each reason differently. */
export type RefusalReason =
  | 'nonceTooLow'
  | 'nonceTooHigh'
  | 'nonceMax'
  | 'feeCap'
  | 'funds'
  | 'intrinsicGas'
  | 'initCode'
  | 'tipAboveFeeCap'
  | 'other'

export class MessageRefusal extends RpcError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super({ code: -32000, message })
    this.reason = reason
  }
}

/**
 * Runs a job; says in the words of a method why its message was refused.
 * @throws RpcError instead of a {@link MessageRefusal}
 */
export async function worded<T>(words: (reason: string) => string, job: () => T | Promise<T>): Promise<T> {
  try {
    return await job()
  } catch (error) {
    throw error instanceof MessageRefusal ? refuse(words(error.shortMessage)) : error
  }
}

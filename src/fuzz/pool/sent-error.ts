import { SudoboxError } from '../../base/index.js'

/** An error in a message between threads, which do not preserve classes. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly details: readonly string[]
  /** Whether it is a SudoboxError, with a text for the user, and not a bug in Sudobox. */
  readonly known: boolean
  readonly stack: string | undefined
}

/** A worker failed, with this error. */
export class CampaignError extends SudoboxError {
  readonly code = 'CAMPAIGN'
}

export function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack } = error
  if (!(error instanceof SudoboxError)) return { name, message, details: [], known: false, stack }
  return { name, message: error.shortMessage, details: error.details, known: true, stack }
}

/** The error of a worker for the caller. A bug in Sudobox becomes a plain Error. */
export function receivedError({ known, message, details, stack }: SentError): Error {
  if (known) return new CampaignError(message, { details })
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}

import { SudoboxError } from '../../base/errors.js'

/** An error on its way between threads, where classes are lost. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly details: readonly string[]
  /** Whether it is one of ours: a text for the user, not a bug in Sudobox. */
  readonly known: boolean
  readonly stack: string | undefined
}

/** A worker could not go on; the text is what it said. */
export class CampaignError extends SudoboxError {
  readonly code = 'CAMPAIGN'
}

export function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack } = error
  if (!(error instanceof SudoboxError)) return { name, message, details: [], known: false, stack }
  return { name, message: error.shortMessage, details: error.details, known: true, stack }
}

/** The error of a worker for the caller; a bug in Sudobox stays an error of its own kind. */
export function receivedError({ known, message, details, stack }: SentError): Error {
  if (known) return new CampaignError(message, { details })
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}

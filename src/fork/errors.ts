import { SudoboxError, type ErrorParts } from '../base/index.js'

/**
 * Why a live chain could not be read: no endpoint answers, the node no longer has the height, it refused a request, what it sent is wrong or unproven,
 * the cache lacks what is needed and nothing may be fetched, or its software has no counterpart here.
 */
export type ForkFailure = 'unreachable' | 'pruned' | 'refused' | 'forged' | 'offline' | 'unknown'

/** State of a live chain could not be read. The state of the sandbox is as before. */
export class ForkError extends SudoboxError {
  readonly code = 'FORK'
  readonly failure: ForkFailure

  constructor(failure: ForkFailure, shortMessage: string, parts: ErrorParts = {}) {
    super(shortMessage, parts)
    this.failure = failure
  }
}

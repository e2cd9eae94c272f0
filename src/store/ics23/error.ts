import { SudoboxError } from '../../base/index.js'

/** Why a proof is invalid, with the reference's text. Also thrown where the reference would panic. */
export class ProofError extends SudoboxError {
  readonly code = 'PROOF'
}

/** Runs a step and prefixes its error text with a description. */
export function during<T>(what: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof ProofError) throw new ProofError(`${what}, ${error.shortMessage}`, { cause: error })
    throw error
  }
}

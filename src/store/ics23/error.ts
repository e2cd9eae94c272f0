import { SudoboxError } from '../../base/errors.js'

/** Why a proof does not prove, in the words of the reference. Where the reference would panic on a proof, this is thrown too. */
export class ProofError extends SudoboxError {
  readonly code = 'PROOF'
}

/** Runs a step and puts what was being done before the text of its refusal. */
export function during<T>(what: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof ProofError) throw new ProofError(`${what}, ${error.shortMessage}`, { cause: error })
    throw error
  }
}

import type { ActionAnswer } from '../../src/explorer/model.js'

/** The first code or contract that a transaction made; undefined if it made none. */
export function made(answer: ActionAnswer | undefined, what: 'codeIds' | 'contracts'): string | undefined {
  const outcome = answer?.outcome as { readonly [member: string]: readonly string[] } | undefined
  return outcome?.[what]?.[0]
}

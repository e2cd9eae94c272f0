/**
 * What tells a violation from others of the same invariant. It stays the same while an action sequence is shrunk, and decides on replay whether it is
 * the same violation that is still there: another one of the same invariant is not. Amounts, numbers and the text may change.
 */
export interface Identity {
  /** The place: the message or callback, as `label/name`. */
  readonly about?: string | undefined
  /** The actor who has too much or too little, or whose request it is; `contracts` for their own balances. */
  readonly account?: string | undefined
  readonly asset?: string | undefined
  /** What else distinguishes violations of the invariant, such as the map of a record, or the kind of an error; without numbers that differ from run to run. */
  readonly key?: string | undefined
}

/** The account of balances that belong to the contracts, their packets and remote accounts. */
export const CONTRACTS = 'contracts'

const FIELDS = ['about', 'account', 'asset', 'key'] as const

/** Whether a violation has the identity. A field that the identity leaves out may have any value. */
export const isSame = (wanted: Identity, violation: Identity): boolean =>
  FIELDS.every((field) => wanted[field] === undefined || wanted[field] === violation[field])

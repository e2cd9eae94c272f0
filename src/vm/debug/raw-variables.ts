/** A function that runs at a place, with its variables, as debug information has them. */
export interface RawScope {
  readonly name: string
  /** An expression of DWARF, in hex, for the place of its frame in memory. */
  readonly frameBase?: string
  readonly variables: readonly RawVariable[]
}

/** A variable, or an argument, at one place. */
interface RawVariable {
  readonly name: string
  /** The number of its type. */
  readonly type?: number
  readonly isArgument: boolean
  /** An expression of DWARF, in hex; left out where the compiler keeps the variable nowhere. */
  readonly location?: string
  /** Decimal digits, or bytes in hex after `0x`. */
  readonly constant?: string
}

/** A member of a structure. */
export interface RawMember {
  readonly name?: string
  readonly type?: number
  readonly offset?: number
}

/** A type: the kind is its tag in DWARF, such as `structure_type`. */
export interface RawType {
  readonly kind: string
  readonly name?: string
  /** Bytes. */
  readonly size?: number
  /** The encoding of a base type: `DW_ATE`. */
  readonly encoding?: number
  /** The type of what a pointer points to, or an array has. */
  readonly type?: number
  readonly members: readonly RawMember[]
  /** The parameters of a generic type. */
  readonly parameters: readonly RawMember[]
  /** The values of an enumeration without data. */
  readonly values: readonly { readonly name?: string; readonly value?: string }[]
  /** The number of items of an array. */
  readonly count?: number
  /** The cases of an enumeration with data: one case has no value where it stands for all others. */
  readonly variants?: {
    readonly discriminant: RawMember | null
    readonly cases: readonly { readonly value?: string; readonly member: RawMember | null }[]
  }
}

export const NO_TYPE: RawType = { kind: '', members: [], parameters: [], values: [] }

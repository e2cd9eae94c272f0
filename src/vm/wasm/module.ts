/** Value types by their byte in the binary format. */
export const I32 = 0x7f
export const I64 = 0x7e
export const F32 = 0x7d
export const F64 = 0x7c
export const V128 = 0x7b
export const FUNCREF = 0x70
export const EXTERNREF = 0x6f

/** 0 for any type but a reference, 1 for a reference to a function, 2 for one to anything. */
export const referenceLevel = (type: number): number => (type === FUNCREF ? 1 : type === EXTERNREF ? 2 : 0)

export interface FunctionType {
  readonly params: Uint8Array
  readonly results: Uint8Array
}

export type ExternalKind = 'function' | 'table' | 'memory' | 'global'

export interface Limits {
  readonly initial: number
  readonly maximum: number | undefined
}

export interface GlobalType {
  readonly type: number
  readonly mutable: boolean
}

export interface Import {
  readonly module: string
  readonly name: string
  readonly kind: ExternalKind
  /** Index of the type, for functions. */
  readonly typeIndex: number
}

export interface Export {
  readonly name: string
  readonly kind: ExternalKind
  readonly index: number
}

/** A global of the module with the bytes of its initial value, `end` excluded. */
export interface Global extends GlobalType {
  readonly init: Uint8Array
}

/** An active segment: where it goes (undefined when the offset is not a plain constant) and how long it is. */
export interface Segment {
  readonly offset: number | undefined
  readonly index: number
  readonly length: number
  /** Content of a data segment; empty for elements. */
  readonly bytes: Uint8Array
}

export interface Body {
  /** Position of the local declarations, and the end of the body. */
  readonly start: number
  readonly end: number
  /** Position of the first operator. */
  readonly code: number
  readonly locals: number
  /** The error in the local declarations, which the static checks report last. */
  readonly error: string | undefined
  /** Whether a local is a reference: 1 for one to a function, 2 for one to anything. */
  readonly references: number
}

export interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
}

/** The result of one pass over a module, which reads only the locals of bodies. Indices count imports first, as in the format. */
export interface Module {
  readonly bytes: Uint8Array
  readonly sections: readonly Section[]
  readonly types: readonly FunctionType[]
  /** Where the first type with several results begins; undefined if there is none. */
  readonly severalResults: number | undefined
  readonly imports: readonly Import[]
  /** Type index of every function, imported ones first. */
  readonly functions: readonly number[]
  readonly importedFunctions: number
  readonly tables: readonly (Limits & { readonly type: number })[]
  readonly memories: readonly Limits[]
  readonly importedTables: number
  readonly importedMemories: number
  readonly importedGlobals: readonly GlobalType[]
  readonly globals: readonly Global[]
  readonly exports: readonly Export[]
  readonly start: number | undefined
  readonly elements: readonly Segment[]
  readonly data: readonly Segment[]
  readonly bodies: readonly Body[]
  /** Custom section `cw_migrate_version`, read as Rust reads a `u64`. */
  readonly migrateVersion: bigint | undefined
  /** Contents of the custom section `name`. */
  readonly names: Uint8Array | undefined
}

/** Type of a function by its index. */
export const typeOf = (module: Module, index: number): FunctionType => module.types[module.functions[index]!]!

export const isFunctionExport = ({ kind }: Export): boolean => kind === 'function'

import { NO_BYTES } from '../../base/index.js'
import {
  EXTERNREF,
  FUNCREF,
  referenceLevel,
  type Body,
  type Export,
  type ExternalKind,
  type FunctionType,
  type Global,
  type GlobalType,
  type Import,
  type Limits,
  type Module,
  type Section,
  type Segment,
} from './module.js'
import { body, constant, functionType, globalType, many, memory, table } from './parse-items.js'
import { migrateVersionOf } from './migrate-version.js'
import { BinaryReader, WasmParseError } from './binary-reader.js'

const KINDS: readonly ExternalKind[] = ['function', 'table', 'memory', 'global']

/** Section ids in the order that the format demands; custom sections (0) may be anywhere. */
const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
}

/** The error for bytes after the content of a section. */
const TRAILING_ITEMS = 'section size mismatch: unexpected data at the end of the section'
const TRAILING: Readonly<Record<number, string>> = {
  [SECTION.start]: 'unexpected content in the start section',
  [SECTION.code]: 'trailing bytes at end of section',
  [SECTION.dataCount]: 'unexpected content in the data count section',
}

export type References = 'none' | 'functions' | 'all'

export interface ParseOptions {
  /** Whether passive data segments are accepted (cosmwasm-vm 3.0.9 accepts them). */
  readonly passiveData: boolean
  /** Whether passive and declared element segments are. */
  readonly bulkMemory: boolean
  /** References that are accepted as types. */
  readonly references: References
  /** Whether `cw_migrate_version` is read. */
  readonly migrateVersion: boolean
}

/**
 * Reads all sections of a module in one pass, but of bodies only the local declarations, and refuses what the native VM's
 * validator has disabled. Types, indices and order are validated by the engine.
 * Source: cosmwasm-vm `parsed_wasm.rs` (the list of features).
 * @throws WasmParseError and, for the section `cw_migrate_version`, {@link MigrateVersionError}.
 */
export function parse(bytes: Uint8Array, options: ParseOptions): Module {
  return new Parser(bytes, options).run()
}

const MAGIC = [0, 0x61, 0x73, 0x6d]

/** Bytes as Rust prints them with `{:#x?}`. */
const byteList = (bytes: Iterable<number>): string =>
  `[\n${Array.from(bytes, (byte) => `    0x${byte.toString(16)},\n`).join('')}]`

class Parser {
  readonly #reader: BinaryReader
  readonly #options: ParseOptions
  readonly #sections: Section[] = []
  #types: FunctionType[] = []
  #severalResults: number | undefined
  readonly #imports: Import[] = []
  readonly #functions: number[] = []
  #importedFunctions = 0
  #importedTables = 0
  #importedMemories = 0
  readonly #importedGlobals: GlobalType[] = []
  readonly #tables: (Limits & { type: number })[] = []
  readonly #memories: Limits[] = []
  #globals: Global[] = []
  #exports: Export[] = []
  #start: number | undefined
  #elements: Segment[] = []
  #data: Segment[] = []
  #bodies: Body[] = []
  #migrateVersion: bigint | undefined
  #names: Uint8Array | undefined

  constructor(bytes: Uint8Array, options: ParseOptions) {
    this.#reader = new BinaryReader(bytes)
    this.#options = options
  }

  run(): Module {
    const reader = this.#reader
    const head = reader.bytes
    if (head.length < 4) throw new WasmParseError('unexpected end-of-file', 0)
    if (MAGIC.some((byte, i) => head[i] !== byte))
      throw new WasmParseError(
        `magic header not detected: bad magic number - expected=${byteList(MAGIC)} actual=${byteList(head.subarray(0, 4))}`,
        0,
      )
    if (head.length < 8) throw new WasmParseError('unexpected end-of-file', 4)
    const version = new DataView(head.buffer, head.byteOffset).getUint32(4, true)
    if (version !== 1)
      throw new WasmParseError(`unknown binary version: ${`0x${version.toString(16)}`.padStart(10)}`, 4)
    reader.pos = 8
    while (!reader.done) this.#section()
    if (this.#bodies.length !== this.#functions.length - this.#importedFunctions)
      throw new WasmParseError('function section has non-zero count but code section is absent', reader.pos)
    this.#checkReferences()
    return {
      bytes: reader.bytes,
      sections: this.#sections,
      types: this.#types,
      severalResults: this.#severalResults,
      imports: this.#imports,
      functions: this.#functions,
      importedFunctions: this.#importedFunctions,
      tables: this.#tables,
      memories: this.#memories,
      importedTables: this.#importedTables,
      importedMemories: this.#importedMemories,
      importedGlobals: this.#importedGlobals,
      globals: this.#globals,
      exports: this.#exports,
      start: this.#start,
      elements: this.#elements,
      data: this.#data,
      bodies: this.#bodies,
      migrateVersion: this.#migrateVersion,
      names: this.#names,
    }
  }

  #type(part: BinaryReader): FunctionType {
    const at = part.pos
    const type = functionType(part)
    if (type.results.length > 1) this.#severalResults ??= at
    return type
  }

  #checkReferences(): void {
    const { references } = this.#options
    if (references === 'all') return
    const tables = this.#tables
    const types = this.#types
    const importedGlobals = this.#importedGlobals
    const globals = this.#globals
    const bodies = this.#bodies
    const reader = this.#reader
    let used = 0
    const note = (level: number): void => {
      if (level > used) used = level
    }
    for (const { references: level } of bodies) note(level)
    for (const { type } of [...importedGlobals, ...globals]) note(referenceLevel(type))
    for (const { params, results } of types) for (const type of [...params, ...results]) note(referenceLevel(type))
    const external = used === 2 || tables.some(({ type }) => type === EXTERNREF)
    if (references === 'functions') {
      if (external) throw new WasmParseError('gc types are disallowed but found type which requires gc', reader.pos)
      return
    }
    if (used > 0 || external) throw new WasmParseError('reference types support is not enabled', reader.pos)
    if (tables.length > 1) throw new WasmParseError('multiple tables', reader.pos)
  }

  #section(): void {
    const reader = this.#reader
    const id = reader.byte()
    const length = reader.u32()
    const part = reader.part(length)
    const start = part.pos
    this.#sections.push({ id, start, end: part.end })
    switch (id) {
      case 0:
        return this.#custom(part)
      case SECTION.type:
        this.#types = many(part, () => this.#type(part))
        break
      case SECTION.import:
        many(part, () => this.#import(part))
        break
      case SECTION.function:
        many(part, () => this.#functions.push(part.u32()))
        break
      case SECTION.table:
        many(part, () => this.#tables.push(table(part)))
        break
      case SECTION.memory:
        many(part, () => this.#memories.push(memory(part)))
        break
      case SECTION.global:
        this.#globals = many(part, () => ({ ...globalType(part), init: constant(part).bytes }))
        break
      case SECTION.export:
        this.#exports = many(part, () => this.#export(part))
        break
      case SECTION.start:
        this.#start = part.u32()
        break
      case SECTION.element:
        this.#elements = many(part, () => this.#element(part)).filter((segment) => segment !== undefined)
        break
      case SECTION.code:
        if (new BinaryReader(part.bytes, start, part.end).u32() !== this.#functions.length - this.#importedFunctions)
          throw new WasmParseError('function and code section have inconsistent lengths', start)
        this.#bodies = many(part, () => body(part))
        break
      case SECTION.data:
        this.#data = many(part, () => this.#dataSegment(part)).filter((segment) => segment !== undefined)
        break
      case SECTION.dataCount:
        part.u32()
        break
      case 13:
        throw new WasmParseError('exceptions proposal not enabled', part.pos)
      default:
        throw new WasmParseError(`malformed section id: ${id}`, part.pos)
    }
    if (!part.done) throw new WasmParseError(TRAILING[id] ?? TRAILING_ITEMS, part.pos)
    if (this.#memories.length > 1) throw new WasmParseError('multiple memories', start)
  }

  #custom(part: BinaryReader): void {
    const name = part.name()
    const content = part.bytes.subarray(part.pos, part.end)
    if (name === 'cw_migrate_version' && this.#options.migrateVersion) this.#migrateVersion = migrateVersionOf(content)
    if (name === 'name') this.#names = content
  }

  #import(part: BinaryReader): void {
    const from = part.pos
    const module = part.name()
    const name = part.name()
    const kind = KINDS[part.byte()]
    let typeIndex = 0
    switch (kind) {
      case 'function':
        typeIndex = part.u32()
        this.#functions.push(typeIndex)
        this.#importedFunctions++
        break
      case 'table':
        this.#tables.push(table(part))
        this.#importedTables++
        break
      case 'memory':
        this.#memories.push(memory(part))
        this.#importedMemories++
        break
      case 'global':
        this.#importedGlobals.push(globalType(part, from))
        break
      case undefined:
        throw part.invalidByte('external kind')
    }
    this.#imports.push({ module, name, kind, typeIndex })
  }

  #export(part: BinaryReader): Export {
    const name = part.name()
    const kind = KINDS[part.byte()]
    if (!kind) throw part.invalidByte('external kind')
    return { name, kind, index: part.u32() }
  }

  /** Source: the element kinds of the reference types proposal; passive and declared ones belong to bulk memory. */
  #element(part: BinaryReader): Segment | undefined {
    const at = part.pos
    const flags = part.u32()
    if (flags > 7) throw new WasmParseError('invalid flags byte in element segment', at)
    const active = (flags & 1) === 0
    if ((flags & 4) !== 0 && this.#options.references === 'none')
      throw new WasmParseError('reference types support is not enabled', at)
    if (!active && !this.#options.bulkMemory) throw new WasmParseError('bulk memory must be enabled', at)
    const index = active && (flags & 2) !== 0 ? part.u32() : 0
    const offset = active ? constant(part).value : undefined
    if ((flags & 3) !== 0) {
      const type = part.byte()
      const [right, problem] = (flags & 4) === 0 ? FUNCTION_ELEMENTS : REFERENCE_ELEMENTS
      if (type !== right) throw new WasmParseError(problem, part.pos - 1)
    }
    const items = many(part, () => ((flags & 4) === 0 ? part.u32() : constant(part)))
    return active ? { offset, index, length: items.length, bytes: NO_BYTES } : undefined
  }

  #dataSegment(part: BinaryReader): Segment | undefined {
    const at = part.pos
    const flags = part.u32()
    if (flags > 2) throw new WasmParseError('invalid flags byte in data segment', at)
    if (flags === 1 && !this.#options.passiveData)
      throw new WasmParseError('passive data segments require the bulk-memory proposal', at)
    const index = flags === 2 ? part.u32() : 0
    const offset = flags === 1 ? undefined : constant(part).value
    const bytes = part.take(part.u32())
    return flags === 1 ? undefined : { offset, index, length: bytes.length, bytes }
  }
}

const FUNCTION_ELEMENTS = [0, 'only the function external type is supported in elem segment'] as const
const REFERENCE_ELEMENTS = [FUNCREF, 'malformed reference type'] as const

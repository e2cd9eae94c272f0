import {
  EXTERNREF,
  F32,
  F64,
  FUNCREF,
  I32,
  I64,
  V128,
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
import { migrateVersionOf } from './migrate-version.js'
import { Reader, WasmFault } from './reader.js'

const KINDS: readonly ExternalKind[] = ['function', 'table', 'memory', 'global']
const NO_BYTES = new Uint8Array(0)

/** Section ids in the order that the format demands; custom sections (0) stand anywhere. */
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
}

export type References = 'none' | 'functions' | 'all'

export interface ParseOptions {
  /** Whether passive data segments are let through (cosmwasm-vm 3.0.9 lets them). */
  readonly passiveData: boolean
  /** References that are let through as types. */
  readonly references: References
  /** Whether `cw_migrate_version` is read. */
  readonly migrateVersion: boolean
}

/**
 * Reads all sections of a module in one pass, bodies unread but for their local declarations, and refuses what the native VM's
 * validator has switched off. Types, indices and order are the engine's to validate.
 * Source: cosmwasm-vm `parsed_wasm.rs` (the list of features).
 * @throws WasmFault and, for the section `cw_migrate_version`, {@link MigrateVersionFault}.
 */
export function parse(bytes: Uint8Array, options: ParseOptions): Module {
  return new Parser(bytes, options).run()
}

const MAGIC = [0, 0x61, 0x73, 0x6d]

/** Bytes as Rust prints them with `{:#x?}`. */
const byteList = (bytes: Iterable<number>): string =>
  `[\n${Array.from(bytes, (byte) => `    0x${byte.toString(16)},\n`).join('')}]`

class Parser {
  readonly #reader: Reader
  readonly #options: ParseOptions
  readonly #sections: Section[] = []
  #types: FunctionType[] = []
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
    this.#reader = new Reader(bytes)
    this.#options = options
  }

  run(): Module {
    const reader = this.#reader
    const head = reader.bytes
    if (head.length < 4) throw new WasmFault('unexpected end-of-file', 0)
    if (MAGIC.some((byte, i) => head[i] !== byte))
      throw new WasmFault(
        `magic header not detected: bad magic number - expected=${byteList(MAGIC)} actual=${byteList(head.subarray(0, 4))}`,
        0,
      )
    if (head.length < 8) throw new WasmFault('unexpected end-of-file', 4)
    const version = new DataView(head.buffer, head.byteOffset).getUint32(4, true)
    if (version !== 1) throw new WasmFault(`unknown binary version: ${`0x${version.toString(16)}`.padStart(10)}`, 4)
    reader.pos = 8
    while (!reader.done) this.#section()
    if (this.#bodies.length !== this.#functions.length - this.#importedFunctions)
      throw new WasmFault('function and code section have inconsistent lengths', reader.pos)
    this.#checkReferences()
    return {
      bytes: reader.bytes,
      sections: this.#sections,
      types: this.#types,
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
      if (external) throw new WasmFault('gc types are disallowed but found type which requires gc', reader.pos)
      return
    }
    if (used > 0 || external) throw new WasmFault('reference types support is not enabled', reader.pos)
    if (tables.length > 1) throw new WasmFault('multiple tables', reader.pos)
  }

  #section(): void {
    const reader = this.#reader
    const id = reader.byte()
    const length = reader.u32()
    const part = reader.part(length)
    this.#sections.push({ id, start: part.pos, end: part.end })
    switch (id) {
      case 0:
        return this.#custom(part)
      case SECTION.type:
        this.#types = many(part, () => functionType(part))
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
        this.#bodies = many(part, () => body(part))
        break
      case SECTION.data:
        this.#data = many(part, () => this.#dataSegment(part)).filter((segment) => segment !== undefined)
        break
      case 12:
        part.u32()
        break
      case 13:
        throw new WasmFault('exceptions proposal not enabled', part.pos)
      default:
        throw new WasmFault(`malformed section id: ${id}`, part.pos)
    }
    if (!part.done) throw new WasmFault('section size mismatch: unexpected data at the end of the section', part.pos)
    if (this.#memories.length > 1) throw new WasmFault('multiple memories', part.pos)
  }

  #custom(part: Reader): void {
    const name = part.name()
    const content = part.bytes.subarray(part.pos, part.end)
    if (name === 'cw_migrate_version' && this.#options.migrateVersion) this.#migrateVersion = migrateVersionOf(content)
    if (name === 'name') this.#names = content
  }

  #import(part: Reader): void {
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
        this.#importedGlobals.push(globalType(part))
        break
      case undefined:
        throw part.invalidByte('external kind')
    }
    this.#imports.push({ module, name, kind, typeIndex })
  }

  #export(part: Reader): Export {
    const name = part.name()
    const kind = KINDS[part.byte()]
    if (!kind) throw part.invalidByte('external kind')
    return { name, kind, index: part.u32() }
  }

  /** Source: the element kinds of the reference types proposal; passive and declared ones belong to bulk memory. */
  #element(part: Reader): Segment | undefined {
    const at = part.pos
    const flags = part.u32()
    if (flags > 7) throw new WasmFault('invalid flags byte in element segment', at)
    const active = (flags & 1) === 0
    if (!active && !this.#options.passiveData) throw new WasmFault('bulk memory must be enabled', at)
    const index = active && (flags & 2) !== 0 ? part.u32() : 0
    const offset = active ? constant(part).value : undefined
    if ((flags & 3) !== 0) {
      const type = part.byte()
      const [right, fault] = (flags & 4) === 0 ? FUNCTION_ELEMENTS : REFERENCE_ELEMENTS
      if (type !== right) throw new WasmFault(fault, part.pos - 1)
    }
    const items = many(part, () => ((flags & 4) === 0 ? part.u32() : constant(part)))
    return active ? { offset, index, length: items.length, bytes: NO_BYTES } : undefined
  }

  #dataSegment(part: Reader): Segment | undefined {
    const at = part.pos
    const flags = part.u32()
    if (flags > 2) throw new WasmFault('invalid flags byte in data segment', at)
    if (flags === 1 && !this.#options.passiveData)
      throw new WasmFault('passive data segments require the bulk-memory proposal', at)
    const index = flags === 2 ? part.u32() : 0
    const offset = flags === 1 ? undefined : constant(part).value
    const bytes = part.take(part.u32())
    return flags === 1 ? undefined : { offset, index, length: bytes.length, bytes }
  }
}

const FUNCTION_ELEMENTS = [0, 'only the function external type is supported in elem segment'] as const
const REFERENCE_ELEMENTS = [FUNCREF, 'malformed reference type'] as const

function many<T>(part: Reader, item: () => T): T[] {
  const count = part.u32()
  if (count > part.end - part.pos) throw new WasmFault('unexpected end-of-file', part.end)
  return Array.from({ length: count }, item)
}

/** Other types that there are, by their first byte. */
const GC_FORMS: Readonly<Record<number, string>> = {
  0x4e: 'rec group usage requires `gc` proposal to be enabled',
  0x50: 'gc proposal must be enabled to use subtypes',
  0x5e: 'array indexed types not supported without the gc feature',
  0x5f: 'struct indexed types not supported without the gc feature',
}

function functionType(part: Reader): FunctionType {
  const form = part.byte()
  if (form !== 0x60) {
    const text = GC_FORMS[form]
    throw text === undefined ? part.invalidByte('type') : new WasmFault(text, part.pos - 1)
  }
  return { params: valueTypes(part), results: valueTypes(part) }
}

function valueTypes(part: Reader): Uint8Array {
  const count = part.u32()
  if (count > 1000) throw new WasmFault('function type has too many parameters or results', part.pos)
  return Uint8Array.from({ length: count }, () => valueType(part))
}

function valueType(part: Reader): number {
  const at = part.pos
  const type = part.byte()
  if (type === I32 || type === I64 || type === F32 || type === F64 || referenceLevel(type) > 0) return type
  if (type === V128) throw new WasmFault('SIMD support is not enabled', at)
  throw new WasmFault('invalid value type', at)
}

function limits(part: Reader, what: 'table' | 'memory'): Limits {
  const at = part.pos
  const flags = part.byte()
  if ((flags & 2) !== 0)
    throw new WasmFault(`threads must be enabled for shared ${what === 'table' ? 'tables' : 'memories'}`, at)
  if ((flags & 4) !== 0)
    throw new WasmFault(`memory64 must be enabled for 64-bit ${what === 'table' ? 'tables' : 'memories'}`, at)
  if (flags > 1) {
    if (what === 'table') throw new WasmFault('invalid table resizable limits flags', at)
    const sized = "the custom page sizes proposal must be enabled to customize a memory's page size"
    throw new WasmFault((flags & 8) === 0 ? 'invalid memory limits flags' : sized, at)
  }
  return { initial: part.u32(), maximum: flags === 1 ? part.u32() : undefined }
}

const memory = (part: Reader): Limits => limits(part, 'memory')

function table(part: Reader): Limits & { type: number } {
  const at = part.pos
  const type = part.byte()
  if (referenceLevel(type) === 0) throw new WasmFault('malformed reference type', at)
  return { type, ...limits(part, 'table') }
}

function globalType(part: Reader): GlobalType {
  const type = valueType(part)
  const at = part.pos
  const mutable = part.byte()
  if (mutable > 1) throw new WasmFault('malformed mutability', at)
  return { type, mutable: mutable === 1 }
}

/** A constant expression: its bytes without `end`, and its value when it is an `i32.const`. */
function constant(part: Reader): { bytes: Uint8Array; value: number | undefined } {
  const start = part.pos
  const opcode = part.byte()
  let value: number | undefined
  if (opcode === 0x41) value = part.s32() >>> 0
  else if (opcode === 0x42) part.skipSigned(64)
  else if (opcode === 0x43) part.skip(4)
  else if (opcode === 0x44) part.skip(8)
  else if (opcode === 0x23 || opcode === 0xd2) part.u32()
  else if (opcode === 0xd0) {
    if (part.byte() !== FUNCREF)
      throw new WasmFault('gc types are disallowed but found type which requires gc', part.pos - 1)
  } else throw new WasmFault('constant expression required: non-constant operator', start)
  const end = part.pos
  if (part.byte() !== 0x0b) throw new WasmFault('constant expression required: non-constant operator', end)
  return { bytes: part.bytes.subarray(start, end), value }
}

function body(part: Reader): Body {
  const size = part.u32()
  const code = part.part(size)
  const start = code.pos
  let locals = 0
  let vectors = false
  let references = 0
  for (let groups = code.u32(); groups > 0; groups--) {
    locals += code.u32()
    if (locals > 50_000) throw new WasmFault('too many locals: locals exceed maximum', code.pos)
    const type = code.byte()
    if (type === V128) vectors = true
    else {
      code.pos--
      references = Math.max(references, referenceLevel(valueType(code)))
    }
  }
  return { start, end: code.end, code: code.pos, locals, vectors, references }
}

import { toHex } from '../base/index.js'
import type { RawMember, RawType } from '../vm/debug/index.js'
import { isFreed } from './heap.js'
import { numberOf, type Location, type Machine } from './location.js'

/** A value of the source at one step. */
export interface DebugValue {
  /** In one line: `Timeout { request: RequestPacket { … } }`, `"neutron1…"`, `100`. */
  readonly text: string
  /** The value as Rust writes it. */
  readonly type: string
  /** Why there is no value: the optimiser removed it. */
  readonly isOptimisedOut?: true
  /** Fields, items, or what it points to. */
  readonly children: () => readonly DebugVariable[]
}

/** A local, an argument or a field. */
export interface DebugVariable {
  readonly name: string
  readonly value: DebugValue
}

/** What the text of a value says in its place. */
const OPTIMISED_OUT = '<optimised out>'
const INVALID = '<invalid>'
const DROPPED = '<dropped>'

const MAX_ITEMS = 100
const MAX_ITEMS_IN_TEXT = 5
const MAX_DEPTH = 4
const MAX_TEXT = 400
const MAX_LENGTH = 1 << 20

const NONE = (): readonly DebugVariable[] => []

/** Bytes at an offset of a value; undefined where they are gone. */
type Source = (offset: number, length: number) => Uint8Array | undefined

/** `DW_ATE`. */
const BOOLEAN = 0x02
const FLOAT = 0x04
const SIGNED = 0x05
const SIGNED_CHAR = 0x06
const CHARACTER = 0x10

/** Types of the standard library that are shown as what they hold. */
const STRING = /^(?:alloc::string::)?String$/
const VECTOR = /^(?:alloc::vec::)?Vec</
const POINTER = /^(?:&|\*|(?:alloc::boxed::)?Box<)/

/** Reads values by their types. */
export class Values {
  readonly #describe: (type: number) => RawType
  readonly #types = new Map<number, RawType>()

  constructor(describe: (type: number) => RawType) {
    this.#describe = describe
  }

  /** @param location undefined where the compiler keeps the value nowhere */
  at(type: number | undefined, location: Location | undefined, machine: Machine): DebugValue {
    const known = this.#type(type)
    if (known?.size === 0) return { text: known.name ?? '()', type: known.name ?? '()', children: NONE }
    if (location === undefined) return gone(known)
    return this.#value(known, sourceOf(location, machine), machine, 0)
  }

  /** @param constant decimal digits, or bytes in hex after `0x` */
  constant(type: number | undefined, constant: string, machine: Machine): DebugValue {
    const value = constant.startsWith('0x') ? undefined : BigInt(constant)
    const bytes = Uint8Array.from({ length: 16 }, (_, i) =>
      value === undefined
        ? Number.parseInt(constant.slice(2 + 2 * i, 4 + 2 * i) || '0', 16)
        : Number((BigInt.asUintN(128, value) >> BigInt(8 * i)) & 0xffn),
    )
    return this.#value(this.#type(type), (offset, length) => bytes.subarray(offset, offset + length), machine, 0)
  }

  #type(id: number | undefined): RawType | undefined {
    if (id === undefined) return undefined
    let type = this.#types.get(id)
    if (type === undefined) this.#types.set(id, (type = this.#describe(id)))
    return type
  }

  #value(type: RawType | undefined, source: Source, machine: Machine, depth: number): DebugValue {
    if (type === undefined) return gone(type)
    const name = type.name ?? ''
    switch (type.kind) {
      case 'base_type':
        return leaf(name, scalarText(type, source))
      case 'enumeration_type':
        return leaf(name, this.#enumerator(type, source))
      case 'pointer_type':
        return this.#pointer(type, source, machine, depth)
      case 'array_type':
        return this.#items(
          `[${this.#type(type.type)?.name ?? ''}; ${type.count ?? 0}]`,
          type.type,
          type.count ?? 0,
          source,
          machine,
          depth,
        )
      case 'typedef':
        return this.#value(this.#type(type.type), source, machine, depth)
      default:
        return this.#structure(type, name, source, machine, depth)
    }
  }

  #enumerator({ values, size = 4 }: RawType, source: Source): string {
    const bytes = source(0, size)
    if (bytes === undefined) return OPTIMISED_OUT
    const found = numberOf(bytes)
    return values.find(({ value }) => isSame(value, found, size))?.name ?? String(found)
  }

  #pointer(type: RawType, source: Source, machine: Machine, depth: number): DebugValue {
    const name = type.name ?? '*'
    const bytes = source(0, 4)
    if (bytes === undefined) return gone(type)
    const at = Number(numberOf(bytes))
    const target = this.#type(type.type)
    if (target === undefined || at === 0 || target.kind === 'subroutine_type') return leaf(name, `0x${at.toString(16)}`)
    const value = this.#value(target, sourceOf({ at }, machine), machine, depth)
    return { text: name.startsWith('&') ? `&${value.text}` : value.text, type: name, children: value.children }
  }

  #structure(type: RawType, name: string, source: Source, machine: Machine, depth: number): DebugValue {
    if (type.variants !== undefined) return this.#variant(type, name, source, machine, depth)
    if (STRING.test(name)) return leaf(name, this.#bytes(type, source, machine))
    if (VECTOR.test(name)) return this.#vector(type, name, source, machine, depth)
    if (/^&(?:mut )?\[/.test(name)) return this.#slice(type, name, source, machine, depth)
    const text = this.#textBehind(type)
    if (POINTER.test(name) && text) return leaf(name, this.#bytes(type, source, machine))
    const members = type.members.filter((member) => this.#type(member.type)?.kind !== undefined)
    const [only] = members
    if (POINTER.test(name) && members.some((member) => member.name === 'vtable')) return leaf(name, name)
    const sized = members.filter((member) => this.#type(member.type)?.size !== 0)
    // A newtype: `Uint128`, `Addr`.
    if (sized.length === 1 && only?.name === '__0' && sized[0] === only) {
      const inner = this.#member(only, source, machine, depth)
      return {
        text: inner.text,
        type: name,
        ...(inner.isOptimisedOut && { isOptimisedOut: true }),
        children: inner.children,
      }
    }
    const children = (): readonly DebugVariable[] => this.#fields(members, source, machine, depth)
    return { text: this.#fieldsText(shortName(name), members, source, machine, depth), type: name, children }
  }

  #fields(members: readonly RawMember[], source: Source, machine: Machine, depth: number): readonly DebugVariable[] {
    return members.map((member, i) => ({
      name: fieldName(member.name) ?? String(i),
      value: this.#member(member, source, machine, depth),
    }))
  }

  #fieldsText(name: string, members: readonly RawMember[], source: Source, machine: Machine, depth: number): string {
    if (members.length === 0) return name
    const isTuple = members.every((member) => member.name?.startsWith('__') === true)
    const title = name.startsWith('(') ? '' : name
    if (depth >= MAX_DEPTH) return isTuple ? `${title}(…)` : `${title} { … }`
    const texts = this.#fields(members, source, machine, depth + 1).map((field) =>
      isTuple ? field.value.text : `${field.name}: ${field.value.text}`,
    )
    return shortened(isTuple ? `${title}(${texts.join(', ')})` : `${title} { ${texts.join(', ')} }`)
  }

  #member({ type, offset = 0 }: RawMember, source: Source, machine: Machine, depth: number): DebugValue {
    return this.#value(this.#type(type), (at, length) => source(offset + at, length), machine, depth)
  }

  /** An enumeration with data. */
  #variant(type: RawType, name: string, source: Source, machine: Machine, depth: number): DebugValue {
    const { discriminant, cases } = type.variants!
    const size = this.#type(discriminant?.type)?.size ?? 0
    const bytes = discriminant === null ? undefined : source(discriminant.offset ?? 0, size)
    if (discriminant !== null && bytes === undefined) return gone(type)
    const found = bytes === undefined ? 0n : numberOf(bytes)
    const chosen =
      cases.find(({ value }) => value !== undefined && isSame(value, found, size)) ??
      cases.find(({ value }) => value === undefined)
    if (chosen?.member === null || chosen === undefined) return leaf(name, INVALID)
    const inner = this.#type(chosen.member.type)
    const members = inner?.members ?? []
    const offset = chosen.member.offset ?? 0
    const moved: Source = (at, length) => source(offset + at, length)
    return {
      text: this.#fieldsText(chosen.member.name ?? '', members, moved, machine, depth),
      type: name,
      children: () => this.#fields(members, moved, machine, depth),
    }
  }

  #vector(type: RawType, name: string, source: Source, machine: Machine, depth: number): DebugValue {
    const item = type.parameters[0]?.type
    const length = this.#numberOf(type, 'len', source)
    const data = this.#pointerIn(type, source)
    if (isDropped(data, length, machine)) return leaf(name, DROPPED)
    return this.#listAt(name, item, data, length, machine, depth)
  }

  #slice(type: RawType, name: string, source: Source, machine: Machine, depth: number): DebugValue {
    const pointer = type.members.find((member) => member.name === 'data_ptr')
    const item = this.#type(pointer?.type)?.type
    return this.#listAt(
      name,
      item,
      this.#pointerIn(type, source),
      this.#numberOf(type, 'length', source),
      machine,
      depth,
    )
  }

  #listAt(
    name: string,
    item: number | undefined,
    data: number | undefined,
    length: number | undefined,
    machine: Machine,
    depth: number,
  ): DebugValue {
    if (data === undefined || length === undefined)
      return { text: OPTIMISED_OUT, type: name, isOptimisedOut: true, children: NONE }
    const size = this.#type(item)?.size ?? 0
    if (length * Math.max(size, 1) > MAX_LENGTH) return leaf(name, INVALID)
    if (this.#type(item)?.name === 'u8') {
      const bytes = machine.read(data, length)
      return leaf(name, bytes === undefined ? INVALID : bytesText(bytes))
    }
    return this.#items(name, item, length, sourceOf({ at: data }, machine), machine, depth)
  }

  #items(
    name: string,
    item: number | undefined,
    count: number,
    source: Source,
    machine: Machine,
    depth: number,
  ): DebugValue {
    const type = this.#type(item)
    const size = type?.size ?? 0
    if (type?.name === 'u8') {
      const bytes = source(0, count)
      return leaf(name, bytes === undefined ? OPTIMISED_OUT : bytesText(bytes))
    }
    const itemAt = (i: number, deeper: number): DebugValue =>
      this.#value(type, (at, length) => source(i * size + at, length), machine, deeper)
    const shown = depth >= MAX_DEPTH ? 0 : Math.min(count, MAX_ITEMS_IN_TEXT)
    const texts = Array.from({ length: shown }, (_, i) => itemAt(i, depth + 1).text)
    return {
      text: shortened(`[${texts.join(', ')}${count > shown ? `${shown > 0 ? ', ' : ''}… ${count} in all` : ''}]`),
      type: name,
      children: () =>
        Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, i) => ({ name: String(i), value: itemAt(i, depth) })),
    }
  }

  /** Whether a pointer with a length points to a text, or to a type that is no more than one: `&str`, `Box<RawValue>`. */
  #textBehind({ members }: RawType): boolean {
    const pointer = members.find((member) => member.name === 'data_ptr')
    if (pointer === undefined || !members.some((member) => member.name === 'length')) return false
    let target = this.#type(this.#type(pointer.type)?.type)
    while (target?.members.length === 1) target = this.#type(target.members[0]!.type)
    return target?.name === 'u8'
  }

  /** A text, wherever its length and its pointer are inside the type. */
  #bytes(type: RawType, source: Source, machine: Machine): string {
    const vector = type.members.find((member) => member.name === 'vec')
    const inner = vector === undefined ? type : this.#type(vector.type)!
    const offset = vector?.offset ?? 0
    const moved: Source = (at, length) => source(offset + at, length)
    const length = this.#numberOf(inner, vector === undefined ? 'length' : 'len', moved)
    const data = this.#pointerIn(inner, moved)
    if (length === undefined || data === undefined) return OPTIMISED_OUT
    if (vector !== undefined && isDropped(data, length, machine)) return DROPPED
    const bytes = length > MAX_LENGTH ? undefined : machine.read(data, length)
    return bytes === undefined ? INVALID : quoted(bytes)
  }

  #numberOf(type: RawType, name: string, source: Source): number | undefined {
    const member = type.members.find((one) => one.name === name)
    const bytes = member && source(member.offset ?? 0, this.#type(member.type)?.size ?? 4)
    return bytes && Number(numberOf(bytes))
  }

  /** The first pointer in a type. */
  #pointerIn(type: RawType, source: Source, depth = 0): number | undefined {
    if (type.kind === 'pointer_type') {
      const bytes = source(0, 4)
      return bytes && Number(numberOf(bytes))
    }
    if (depth > 6) return undefined
    for (const { type: id, offset = 0 } of type.members) {
      const inner = this.#type(id)
      if (inner === undefined || inner.size === 0) continue
      const found = this.#pointerIn(inner, (at, length) => source(offset + at, length), depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const leaf = (type: string, text: string): DebugValue => ({
  text,
  type,
  ...(text === OPTIMISED_OUT && { isOptimisedOut: true }),
  children: NONE,
})

const gone = (type: RawType | undefined): DebugValue => leaf(type?.name ?? '', OPTIMISED_OUT)

function sourceOf(location: Location, machine: Machine): Source {
  if ('at' in location) return (offset, length) => machine.read(location.at + offset, length)
  return (offset, length) => {
    const bytes = new Uint8Array(length)
    let [at, filled] = [0, 0]
    for (const { bytes: part, size } of location.parts) {
      const [from, to] = [Math.max(at, offset), Math.min(at + size, offset + length)]
      if (from < to) {
        if (part === undefined) return undefined
        bytes.set(part.subarray(from - at, to - at), from - offset)
        filled += to - from
      }
      at += size
    }
    return filled === length ? bytes : undefined
  }
}

function scalarText({ encoding, size = 0 }: RawType, source: Source): string {
  if (size === 0) return '()'
  const bytes = source(0, size)
  if (bytes === undefined) return OPTIMISED_OUT
  const value = numberOf(bytes)
  switch (encoding) {
    case BOOLEAN:
      return value === 0n ? 'false' : value === 1n ? 'true' : INVALID
    case FLOAT: {
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      return String(size === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true))
    }
    case SIGNED:
    case SIGNED_CHAR:
      return String(BigInt.asIntN(size * 8, value))
    case CHARACTER:
      return value > 0x10ffffn ? INVALID : `'${String.fromCodePoint(Number(value))}'`
    default:
      return String(value)
  }
}

/** Whether a value of the debug information, which may be signed, is one that was read. */
const isSame = (value: string | undefined, found: bigint, size: number): boolean => {
  if (value === undefined) return false
  const known = value.startsWith('0x') ? numberOf(Buffer.from(value.slice(2), 'hex')) : BigInt(value)
  return BigInt.asUintN(size * 8, known) === found
}

/** Whether the allocator has the memory of a list back. An empty list has none. */
const isDropped = (data: number | undefined, length: number | undefined, machine: Machine): boolean =>
  data !== undefined && length !== undefined && length > 0 && isFreed(data, machine)

const strict = new TextDecoder('utf-8', { fatal: true })

function quoted(bytes: Uint8Array): string {
  try {
    return shortened(JSON.stringify(strict.decode(bytes)))
  } catch {
    return INVALID
  }
}

/** Bytes as text where they are text, else in hex. */
function bytesText(bytes: Uint8Array): string {
  const isText = bytes.length > 0 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return isText ? `b${quoted(bytes)}` : shortened(`0x${toHex(bytes)}`)
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

const fieldName = (name: string | undefined): string | undefined => name?.replace(/^__(?=\d+$)/, '')

/** Without types and the path. */
const shortName = (name: string): string =>
  name.startsWith('(') ? name : name.replace(/<.*$/, '').replace(/^.*::/, '')

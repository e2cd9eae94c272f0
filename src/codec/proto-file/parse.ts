import { Tokens } from './tokens.js'
import { own } from '../../base/index.js'

/** The value of an option: a string for a string, number or name; or its members, or a list. */
export type OptionValue = string | readonly OptionValue[] | { readonly [member: string]: OptionValue }

/** Options by their names: `amino.name`, `google.api.http`. Members that are set by a path are in the value: `{ get: … }`. */
export type Options = Readonly<Record<string, OptionValue>>

export interface FieldNode {
  readonly name: string
  readonly number: number
  /** The type as it is written in the file. */
  readonly type: string
  readonly repeated: boolean
  readonly optional: boolean
  /** Type of a map's keys; `type` is that of its values. */
  readonly keys?: string
  /** The name of the `oneof` around it. */
  readonly oneof?: string
  readonly options: Options
}

/** Names and numbers that are reserved, the last of a range included. */
export interface Reserved {
  readonly names: readonly string[]
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

export interface MessageNode {
  readonly name: string
  readonly options: Options
  readonly reserved: Reserved
  readonly oneofs: readonly string[]
  readonly fields: readonly FieldNode[]
  readonly messages: readonly MessageNode[]
  readonly enums: readonly EnumNode[]
}

export interface EnumNode {
  readonly name: string
  readonly reserved: Reserved
  readonly allowAlias: boolean
  readonly values: readonly (readonly [name: string, number: number])[]
}

interface MethodNode {
  readonly name: string
  readonly request: string
  readonly response: string
  readonly options: Options
}

export interface FileNode {
  readonly packageName: string
  readonly messages: readonly MessageNode[]
  readonly enums: readonly EnumNode[]
  readonly services: readonly { readonly name: string; readonly methods: readonly MethodNode[] }[]
}

/**
 * Reads a protobuf file of version 3. Imports are not followed.
 * `parse` of protobufjs 7 is not used: it accepts field number 0, and no other part of the package needs protobufjs.
 * @throws UsageError that names the line. Source: protobuf.dev reference/protobuf/proto3-spec
 */
export function parseProtoFile(text: string): FileNode {
  const tokens = new Tokens(text)
  const file = { packageName: '', messages: [] as MessageNode[], enums: [] as EnumNode[] }
  const services: FileNode['services'][number][] = []
  tokens.take('syntax')
  tokens.take('=')
  if (tokens.string() !== 'proto3') throw tokens.error('expected: syntax = "proto3"')
  tokens.take(';')
  while (!tokens.ended) {
    if (tokens.takes(';')) continue
    if (tokens.takes('package')) file.packageName = tokens.path()
    else if (tokens.is('import') || tokens.is('option')) {
      tokens.skipStatement()
      continue
    } else if (tokens.takes('message')) file.messages.push(message(tokens))
    else if (tokens.takes('enum')) file.enums.push(enumOf(tokens))
    else if (tokens.takes('service')) services.push(service(tokens))
    else throw tokens.error('expected: package, import, option, message, enum or service')
  }
  return { ...file, services }
}

function message(tokens: Tokens): MessageNode {
  const node = { fields: [] as FieldNode[], messages: [] as MessageNode[], enums: [] as EnumNode[] }
  const name = tokens.name()
  const options: Record<string, OptionValue> = {}
  const reserved = nothingReserved()
  const oneofs: string[] = []
  tokens.take('{')
  while (!tokens.takes('}')) {
    if (tokens.takes(';')) continue
    if (tokens.takes('option')) option(tokens, options)
    else if (tokens.takes('reserved')) reservedIn(tokens, reserved)
    else if (tokens.takes('message')) node.messages.push(message(tokens))
    else if (tokens.takes('enum')) node.enums.push(enumOf(tokens))
    else if (tokens.takes('oneof')) {
      const oneof = tokens.name()
      oneofs.push(oneof)
      tokens.take('{')
      while (!tokens.takes('}'))
        if (tokens.takes('option')) option(tokens, {})
        else node.fields.push({ ...field(tokens), oneof })
    } else node.fields.push(field(tokens))
  }
  return { name, options, reserved, oneofs, ...node }
}

const nothingReserved = () => ({ names: [] as string[], ranges: [] as (readonly [number, number])[] })

/** `reserved 2, 9 to 11, 100 to max;` or `reserved "a", "b";` */
function reservedIn(tokens: Tokens, { names, ranges }: ReturnType<typeof nothingReserved>): void {
  const number = () => Number(tokens.scalar())
  do {
    const text = tokens.scalar()
    if (!/^-?\d/.test(text)) {
      names.push(text)
      continue
    }
    const first = Number(text)
    const last = !tokens.takes('to') ? first : tokens.takes('max') ? Infinity : number()
    ranges.push([first, last])
  } while (tokens.takes(','))
  tokens.take(';')
}

function field(tokens: Tokens): FieldNode {
  const repeated = tokens.takes('repeated')
  const optional = !repeated && tokens.takes('optional')
  let type = tokens.path()
  let keys: string | undefined
  if (type === 'map' && tokens.takes('<')) {
    keys = tokens.path()
    tokens.take(',')
    type = tokens.path()
    tokens.take('>')
  }
  const name = tokens.name()
  tokens.take('=')
  const number = tokens.number()
  const options: Record<string, OptionValue> = {}
  if (tokens.takes('[')) {
    do assign(tokens, options)
    while (tokens.takes(','))
    tokens.take(']')
  }
  tokens.take(';')
  return { name, number, type, repeated, optional, ...(keys !== undefined && { keys }), options }
}

function enumOf(tokens: Tokens): EnumNode {
  const name = tokens.name()
  const values: (readonly [string, number])[] = []
  const options: Record<string, OptionValue> = {}
  const reserved = nothingReserved()
  tokens.take('{')
  while (!tokens.takes('}')) {
    if (tokens.takes('option')) option(tokens, options)
    else if (tokens.takes('reserved')) reservedIn(tokens, reserved)
    else if (!tokens.takes(';')) {
      const value = tokens.name()
      tokens.take('=')
      values.push([value, Number(tokens.scalar())])
      tokens.skipStatement()
    }
  }
  return { name, values, reserved, allowAlias: options['allow_alias'] === 'true' }
}

function service(tokens: Tokens): FileNode['services'][number] {
  const name = tokens.name()
  const methods: MethodNode[] = []
  tokens.take('{')
  while (!tokens.takes('}')) {
    if (tokens.takes(';')) continue
    if (tokens.is('option')) tokens.skipStatement()
    else {
      tokens.take('rpc')
      methods.push(method(tokens))
    }
  }
  return { name, methods }
}

function method(tokens: Tokens): MethodNode {
  const name = tokens.name()
  const type = (): string => {
    tokens.take('(')
    if (tokens.is('stream')) throw tokens.error('methods with streams are not supported')
    const path = tokens.path()
    tokens.take(')')
    return path
  }
  const request = type()
  tokens.take('returns')
  const response = type()
  const options: Record<string, OptionValue> = {}
  if (tokens.takes('{')) {
    while (!tokens.takes('}'))
      if (tokens.takes('option')) option(tokens, options)
      else tokens.take(';')
  } else tokens.take(';')
  return { name, request, response, options }
}

function option(tokens: Tokens, into: Record<string, OptionValue>): void {
  assign(tokens, into)
  tokens.take(';')
}

/** `name = value`, `(package.name) = value` or `(package.name).member = value`. */
function assign(tokens: Tokens, into: Record<string, OptionValue>): void {
  let name: string
  if (tokens.takes('(')) {
    name = tokens.path().replace(/^\./, '')
    tokens.take(')')
  } else name = tokens.path()
  const member = tokens.takes('.') ? tokens.path() : undefined
  tokens.take('=')
  const given = value(tokens)
  if (member === undefined) into[name] = given
  else into[name] = { ...(own(into, name) as Options | undefined), [member]: given }
}

function value(tokens: Tokens): OptionValue {
  if (tokens.takes('[')) {
    const list: OptionValue[] = []
    while (!tokens.takes(']')) {
      list.push(value(tokens))
      tokens.takes(',')
    }
    return list
  }
  if (!tokens.takes('{')) return tokens.scalar()
  const members: Record<string, OptionValue> = {}
  while (!tokens.takes('}')) {
    const name = tokens.path()
    tokens.takes(':')
    const given = value(tokens)
    const before = own(members, name)
    // A member that occurs twice is repeated.
    members[name] =
      before === undefined ? given : [...(Array.isArray(before) ? (before as OptionValue[]) : [before]), given]
    if (!tokens.takes(',')) tokens.takes(';')
  }
  return members
}

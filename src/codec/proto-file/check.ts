import { UsageError } from '../../base/index.js'
import { isScalar } from '../proto-json/index.js'
import type { EnumNode, FieldNode, FileNode, MessageNode, Reserved } from './parse.js'

/** What protoc refuses in files that parse. Source: protobuf src/google/protobuf/descriptor.cc, compiler/parser.cc. */

/** Source: protobuf.dev programming-guides/proto3, "Assigning Field Numbers". */
const MAX_FIELD_NUMBER = 2 ** 29 - 1
const isOfProtobuf = (number: number): boolean => number >= 19_000 && number <= 19_999

/** Types that a map's keys may not have. */
const isKey = (type: string): boolean => isScalar(type) && type !== 'bytes'

/** @throws UsageError */
export function checkFiles(files: readonly FileNode[]): void {
  const names = new Set<string>()
  for (const file of files) checkScope(names, file.packageName, file)
}

type Scope = Pick<MessageNode, 'messages' | 'enums'> & Partial<Pick<FileNode, 'services'>>

/** Adds the names of a scope. Values of an enum are in the scope around it. */
function checkScope(names: Set<string>, scope: string, { messages, enums, services = [] }: Scope): void {
  const add = (what: string, name: string, why = '') => {
    if (names.has(name)) throw new UsageError(`${what} ${name} is defined twice${why}`)
    names.add(name)
  }
  for (const one of enums) {
    add('the protobuf type', `${scope}.${one.name}`)
    checkEnum(`${scope}.${one.name}`, one)
    for (const [name] of one.values)
      add('the enum value', `${scope}.${name}`, ': values are in the scope around their enum')
  }
  for (const one of messages) {
    const inner = `${scope}.${one.name}`
    add('the protobuf type', inner)
    checkFields(inner, one)
    for (const { name } of one.fields) add('the field', `${inner}.${name}`)
    for (const name of one.oneofs) add('the oneof', `${inner}.${name}`)
    checkScope(names, inner, one)
  }
  for (const { name, methods } of services) {
    add('the service', `${scope}.${name}`)
    for (const method of methods) add('the method', `${scope}.${name}.${method.name}`)
  }
}

function checkFields(type: string, { fields, reserved, oneofs }: MessageNode): void {
  const [jsonNames, numbers] = [new Map<string, string>(), new Map<number, string>()]
  for (const field of fields) {
    const { name, number } = field
    if (number < 1 || number > MAX_FIELD_NUMBER || isOfProtobuf(number))
      throw new UsageError(`the field ${type}.${name} has the number ${number}`, {
        details: [`right: 1 to ${MAX_FIELD_NUMBER}, without 19000 to 19999, which protobuf reserves`],
      })
    checkReserved(`the field ${type}.${name}`, reserved, name, number)
    checkForm(`the field ${type}.${name}`, field)
    const other = numbers.get(number)
    if (other !== undefined && other !== name)
      throw new UsageError(`the fields ${other} and ${name} of ${type} have the same number, ${number}`)
    numbers.set(number, name)
    const alike = jsonNames.get(jsonName(name))
    if (alike !== undefined && alike !== name)
      throw new UsageError(`the fields ${alike} and ${name} of ${type} have the same name in JSON, ${jsonName(name)}`)
    jsonNames.set(jsonName(name), name)
  }
  for (const oneof of oneofs)
    if (!fields.some((field) => field.oneof === oneof)) throw new UsageError(`the oneof ${type}.${oneof} has no field`)
}

const jsonName = (name: string): string => name.replace(/_+([a-z]?)/g, (_, letter: string) => CAPITALS[letter] ?? '')
const CAPITALS = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter, i) => [letter, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i]!]),
)

function checkForm(what: string, { repeated, optional, oneof, keys }: FieldNode): void {
  const isLabelled = repeated || optional
  if (oneof !== undefined && isLabelled)
    throw new UsageError(`${what} is in a oneof, and cannot be repeated or optional`)
  if (keys === undefined) return
  if (oneof !== undefined) throw new UsageError(`${what} is a map, which cannot be in a oneof`)
  if (isLabelled) throw new UsageError(`${what} is a map, and cannot be repeated or optional`)
  if (!isKey(keys))
    throw new UsageError(`${what} has keys of the type ${keys}`, { details: ['right: a whole number, bool or string'] })
}

function checkReserved(what: string, reserved: Reserved, name: string, number: number): void {
  if (reserved.names.includes(name)) throw new UsageError(`${what} has a reserved name`)
  if (reserved.ranges.some(([first, last]) => first <= number && number <= last))
    throw new UsageError(`${what} has the number ${number}, which is reserved`)
}

function checkEnum(type: string, { values, reserved, allowAlias }: EnumNode): void {
  if (values.length === 0) throw new UsageError(`the enum ${type} has no value`)
  if (values[0]![1] !== 0) throw new UsageError(`the first value of the enum ${type} must be 0, not ${values[0]![1]}`)
  const numbers = new Map<number, string>()
  for (const [name, number] of values) {
    if (!Number.isInteger(number) || number < -(2 ** 31) || number >= 2 ** 31)
      throw new UsageError(`the enum value ${name} of ${type} is ${number}`, {
        details: ['right: a number of 32 bits'],
      })
    checkReserved(`the enum value ${name} of ${type}`, reserved, name, number)
    const other = numbers.get(number)
    if (other !== undefined && other !== name && !allowAlias)
      throw new UsageError(`the values ${other} and ${name} of the enum ${type} have the same number, ${number}`, {
        details: ['right, if that is meant: option allow_alias = true;'],
      })
    numbers.set(number, name)
  }
}

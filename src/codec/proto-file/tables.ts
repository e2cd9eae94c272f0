import { UsageError } from '../../base/index.js'
import { addAminoRules, type AminoRules, type FieldRule } from '../amino/rules.js'
import {
  addForms,
  addPackages,
  hasType,
  isEnum,
  isScalar,
  type FieldForms,
  type PackageTable,
} from '../proto-json/index.js'
import { checkFiles } from './check.js'
import { routesOf, type HttpRoute } from './http.js'
import { parseProtoFile, type FieldNode, type FileNode, type MessageNode, type Options } from './parse.js'

const COIN_DECIMALS = new Set(['cosmossdk.io/math.LegacyDec', 'github.com/cosmos/cosmos-sdk/types.Dec'])

/** What a set of protobuf files says. */
export interface Reading {
  readonly packages: Record<
    string,
    { messages: Record<string, string>; enums: Record<string, string>; services: Record<string, string> }
  >
  readonly forms: { [form in keyof FieldForms]: string[] }
  readonly amino: Record<string, AminoRules>
  readonly routes: HttpRoute[]
}

/**
 * Makes the types of protobuf files known to the program: their JSON, their amino JSON, their services in reflection. Types of the SDK and of the
 * chains are known already.
 * @returns the REST paths of their methods, by `google.api.http`
 * @throws UsageError for what does not parse, an unknown type, or a known one in another form
 */
export function learnProtoFiles(texts: readonly string[]): readonly HttpRoute[] {
  const reading = readProtoFiles(texts)
  addPackages(reading.packages satisfies Record<string, PackageTable>)
  addForms(reading.forms)
  addAminoRules(reading.amino)
  return reading.routes
}

/** Reads protobuf files, which may refer to each other. @throws UsageError for what does not parse, or an unknown type */
export function readProtoFiles(texts: readonly string[]): Reading {
  const files = texts.map(parseProtoFile)
  const own = new Set(files.flatMap((file) => namesOf(file)))
  const reading: Reading = {
    packages: {},
    forms: { decimals: [], numbers: [], pointers: [], rawJson: [], hex: [] },
    amino: {},
    routes: [],
  }
  const enums = new Set(files.flatMap((file) => namesOf(file, 'enums')))
  const types: Types = {
    resolve: (scope, name) => resolve(own, scope, name),
    isMessage: (type) => !isScalar(type) && !enums.has(type) && !isEnum(type),
  }
  for (const file of files) read(file, types, reading)
  checkFiles(files)
  return reading
}

/** Names of its messages and enums, or of its enums. */
function namesOf({ packageName, messages, enums }: FileNode, only?: 'enums'): string[] {
  const inner = (scope: string, node: Pick<MessageNode, 'messages' | 'enums'>): string[] => [
    ...node.enums.map(({ name }) => scope + name),
    ...node.messages.flatMap((one) => [
      ...(only === undefined ? [scope + one.name] : []),
      ...inner(`${scope}${one.name}.`, one),
    ]),
  ]
  return inner(packageName === '' ? '' : `${packageName}.`, { messages, enums })
}

/** The full name of a type: that of the innermost scope that has it. */
function resolve(own: ReadonlySet<string>, scope: string, name: string): string {
  if (isScalar(name)) return name
  const exists = (full: string) => own.has(full) || hasType(full)
  if (name.startsWith('.')) {
    if (exists(name.slice(1))) return name.slice(1)
  } else
    for (let at = scope; ; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) {
      const full = at === '' ? name : `${at}.${name}`
      if (exists(full)) return full
      if (at === '') break
    }
  throw new UsageError(`the protobuf type ${name} in ${scope} is not known`, {
    details: [
      'right: a type of the files given, of the SDK, of IBC, of wasmd or of the chain',
      'not supported: double, float, fixed32, sfixed32',
    ],
  })
}

interface Types {
  readonly resolve: (scope: string, name: string) => string
  readonly isMessage: (type: string) => boolean
}

function read(
  { packageName, messages, enums, services }: FileNode,
  { resolve: of, isMessage }: Types,
  into: Reading,
): void {
  if (packageName === '')
    throw new UsageError('a protobuf file has no package', { details: ['right: package my.oracle.v1;'] })
  if (!Object.hasOwn(into.packages, packageName)) into.packages[packageName] = { messages: {}, enums: {}, services: {} }
  const table = into.packages[packageName]!
  const define = (rows: Record<string, string>, name: string, text: string) => {
    if (Object.hasOwn(rows, name)) throw new UsageError(`the protobuf type ${packageName}.${name} is defined twice`)
    rows[name] = text
  }
  const walk = (outer: string, node: Pick<MessageNode, 'messages' | 'enums'>) => {
    for (const { name, values } of node.enums)
      define(table.enums, outer + name, values.map((value) => value.join(' ')).join(', '))
    for (const message of node.messages) {
      const [name, scope] = [outer + message.name, `${packageName}.${outer}${message.name}`]
      const entries = message.fields.map((field) => {
        const type = of(scope, field.type)
        if (field.keys === undefined) return entryOf(field, type, isMessage(type))
        // A map is a list of messages of a type of its own.
        const entry = `${camel(field.name)}Entry`
        define(table.messages, `${name}.${entry}`, `key ${of(scope, field.keys)} 1, value ${type} 2`)
        return `${field.name} ${scope}.${entry}{} ${field.number}`
      })
      define(table.messages, name, entries.join(', '))
      into.amino[scope] = aminoOf(scope, message)
      for (const field of message.fields) addForm(into.forms, `${scope}.${field.name}`, field)
      walk(`${name}.`, message)
    }
  }
  walk('', { messages, enums })
  for (const { name, methods } of services) {
    const type = (written: string) => of(packageName, written)
    define(
      table.services,
      name,
      methods.map((method) => `${method.name} ${type(method.request)} ${type(method.response)}`).join(', '),
    )
    for (const method of methods)
      into.routes.push(...routesOf(`/${packageName}.${name}/${method.name}`, method.options))
  }
}

function entryOf(
  { name, number, repeated, optional, oneof, options }: FieldNode,
  full: string,
  isMessage: boolean,
): string {
  const isPointer = isMessage && options['gogoproto.nullable'] !== 'false'
  const suffix = repeated ? '[]' : oneof !== undefined ? `|${oneof}` : optional || isPointer ? '?' : ''
  return `${name} ${full}${suffix} ${number}`
}

const textOf = (options: Options, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

function addForm(forms: Reading['forms'], field: string, { options, repeated }: FieldNode): void {
  const [custom, cast] = [textOf(options, 'gogoproto.customtype'), textOf(options, 'gogoproto.casttype')]
  const isDecimal = custom !== undefined && COIN_DECIMALS.has(custom)
  const isNumber = custom?.endsWith('.Int') || custom?.endsWith('.Uint')
  if (isDecimal) forms.decimals.push(field)
  else if (isNumber) forms.numbers.push(field)
  if ((isDecimal || isNumber) && !repeated && options['gogoproto.nullable'] !== 'false') forms.pointers.push(field)
  if (cast?.endsWith('.RawContractMessage')) forms.rawJson.push(field)
  if (cast?.endsWith('.HexBytes')) forms.hex.push(field)
}

/** Source: cosmossdk.io/x/tx v0.14.0 signing/aminojson/options.go. */
function aminoOf(type: string, { options, fields }: MessageNode): AminoRules {
  const encoding = textOf(options, 'amino.message_encoding')
  if (encoding !== undefined)
    throw new UsageError(`${type} has an encoding of its own in amino JSON, ${encoding}, which is not supported`)
  const name = textOf(options, 'amino.name')
  return {
    ...(name !== undefined && { name }),
    fields: Object.fromEntries(fields.map((field) => [field.name, aminoRule(field)])),
  }
}

function aminoRule({ name, options, optional, oneof = optional ? name : undefined }: FieldNode): FieldRule {
  const as = textOf(options, 'amino.field_name')
  const encoding = textOf(options, 'amino.encoding')
  const scalar = textOf(options, 'cosmos_proto.scalar')
  const isDecimal = scalar === 'cosmos.Dec' && options['gogoproto.customtype'] === 'cosmossdk.io/math.LegacyDec'
  const isPlain = encoding !== 'legacy_coins' && encoding !== 'inline_json'
  return {
    ...(as !== undefined && { as }),
    ...(options['amino.dont_omitempty'] === 'true' && { always: encoding === 'legacy_coins' ? '[]' : 'null' }),
    ...(encoding === 'inline_json' && { inline: true }),
    ...(isPlain && isDecimal && { number: 'dec' }),
    ...(isPlain && scalar === 'cosmos.Int' && { number: 'int' }),
    ...(oneof !== undefined && { oneof: { name: camel(oneof), type: textOf(options, 'amino.oneof_name') } }),
  }
}

/** Source: github.com/iancoleman/strcase `ToCamel`. */
const camel = (name: string): string =>
  name.replace(/(?:^|[_\-. ]|(?<=\d))([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()).replace(/[_\-. ]/g, '')

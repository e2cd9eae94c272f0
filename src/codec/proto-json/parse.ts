import { goQuote } from '../go-quote.js'
import { UsageError } from '../../base/index.js'
import { parseDecimal } from '../decimals.js'
import { decodeGoBase64 } from '../go-json/base64.js'
import { ProtoWriter } from '../proto.js'
import { encodeDuration, encodeTimestamp, parseDuration, parseRfc3339 } from '../time.js'
import { writeLeaves, type Leaf } from './leaf.js'
import { DECIMALS, RAW_JSON } from './rules.js'
import { entryFields, enumValues, fieldsOf, type Field } from './schema.js'

const MAX_DEPTH = 100

/** Input that cannot be converted to a message, with Go's text. */
const problem = (text: string): UsageError => new UsageError(text)

/** Where parameters of a route come from: `pagination.limit` and its texts. */
export type ParamSource = Iterable<readonly [name: string, values: readonly string[]]>

/**
 * A message from the parameters of a URL; names that are not fields of the message are ignored.
 * @throws UsageError with Go's text
 * Source: grpc-ecosystem/grpc-gateway v1.16 runtime/query.go `PopulateQueryParameters`.
 */
export function protoOfParams(type: string, params: ParamSource): Uint8Array {
  const writer = new ProtoWriter()
  const inner = new Map<string, [string, readonly string[]][]>()
  const fields = fieldsOf(type)
  for (const [name, values] of params) {
    const [first = '', ...rest] = name.split('.')
    const field = fields.find((candidate) => candidate.name === first || candidate.jsonName === first)
    if (field === undefined || values.length === 0) continue
    if (rest.length > 0) {
      if (field.kind !== 'message' || field.repeated) continue
      const list = inner.get(field.name) ?? []
      list.push([rest.join('.'), values])
      inner.set(field.name, list)
    } else if (field.kind !== 'message') {
      const texts = field.repeated ? values : values.slice(0, 1)
      writeLeaves(
        writer,
        field,
        texts.map((text) => ofText(field, text)),
      )
    }
  }
  for (const field of fields) {
    const list = inner.get(field.name)
    if (list !== undefined) writer.message(field.number, protoOfParams(field.type, list))
  }
  return writer.finish()
}

/** A value of a URL. @throws UsageError with the text of Go's `strconv` */
function ofText(field: Field, text: string): Leaf {
  const { type, kind } = field
  if (kind === 'enum') return enumNumber(type, text)
  if (type === 'string') return text
  if (type === 'bool') return boolean(text)
  if (type === 'bytes') return base64(text)
  return integer(type, text)
}

function boolean(text: string): boolean {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true
  if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false
  throw problem(`strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`)
}

function integer(type: string, text: string): bigint {
  const signed = !type.startsWith('u') && type !== 'fixed64'
  const parser = signed ? 'ParseInt' : 'ParseUint'
  if (!(signed ? /^[+-]?[0-9]+$/ : /^[0-9]+$/).test(text))
    throw problem(`strconv.${parser}: parsing ${goQuote(text)}: invalid syntax`)
  const value = BigInt(text.replace(/^\+/, ''))
  const bits = type.endsWith('32') ? 32 : 64
  if ((signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) !== value)
    throw problem(`strconv.${parser}: parsing ${goQuote(text)}: value out of range`)
  return value
}

/** Standard base64, or that of URLs. Source: grpc-gateway runtime/convert.go `Bytes` */
function base64(text: string): Uint8Array {
  const standard = decodeGoBase64(text)
  if ('bytes' in standard) return standard.bytes
  const url = decodeGoBase64(text.replace(/[-_+/]/g, (sign) => URL_SIGNS[sign]!))
  if ('bytes' in url) return url.bytes
  throw problem(`illegal base64 data at input byte ${url.corruptAt}`)
}

const URL_SIGNS: Readonly<Record<string, string>> = { '-': '+', _: '/', '+': '-', '/': '_' }

function enumNumber(type: string, text: string): bigint {
  for (const [number, name] of enumValues(type) ?? []) if (name === text) return BigInt(number)
  if (/^-?[0-9]+$/.test(text)) return integer('int32', text)
  throw problem(`${goQuote(text)} is not a valid value`)
}

/**
 * A message from its JSON: names of fields as in the protobuf file or in camel case, unknown ones rejected, `Any` under `@type`.
 * @throws UsageError. Source: github.com/cosmos/gogoproto jsonpb `Unmarshal`
 */
export function parseProtoJson(type: string, json: string): Uint8Array {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause })
  }
  return object(type, value, 0)
}

function timeText(value: unknown): string {
  if (typeof value === 'string') return value
  throw problem(`json: cannot unmarshal ${kindOf(value)} into Go value of type string`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function object(type: string, value: unknown, depth: number): Uint8Array {
  if (depth > MAX_DEPTH) throw problem('JSON is nested too deep')
  if (type === 'google.protobuf.Timestamp') return encodeTimestamp(parseRfc3339(timeText(value)))
  if (type === 'google.protobuf.Duration') return encodeDuration(parseDuration(timeText(value)))
  if (!isObject(value)) throw problem(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`)
  if (type === 'google.protobuf.Any') return any(value, depth)
  return members(type, fieldsOf(type), value, depth)
}

function members(
  type: string,
  fields: readonly Field[],
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Uint8Array {
  const writer = new ProtoWriter()
  for (const name of Object.keys(value))
    if (!fields.some((field) => field.name === name || field.jsonName === name))
      throw problem(`unknown field ${goQuote(name)} in ${type}`)
  for (const field of fields) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : value[field.jsonName]
    if (given === undefined || given === null) continue
    if (field.map) {
      for (const [key, item] of Object.entries(given)) {
        const row = { key, value: item as unknown }
        writer.message(field.number, members(field.type, entryFields(field.type), row, depth + 1))
      }
      continue
    }
    if (field.repeated && !Array.isArray(given))
      throw problem(`json: cannot unmarshal ${kindOf(given)} into Go value of type []json.RawMessage`)
    const items = field.repeated ? (given as readonly unknown[]) : [given]
    if (field.kind === 'message')
      for (const one of items) writer.message(field.number, object(field.type, one, depth + 1))
    else
      writeLeaves(
        writer,
        field,
        items.map((one) => ofJson(`${type}.${field.name}`, field, one)),
      )
  }
  return writer.finish()
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

function any(value: Readonly<Record<string, unknown>>, depth: number): Uint8Array {
  const { '@type': typeUrl, ...members } = value
  if (typeof typeUrl !== 'string') throw problem("Any JSON doesn't have '@type'")
  const inner = object(typeUrl.slice(typeUrl.lastIndexOf('/') + 1), members, depth + 1)
  return new ProtoWriter().string(1, typeUrl).bytes(2, inner).finish()
}

function ofJson(id: string, field: Field, value: unknown): Leaf {
  const { type, kind } = field
  if (RAW_JSON.has(id)) return JSON.stringify(value)
  if (kind === 'enum' && (typeof value === 'string' || typeof value === 'number'))
    return enumNumber(type, String(value))
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return DECIMALS.has(id) ? String(parseDecimal(value)) : value
  if (type === 'bytes' && typeof value === 'string') return base64(value)
  if (kind === 'scalar' && type !== 'string' && type !== 'bytes' && type !== 'bool')
    if (typeof value === 'string' || Number.isSafeInteger(value)) return integer(type, String(value))
  throw problem(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}`)
}

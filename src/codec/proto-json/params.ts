import { goQuote } from '../go-quote.js'
import { UsageError } from '../../base/index.js'
import { decodeGoBase64 } from '../go-json/base64.js'
import { ProtoWriter } from '../proto.js'
import { writeLeaves, type Leaf } from './leaf.js'
import { TYPES, type Field, type Types } from './schema.js'

/** A value that cannot be converted, with Go's text. */
const problem = (text: string): UsageError => new UsageError(text)

/** Where parameters of a route come from: `pagination.limit` and its texts. */
export type ParamSource = Iterable<readonly [name: string, values: readonly string[]]>

/**
 * A message from the parameters of a URL; names that are not fields of the message are ignored.
 * @throws UsageError with Go's text
 * Source: grpc-ecosystem/grpc-gateway v1.16 runtime/query.go `PopulateQueryParameters`.
 */
export function protoOfParams(type: string, params: ParamSource, types = TYPES): Uint8Array {
  const writer = new ProtoWriter()
  const inner = new Map<string, [string, readonly string[]][]>()
  const fields = types.fieldsOf(type)
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
        texts.map((text) => ofText(field, text, types)),
      )
    }
  }
  for (const field of fields) {
    const list = inner.get(field.name)
    if (list !== undefined) writer.message(field.number, protoOfParams(field.type, list, types))
  }
  return writer.finish()
}

/** A value of a URL. @throws UsageError with the text of Go's `strconv` */
function ofText(field: Field, text: string, types: Types): Leaf {
  const { type, kind } = field
  if (kind === 'enum') return enumNumber(type, text, types)
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

/** Enums whose names the gateway does not know: it reads numbers only. Source: cosmos-sdk x/gov/types/v1beta1/query.pb.gw.go */
const NUMBERS_ONLY: readonly string[] = ['cosmos.gov.v1beta1.ProposalStatus']

function enumNumber(type: string, text: string, types: Types): bigint {
  if (NUMBERS_ONLY.includes(type)) return integer('int32', text)
  for (const [number, name] of types.enumValues(type) ?? []) if (name === text) return BigInt(number)
  if (/^-?[0-9]+$/.test(text)) return integer('int32', text)
  throw problem(`${goQuote(text)} is not a valid value`)
}

import { ChainError } from '../../src/base/errors.js'
import { toHex, toUtf8 } from '../../src/base/bytes.js'
import { Panic } from '../../src/chain/gas.js'
import { fieldsOf, hasType, methodTypes, type Field } from '../../src/codec/proto-json/index.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import type { ChainNode } from '../../src/server/chain-node.js'

/** A value of a field that is not the default. */
type Value = string | bigint | Uint8Array | Request
interface Request {
  readonly [field: string]: Value
}

/** Values by the names of fields; the first one is what the chain knows. */
export type Known = (field: string, type: string) => readonly (string | bigint | Uint8Array)[]

/** Values of a field: those that the chain knows, and others that it does not. */
function valuesOf({ name, type, kind }: Field, known: Known, depth = 2): readonly Value[] {
  if (type === 'cosmos.base.query.v1beta1.PageRequest')
    // Whoever reads both refuses them together.
    return [{ key: Uint8Array.of(1), offset: 1n }, { limit: 1n, count_total: 1n }, { reverse: 1n }]
  if (kind === 'message')
    return hasType(type) && !type.startsWith('google.')
      ? [
          Object.fromEntries(
            depth === 0
              ? []
              : fieldsOf(type).map((field) => [field.name, valuesOf(field, known, depth - 1)[0]!] as const),
          ),
        ]
      : [{ type_url: '/strange.Type', value: Uint8Array.of(1) }]
  const found = known(name, type)
  if (type === 'string') return [...found, 'strange']
  if (type === 'bytes') return [...found, toUtf8('strange')]
  return [...found, 1n, 2n, 1_000n]
}

function encode(type: string, request: Request): Uint8Array {
  const writer = new ProtoWriter()
  const fields = hasType(type) && !type.startsWith('google.') ? fieldsOf(type) : ANY
  for (const { name, number, type: of } of fields) {
    const value = request[name]
    if (value === undefined) continue
    if (typeof value === 'string') writer.string(number, value)
    else if (typeof value === 'bigint') writer.uint64(number, value)
    else if (value instanceof Uint8Array) writer.bytes(number, value)
    else writer.message(number, encode(of, value))
  }
  return writer.finish()
}
const ANY = [
  { name: 'type_url', number: 1, type: 'string' },
  { name: 'value', number: 2, type: 'bytes' },
]

/** What a node answers, or why not. */
function outcome(node: ChainNode, path: string, request: Uint8Array): string {
  try {
    return toHex(node.query(path, request))
  } catch (error) {
    if (error instanceof ChainError || error instanceof Panic) return `${error.name} ${error.message}`
    throw error
  }
}

/**
 * Fields of requests that change no answer and no error, whatever their value, as `/package.Service/Method field`.
 * @param known values that a chain of the node has something for
 */
export function ineffectiveFields(node: ChainNode, known: Known): readonly string[] {
  const found: string[] = []
  for (const path of node.paths) {
    const type = methodTypes(path)?.request
    if (type === undefined) {
      found.push(`${path} in no table`)
      continue
    }
    const fields = fieldsOf(type)
    const first = (without?: string): Request =>
      Object.fromEntries(
        fields.flatMap((field) => {
          if (field.name === without || field.type === 'cosmos.base.query.v1beta1.PageRequest') return []
          const [value] = valuesOf(field, known)
          return value === undefined ? [] : [[field.name, value] as const]
        }),
      )
    const bases = [{}, first(), ...fields.map(({ name }) => first(name))]
    for (const field of fields) {
      const differs = bases.some((base) => {
        const { [field.name]: _, ...rest } = base
        const usual = outcome(node, path, encode(type, rest))
        return valuesOf(field, known).some(
          (value) => outcome(node, path, encode(type, { ...rest, [field.name]: value })) !== usual,
        )
      })
      if (!differs) found.push(`${path} ${field.name}`)
    }
  }
  return found.sort()
}

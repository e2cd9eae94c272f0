import { fromBase64, fromHex, NO_BYTES, toUtf8, UsageError } from '../../base/index.js'
import { RpcFailure } from './failure.js'

/** Type of a parameter: in JSON `bytes` are base64 and `hex` is hex; in a URI both are `0x…` or a quoted string. */
type ParamKind = 'integer' | 'boolean' | 'string' | 'bytes' | 'hex'
export type ParamValue = number | boolean | string | Uint8Array | undefined
export type ParamTypes = Readonly<Record<string, ParamKind>>

/** The arguments of a call, by name. */
export class Params {
  readonly #values: ReadonlyMap<string, ParamValue>

  constructor(values: ReadonlyMap<string, ParamValue>) {
    this.#values = values
  }

  integer(name: string): number | undefined {
    return this.#values.get(name) as number | undefined
  }
  boolean(name: string): boolean {
    return this.#values.get(name) === true
  }
  string(name: string): string {
    return (this.#values.get(name) as string | undefined) ?? ''
  }
  bytes(name: string): Uint8Array {
    return (this.#values.get(name) as Uint8Array | undefined) ?? NO_BYTES
  }
}

/** Parameters of a JSON-RPC call, by name or in order. @throws RpcFailure. Source: cometbft rpc/jsonrpc/server/http_json_handler.go */
export function jsonParams(types: ParamTypes, given: unknown): Params {
  const names = Object.keys(types)
  if (given === undefined || given === null) return new Params(new Map())
  if (Array.isArray(given)) {
    if (given.length !== names.length) {
      const bytes = given.map((one) => `[${bytesOf(one)}]`).join(' ')
      throw wrong(
        'json',
        `expected ${names.length} parameters ([${names.join(' ')}]), got ${given.length} ([${bytes}])`,
      )
    }
    return read('json', names, types, (name) => fromJson(types[name]!, given[names.indexOf(name)]))
  }
  if (typeof given !== 'object')
    throw wrong(
      'json',
      `unknown type for JSON params: json: cannot unmarshal ${typeof given === 'boolean' ? 'bool' : typeof given} into Go value of type []json.RawMessage. Expected map or array`,
    )
  const members = given as Readonly<Record<string, unknown>>
  return read('json', names, types, (name) =>
    Object.hasOwn(members, name) ? fromJson(types[name]!, members[name]) : undefined,
  )
}

/** Parameters of a URI. @throws RpcFailure. Source: cometbft rpc/jsonrpc/server/http_uri_handler.go */
export const uriParams = (types: ParamTypes, query: URLSearchParams): Params =>
  read('http', Object.keys(types), types, (name) => {
    const text = query.get(name)
    return text === null || text === '' ? undefined : fromUri(types[name]!, text)
  })

/** The bytes of its JSON, as Go prints them; empty if it is nested too deeply to be encoded. */
function bytesOf(value: unknown): string {
  try {
    return toUtf8(JSON.stringify(value)).join(' ')
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

type Form = 'json' | 'http'

function read(form: Form, names: readonly string[], types: ParamTypes, value: (name: string) => ParamValue): Params {
  return new Params(
    new Map(
      names.map((name) => {
        try {
          return [name, value(name)]
        } catch (error) {
          if (error instanceof UsageError)
            throw wrong(form, `error converting parameter ${name} to ${types[name]}: ${error.shortMessage}`)
          throw error
        }
      }),
    ),
  )
}

const wrong = (form: Form, text: string): RpcFailure =>
  new RpcFailure(`error converting ${form} params to arguments: ${text}`, 'params')

function fromJson(kind: ParamKind, value: unknown): ParamValue {
  if (value === undefined || value === null) return undefined
  if (kind === 'boolean' && typeof value === 'boolean') return value
  if (kind === 'integer' && (typeof value === 'number' || typeof value === 'string')) return integer(String(value))
  if (typeof value === 'string') {
    if (kind === 'string') return value
    if (kind === 'bytes') return fromBase64(value)
    if (kind === 'hex') return fromHex(value)
  }
  throw new UsageError(`expected ${kind}, got ${shown(value)}`)
}

const shown = (value: {}): string =>
  typeof value !== 'object' ? JSON.stringify(value).slice(0, 80) : Array.isArray(value) ? 'an array' : 'an object'

function fromUri(kind: ParamKind, text: string): ParamValue {
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (kind === 'integer') return integer(quoted ?? text)
  if (kind === 'string' && quoted !== undefined) return quoted
  if (kind === 'bytes' || kind === 'hex') {
    if (/^0x/i.test(text)) return fromHex(text.slice(2))
    if (quoted !== undefined) return toUtf8(quoted)
  }
  throw new UsageError(`expected ${kind}, got ${text.slice(0, 80)}`)
}

function integer(text: string): number {
  const value = Number(text)
  if (!/^-?[0-9]+$/.test(text) || !Number.isSafeInteger(value))
    throw new UsageError(`not an integer: ${text.slice(0, 80)}`)
  return value
}

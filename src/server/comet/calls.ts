import { toUtf8 } from '../../base/index.js'
import {
  anyValue,
  GoJsonDecoder,
  GoJsonError,
  goText,
  jsonSyntaxError,
  rawMessage,
  string,
  struct,
  unmarshal,
  unmarshalValid,
  wellFormed,
  type GoValue,
} from '../../codec/go-json/index.js'
import { goValueText } from '../../codec/index.js'

/** The id of a request; a number is an int64. */
export type Id = string | bigint

/** One request; without an id it is a notification. */
export interface Call {
  readonly id: Id | undefined
  readonly method: string
  readonly params: unknown
}

const Request = struct(
  '',
  { jsonrpc: string, id: anyValue, method: string, params: rawMessage },
  'struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }',
)

/** The requests of a body, one or a list. @throws GoJsonError. Source: cometbft v0.38 rpc/jsonrpc/server/http_json_handler.go */
export function callsOf(text: string): readonly Call[] {
  const bytes = toUtf8(text)
  const syntax = jsonSyntaxError(bytes)
  if (syntax !== undefined) throw new GoJsonError(syntax)
  const reader = new GoJsonDecoder(bytes)
  const kind = reader.kind()
  if (kind === 'null') return []
  if (kind !== 'array') return [readCall(bytes)]
  const items: Uint8Array[] = []
  reader.array(() => items.push(reader.raw()))
  try {
    return items.map(readCall)
  } catch (error) {
    // The reference then takes the list for one request.
    if (error instanceof GoJsonError) unmarshalValid(Request, bytes)
    throw error
  }
}

/** The first JSON value of a message on a WebSocket. @throws GoJsonError. Source: rpc/jsonrpc/server/ws_handler.go, Go's `json.Decoder` */
export function callOf(text: string): Call {
  const bytes = toUtf8(text)
  const syntax = jsonSyntaxError(bytes)
  if (syntax === undefined) return readCall(bytes)
  if (syntax.endsWith('after top-level value')) return readCall(new GoJsonDecoder(bytes).raw())
  if (syntax !== 'unexpected end of JSON input') throw new GoJsonError(syntax)
  throw new GoJsonError(/^[ \t\r\n]*$/.test(text) ? 'EOF' : 'unexpected EOF')
}

function readCall(bytes: Uint8Array): Call {
  const { id, method, params } = unmarshal(Request, bytes)
  if (id === undefined || id === null) return { id: undefined, method: '', params: undefined }
  return { id: idOf(id), method, params: params && (JSON.parse(goText(params)) as unknown) }
}

/** @throws GoJsonError. Source: rpc/jsonrpc/types/types.go `idFromInterface` */
function idOf(id: GoValue): Id {
  if (typeof id === 'string') return wellFormed(id)
  if (typeof id === 'number') return int64(id)
  const type = typeof id === 'boolean' ? 'bool' : Array.isArray(id) ? '[]interface {}' : 'map[string]interface {}'
  throw new GoJsonError(`json-rpc ID (${goValueText(id)}) is of unknown type (${type})`)
}

/** A float64 as an int64; one that does not fit becomes the smallest, as on amd64. */
const int64 = (value: number): bigint =>
  value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(Math.trunc(value)) : -(2n ** 63n)

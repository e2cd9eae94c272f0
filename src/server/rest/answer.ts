import { ChainError, concatBytes, NO_BYTES, SudoboxError, toUtf8, UsageError } from '../../base/index.js'
import { GRPC_CODES, grpcStatus } from '../../chain/index.js'
import { goString, wellFormed } from '../../codec/go-json/index.js'
import { ProtoWriter } from '../../codec/index.js'
import {
  protoOfBody,
  protoJson,
  mergedProto,
  protoOfParams,
  type MethodTypes,
  type Types,
} from '../../codec/proto-json/index.js'
import { chainErrorOf } from '../chain-error.js'
import type { ChainNode } from '../chain-node.js'
import { observed, UNKNOWN_METHOD } from '../observer.js'
import { Router, type Matched } from './match.js'

/** A request to the REST gateway. */
export interface RestRequest {
  readonly verb: string
  /** Path and query. */
  readonly url: string
  readonly body: string
  /** 0 for the latest. */
  readonly height: number
}

/** A response of the REST gateway. */
export interface RestAnswer {
  readonly status: number
  readonly body: string
}

/** Source: grpc-gateway v1.16 runtime/errors.go `HTTPStatusFromCode`. */
const HTTP_STATUS: Readonly<Record<number, number>> = {
  [GRPC_CODES.InvalidArgument]: 400,
  [GRPC_CODES.NotFound]: 404,
  [GRPC_CODES.AlreadyExists]: 409,
  [GRPC_CODES.PermissionDenied]: 403,
  [GRPC_CODES.FailedPrecondition]: 412,
  [GRPC_CODES.OutOfRange]: 400,
  [GRPC_CODES.Unimplemented]: 501,
  [GRPC_CODES.Unavailable]: 503,
}

export const restError = (code: number, message: string, status = HTTP_STATUS[code] ?? 500): RestAnswer => ({
  status,
  body: `{"code":${code},"message":${plainString(message)},"details":[]}`,
})

const UNESCAPED: Readonly<Record<string, string>> = { u003c: '<', u003e: '>', u0026: '&' }

/** Texts of errors have `<`, `>` and `&` as they are. */
const plainString = (text: string): string =>
  goString(text).replace(/\\(\\|u003c|u003e|u0026)/g, (all, code: string) => UNESCAPED[code] ?? all)

/** What the gateway answers in place of an error whose text is not UTF-8, which protobuf refuses. */
const UNPRINTABLE: RestAnswer = { status: 500, body: '{"code": 13, "message": "failed to marshal error message"}' }

const invalid = (message: string): RestAnswer => restError(GRPC_CODES.InvalidArgument, message)

/** The REST gateway of a chain, without a network. Source: cosmos-sdk server/api, grpc-gateway v1.16. */
export class RestGateway {
  readonly #node: ChainNode
  readonly #router: Router

  constructor(node: ChainNode) {
    this.#node = node
    this.#router = new Router(node.chain.name, node.chain.routes)
  }

  /** Never throws. */
  answer({ verb, url, body, height }: RestRequest): RestAnswer {
    const [path = '', query = ''] = splitOnce(url, '?')
    const fits = this.#router.match(decoded(path)).filter(({ route }) => this.#node.answers(route.method))
    const matched = fits.find(({ route }) => route.verb === verb)
    const run = (): RestAnswer =>
      matched === undefined
        ? restError(GRPC_CODES.Unimplemented, fits.length === 0 ? 'Not Implemented' : 'Method Not Allowed')
        : this.#query(matched, query, body, height)
    const method = matched?.route.method ?? UNKNOWN_METHOD
    return observed(this.#node.observer, { server: 'rest', method }, run, {
      ofResult: ({ status }) => (status < 400 ? undefined : status),
    })
  }

  #query(matched: Matched, query: string, body: string, height: number): RestAnswer {
    const { method } = matched.route
    const types = this.#node.app.types.methodTypes(method)
    if (types === undefined) return restError(GRPC_CODES.Unimplemented, 'Not Implemented')
    let request: Uint8Array
    try {
      request = requestOf(this.#node.app.types, types, matched, new URLSearchParams(query), body)
    } catch (error) {
      return invalid(error instanceof SudoboxError ? error.shortMessage : 'malformed request')
    }
    try {
      return {
        status: 200,
        body: protoJson(types.response, this.#node.query(method, request, height), this.#node.app.types),
      }
    } catch (error) {
      const known = error instanceof SudoboxError && !(error instanceof ChainError || error instanceof UsageError)
      if (known) return restError(GRPC_CODES.Internal, error.shortMessage)
      const { code, message } = grpcStatus(chainErrorOf(error))
      return wellFormed(message) === message ? restError(code, message) : UNPRINTABLE
    }
  }
}

/**
 * The body first, then the fields of the path, then the query, if there is no body that is the whole request.
 * @throws UsageError in the words of the gateway. Source: grpc-gateway v1.16 protoc-gen-grpc-gateway/internal/gengateway/template.go
 */
function requestOf(
  all: Types,
  types: MethodTypes,
  { route, values }: Matched,
  query: URLSearchParams,
  body: string,
): Uint8Array {
  const fields = all.fieldsOf(types.request)
  const given = bodyOf(all, types.request, route.body, toUtf8(body))
  const params = new Map<string, string[]>()
  const elsewhere = [...values.map(([field]) => field), ...(route.body === undefined ? [] : [route.body])]
  const isElsewhere = (name: string) => elsewhere.some((field) => name === field || name.startsWith(`${field}.`))
  if (route.body !== '*')
    for (const [name, value] of query) if (!isElsewhere(name)) params.set(name, [...(params.get(name) ?? []), value])
  for (const [field, value] of values) {
    const isList = fields.some(({ name, repeated }) => name === field && repeated)
    const texts = isList ? value.split(',') : [value]
    params.set(field, texts)
    try {
      protoOfParams(types.request, [[field, texts]], all)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      throw new UsageError(`type mismatch, parameter: ${field}, error: ${error.shortMessage}`)
    }
  }
  return mergedProto(types.request, concatBytes(given, protoOfParams(types.request, params, all)), all)
}

function bodyOf(all: Types, type: string, named: string | undefined, body: Uint8Array): Uint8Array {
  if (named === undefined) return NO_BYTES
  if (named === '*') return protoOfBody(type, body, all)
  const field = all.fieldsOf(type).find(({ name }) => name === named)
  if (field?.kind !== 'message' || field.repeated) throw new UsageError(`the body is ${named}, which is no message`)
  return new ProtoWriter().message(field.number, protoOfBody(field.type, body, all)).finish()
}

function splitOnce(text: string, at: string): readonly string[] {
  const place = text.indexOf(at)
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

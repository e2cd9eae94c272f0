import { fromUtf8, NO_BYTES, refuseUnknown } from '../../base/index.js'
import { message, type Context, type MessageDecoder, type QueryHandler } from '../../chain/index.js'
import { methodTypes, protoJson } from '../../codec/proto-json/index.js'
import { unsupportedRequest } from '../../codec/wasm/index.js'
import type { ResponseJson } from '../../modules/wasm/index.js'
import type { PluginContext } from './context.js'
import { guarded } from './guard.js'
import { jsonBytes } from './json.js'

/** A protobuf type as in generated code (cosmjs-types, ts-proto, protobufjs), or a pair of functions. */
export interface ProtoCodec<T> {
  decode(bytes: Uint8Array): T
  encode(value: T): Uint8Array | { finish(): Uint8Array }
}

function encoded<T>(codec: ProtoCodec<T>, value: T): Uint8Array {
  const bytes = codec.encode(value)
  return bytes instanceof Uint8Array ? bytes : bytes.finish()
}

type ContextOf = (ctx: Context) => PluginContext

/** A message by its type URL; build it with {@link protoMessage}. */
export interface AnyProtoMessage {
  readonly typeUrl: string
  readonly entry: (contextOf: ContextOf) => readonly [typeUrl: string, decoder: MessageDecoder]
}

/**
 * A protobuf message: of transactions, of contracts (`CosmosMsg::Any`) and of proposals. `signers` are the addresses that must sign it, the
 * first is the sender of its event; a contract may send only what it alone signs. What `handle` returns is encoded by `response`.
 */
export function protoMessage<T, R = void>(spec: {
  readonly typeUrl: string
  readonly request: ProtoCodec<T>
  readonly response?: ProtoCodec<R>
  /** By default the type URL of the message with `Response` appended. */
  readonly responseTypeUrl?: string
  readonly signers: (message: NoInfer<T>) => readonly string[]
  /** Stateless checks, made before the fee is paid; throw to refuse the message. @param prefix of the chain's addresses */
  readonly validate?: (message: NoInfer<T>, prefix: string) => void
  readonly handle: (ctx: PluginContext, message: NoInfer<T>) => NoInfer<R>
}): AnyProtoMessage {
  refuseUnknown('protoMessage', [spec])
  const { typeUrl, request, response, validate } = spec
  const in_ = <V>(part: string, run: () => V): V => guarded(`${part} of ${typeUrl}`, run)
  return {
    typeUrl,
    entry: (contextOf) =>
      message<T>({
        typeUrl,
        ...(spec.responseTypeUrl !== undefined && { responseTypeUrl: spec.responseTypeUrl }),
        decode: (bytes) => in_('decode', () => request.decode(bytes)),
        signers: (msg) => in_('signers', () => spec.signers(msg)),
        validateBasic: (msg, prefix) => in_('validate', () => validate?.(msg, prefix)),
        handle: (ctx, msg) => {
          const answer = in_('handle', () => spec.handle(contextOf(ctx), msg))
          return response === undefined ? NO_BYTES : in_('response', () => encoded(response, answer))
        },
      }),
  }
}

/** A gRPC query; build it with {@link grpcQuery}. */
export interface AnyGrpcQuery {
  readonly path: string
  /** Whether contracts may make it. */
  readonly contracts: boolean
  readonly handler: (contextOf: ContextOf) => QueryHandler
  readonly json: ResponseJson
}

/** A gRPC query for clients and, by default, for contracts. Writes are discarded. */
export function grpcQuery<Req, Res>(spec: {
  readonly path: string
  readonly request: ProtoCodec<Req>
  readonly response: ProtoCodec<Res>
  readonly answer: (ctx: PluginContext, request: NoInfer<Req>) => NoInfer<Res>
  /** Whether contracts may make it, by `grpc` and `stargate` (default true). */
  readonly contracts?: boolean
  /**
   * The response in the chain's JSON, for `stargate` queries of contracts: names as in the protobuf file, 64-bit numbers as strings, bytes in
   * base64, defaults included. Without it `stargate` is refused, unless the chain knows the response type.
   */
  readonly json?: (response: NoInfer<Res>) => unknown
}): AnyGrpcQuery {
  refuseUnknown('grpcQuery', [spec])
  const { path, request, response, json } = spec
  const in_ = <V>(part: string, run: () => V): V => guarded(`${part} of ${path}`, run)
  return {
    path,
    contracts: spec.contracts ?? true,
    handler: (contextOf) => (ctx, bytes) => {
      const decoded = in_('request', () => request.decode(bytes))
      const answer = in_('answer', () => spec.answer(contextOf(ctx), decoded))
      return in_('response', () => encoded(response, answer))
    },
    json: (bytes) => {
      if (json !== undefined) return in_('json', () => fromUtf8(jsonBytes(json(response.decode(bytes)))))
      const type = methodTypes(path)?.response
      if (type === undefined) throw unsupportedRequest(`'${path}' has no JSON form: pass "json" to grpcQuery()`)
      return protoJson(type, bytes)
    },
  }
}

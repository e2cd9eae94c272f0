import { UsageError } from '../../../base/index.js'
import { plainError, type Context, type GrpcQueryRouter, type MessageRouter } from '../../../chain/index.js'
import { decodeAny, type Any } from '../../../codec/index.js'
import { parseProtoJson } from '../../../codec/proto-json/index.js'

/** What Go prints for the interface of messages. */
const MSG = '*interface { ProtoMessage(); Reset(); String() string }'

/** Messages and questions of modules, without the events and checks of a transaction around them. */
export class Handlers {
  readonly #messages: () => MessageRouter
  readonly #queries: () => GrpcQueryRouter

  constructor(messages: () => MessageRouter, queries: () => GrpcQueryRouter) {
    this.#messages = messages
    this.#queries = queries
  }

  /** @returns the encoded response @throws ChainError */
  run(ctx: Context, message: Any): Uint8Array {
    return this.#messages().decode(message).run(ctx).value
  }

  /** A message in JSON, with its type under `@type`. @throws ChainError undefined/1 with Go's text. Source: cosmos-sdk codec/proto_codec.go `UnmarshalInterfaceJSON` */
  ofJson(text: string): Any {
    const router = this.#messages()
    let message: Any
    try {
      message = decodeAny(parseProtoJson('google.protobuf.Any', text, router.types))
    } catch (error) {
      throw error instanceof UsageError ? plainError(error.shortMessage) : error
    }
    const { typeUrl } = message
    if (router.has(typeUrl)) return message
    throw plainError(`no concrete type registered for type URL ${typeUrl} against interface ${MSG}`)
  }

  /** The checks of a message alone. @throws ChainError */
  validate(message: Any): void {
    this.#messages().decode(message).validateBasic()
  }

  /** @param path of gRPC @throws ChainError */
  ask(ctx: Context, path: string, request: Uint8Array): Uint8Array {
    const handler = this.#queries().handler(path)
    if (handler === undefined) throw new UsageError(`expected a query of the chain, got ${path}`)
    return handler(ctx, request)
  }
}

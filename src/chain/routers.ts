import { ChainError, UsageError } from '../base/index.js'
import { ProtoError, type Any } from '../codec/index.js'
import { TYPES, type Types } from '../codec/proto-json/index.js'
import { plainError } from './errors.js'
import { EventManager } from './events.js'
import type { MessageGuard } from './app-config.js'
import type { Message, MessageDecoder, Module } from './module.js'
import { SDK_0_53, type RegisteredTypes, type Release } from './release.js'
import type { MsgHandler, MsgRouter, QueryHandler, QueryRouter } from './router.js'

/** Enters all rows of the modules into one table. @throws UsageError when two modules claim the same name. */
function table<T>(
  modules: readonly Module[],
  { absent }: Release,
  rows: (module: Module) => Readonly<Record<string, T>> | undefined,
) {
  const entries = new Map<string, T>()
  for (const module of modules)
    for (const [name, row] of Object.entries(rows(module) ?? {})) {
      if (absent.has(name)) continue
      if (entries.has(name)) throw new UsageError(`${name} is handled by two modules, one of them is ${module.name}`)
      entries.set(name, row)
    }
  return entries
}

/**
 * Finds the module of a message and runs it under an event manager of its own; panics pass.
 * Source: cosmos-sdk baseapp/msg_service_router.go.
 */
export class MessageRouter implements MsgRouter {
  readonly #decoders: ReadonlyMap<string, MessageDecoder>
  readonly #prefix: string
  readonly #release: Release
  /** Checked before each message. */
  readonly guard: MessageGuard
  readonly types: Types
  /** A message is used several times but decoded only once. */
  readonly #decoded = new WeakMap<Any, Message>()

  constructor(
    modules: readonly Module[],
    prefix: string,
    guard: MessageGuard = () => undefined,
    release: Release = SDK_0_53,
    types: Types = TYPES,
  ) {
    this.#decoders = table(modules, release, (module) => module.messages)
    this.#prefix = prefix
    this.#release = release
    this.guard = guard
    this.types = types
  }

  /** Types besides those of messages. */
  get registered(): RegisteredTypes {
    return this.#release.types
  }

  /** Type URLs of all messages, sorted. */
  get typeUrls(): readonly string[] {
    return [...this.#decoders.keys()].sort()
  }

  has(typeUrl: string): boolean {
    return this.#decoders.has(typeUrl)
  }

  handler(typeUrl: string): MsgHandler | undefined {
    if (!this.has(typeUrl)) return undefined
    return (ctx, any) => {
      const message = this.decode(any)
      message.validateBasic()
      this.guard(ctx, any.typeUrl, any.value)
      const events = new EventManager()
      const response = message.run(ctx.withEvents(events))
      return { data: response.value, events: events.events, msgResponses: [response] }
    }
  }

  signers(message: Any): readonly string[] {
    return this.decode(message).signers
  }

  /** @throws ChainError undefined/1 when no module knows the type or the bytes do not decode. */
  decode(any: Any): Message {
    const known = this.#decoded.get(any)
    if (known !== undefined) return known
    const decoder = this.#decoders.get(any.typeUrl)
    if (decoder === undefined) throw plainError(`unable to resolve type URL ${any.typeUrl}`)
    const message = decoding(() => decoder(any.value, this.#prefix, this.#release))
    this.#decoded.set(any, message)
    return message
  }
}

/** Runs a decoder of bytes from outside; whatever it throws becomes an error of the chain. */
export function decoding<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof ChainError) throw error
    if (error instanceof ProtoError) throw plainError(error.shortMessage, error)
    // cosmjs-types and @bufbuild/protobuf refuse malformed bytes with plain errors and RangeErrors.
    if (error instanceof Error && !(error instanceof TypeError || error instanceof ReferenceError))
      throw plainError(error.message, error)
    throw error
  }
}

/** Source: cosmos-sdk baseapp/grpcrouter.go. */
export class GrpcQueryRouter implements QueryRouter {
  readonly #handlers: ReadonlyMap<string, QueryHandler>

  constructor(modules: readonly Module[], release: Release = SDK_0_53) {
    this.#handlers = table(modules, release, (module) => module.queries)
  }

  get paths(): readonly string[] {
    return [...this.#handlers.keys()].sort()
  }
  handler(path: string): QueryHandler | undefined {
    return this.#handlers.get(path)
  }
}

/** A query handler over generated types: `query(QueryBalanceRequest, QueryBalanceResponse, (ctx, request) => …)`. */
export const query =
  <Request, Response>(
    request: { decode(bytes: Uint8Array): Request },
    response: { encode(message: Response): { finish(): Uint8Array } },
    answer: (ctx: Parameters<QueryHandler>[0], request: Request) => Response,
  ): QueryHandler =>
  (ctx, bytes) =>
    response
      .encode(
        answer(
          ctx,
          decoding(() => request.decode(bytes)),
        ),
      )
      .finish()

/** {@link query} for a hand-encoded response: the generated types omit default values that the chain writes. */
export const writtenQuery =
  <Request>(
    request: { decode(bytes: Uint8Array): Request },
    answer: (ctx: Parameters<QueryHandler>[0], request: Request) => { finish(): Uint8Array },
  ): QueryHandler =>
  (ctx, bytes) =>
    answer(
      ctx,
      decoding(() => request.decode(bytes)),
    ).finish()

import { UsageError } from '../../../base/index.js'
import type { Context, GrpcQueryRouter, MessageRouter } from '../../../chain/index.js'
import type { Any } from '../../../codec/index.js'

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

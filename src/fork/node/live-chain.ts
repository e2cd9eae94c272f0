import type { z } from 'zod'
import type { ForkCache } from '../cache/cache.js'
import { ForkError } from '../errors.js'
import type { BlockingRpc } from '../rpc/blocking-rpc.js'
import type { RpcCall } from '../rpc/wire.js'
import { abciCall, readAbci, resultOf, unreadable, type AbciAnswer, type AbciQuery, type Refusal } from './abci.js'

/** A response that a fork needs, by its name in the cache. */
export interface Document<T> {
  readonly name: string
  readonly call: RpcCall
  readonly type: z.ZodType<T>
}

/** A node of a live chain, and its cache; offline without a connection. */
export class LiveChain {
  readonly cache: ForkCache
  readonly #rpc: BlockingRpc | undefined
  readonly #onRead: () => void
  /** Runs before the first request. */
  #check: (() => void) | undefined

  /** @param check of the node before the first request @param onRead called after each reading */
  constructor(cache: ForkCache, rpc: BlockingRpc | undefined, check: (() => void) | undefined, onRead: () => void) {
    this.cache = cache
    this.#rpc = rpc
    this.#check = check
    this.#onRead = onRead
  }

  /** @throws ForkError `offline` without a connection, and as {@link readAbci} */
  abci(queries: readonly AbciQuery[]): readonly (AbciAnswer | Refusal)[] {
    const answers = this.#connected(queries.map(({ path }) => path)).call(queries.map(abciCall))
    this.#onRead()
    return answers.map((answer, i) => readAbci(answer, queries[i]!))
  }

  /** Responses from the cache, or else from the node, all at once. @throws ForkError as {@link abci} */
  documents<T>(wanted: readonly Document<T>[]): readonly T[] {
    // Cached responses that cannot be read count as missing.
    const missing = wanted.filter(({ name, type }) => !type.safeParse(this.cache.document(name)).success)
    if (missing.length > 0) {
      const answers = this.#connected(missing.map(({ name }) => name)).call(missing.map(({ call }) => call))
      this.#onRead()
      for (const [i, document] of missing.entries()) {
        const result = resultOf(answers[i]!, document.call.method)
        if (!document.type.safeParse(result).success) throw unreadable(document.call.method)
        this.cache.keepDocument(document.name, result)
      }
    }
    return wanted.map(({ name, call, type }) => {
      const parsed = type.safeParse(this.cache.document(name))
      if (parsed.success) return parsed.data
      throw unreadable(call.method)
    })
  }

  #connected(what: readonly string[]): BlockingRpc {
    if (this.#rpc === undefined)
      throw new ForkError('offline', 'the cache of the fork lacks something that was not read before', {
        details: [
          `needed: ${[...new Set(what)].join(', ')}`,
          'right: run it once with the endpoint, so that the cache is filled',
        ],
      })
    const check = this.#check
    this.#check = undefined
    check?.()
    return this.#rpc
  }
}

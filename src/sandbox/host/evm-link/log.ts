import { Queue } from '../../../evm/chain/queue.js'
import { toRpcError } from '../../../evm/rpc/errors.js'
import type { ChangingRequest, Route, Session } from '../../../evm/index.js'
import type { ActionOf } from '../../actions/schema.js'
import type { ChainHost } from '../chain-host.js'
import { PART } from './request.js'
import type { Json } from '../../actions/values.js'

/** What the sandbox does with the requests of its EVMs. */
export interface EvmLogger {
  /** Writes one into the log. @returns what is told how it ended */
  push(action: ActionOf<'evm'>): (ended: { readonly result: Json } | { readonly error: unknown }) => void
  /** What follows from each. */
  follow(): void
}

/**
 * Requests that change an EVM, wherever they come from: one after the other, each as if it were an action. It stands in the log from where it made its
 * first block on, or, when it makes none, from where it ended: other actions, which wait for nobody, may come in between. Only a request that makes
 * several blocks, with another action between them, replays as if the action came last.
 */
export class EvmLog {
  readonly #turns = new Queue()
  readonly #logger: EvmLogger

  constructor(logger: EvmLogger) {
    this.#logger = logger
  }

  /** Undefined when no request runs or waits. */
  settled(): Promise<void> | undefined {
    return this.#turns.busy ? this.#turns.run(() => undefined) : undefined
  }

  /** What a host does with what changes its EVM. */
  routeOf(host: ChainHost): Route {
    return (request, run, session) => this.#turns.run(() => this.#turn(host, request, run, session))
  }

  async #turn<T>(host: ChainHost, request: ChangingRequest, run: () => Promise<T>, session?: Session): Promise<T> {
    let ended: ReturnType<EvmLogger['push']> | undefined
    const note = (): void => {
      if (session !== PART) ended ??= this.#logger.push(actionOf(host.key, request))
    }
    host.onEvmBlock = note
    try {
      const result = await run()
      note()
      ended?.({ result: (result ?? null) as Json })
      return result
    } catch (error) {
      note()
      ended?.({ error: toRpcError(error) })
      throw error
    } finally {
      host.onEvmBlock = undefined
      this.#logger.follow()
    }
  }
}

const actionOf = (chain: string, { method, params }: ChangingRequest): ActionOf<'evm'> => ({
  action: 'evm',
  chain,
  method,
  params: JSON.parse(JSON.stringify(params)) as Json[],
  over: 'process',
})

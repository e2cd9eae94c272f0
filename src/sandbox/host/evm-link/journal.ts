import { Turns, type ChangingRequest, type Journal } from '../../../evm/index.js'
import { toRpcError } from '../../../evm/internal.js'
import type { EvmAction } from './action.js'
import type { Json } from '../../values/values.js'
import { PART } from './request.js'

/** What the sandbox does with the requests of its EVMs. */
export interface EvmLogger {
  /** Writes a request into the log. @returns a function to call with how it ended */
  push(action: EvmAction): (ended: { readonly result: Json } | { readonly error: unknown }) => void
  /** Runs the relayers' automatic work after a request. */
  follow(): void
}

/**
 * Orders the requests that change the EVMs of a sandbox, wherever they come from: they run one after the other, and each is logged as an
 * action. Its place there is where it took effect: at its first block or change of the state, or where it ended when it had neither. Other
 * actions, which do not wait, may come in between. Only a request that makes several blocks, with another action between them, replays
 * as if the action came last.
 */
export class EvmJournal {
  /** The one queue of all EVMs of the sandbox. */
  readonly turns = new Turns()
  readonly #logger: EvmLogger

  constructor(logger: EvmLogger) {
    this.#logger = logger
  }

  /** The journal that the EVM of one chain writes to. @param chain its key in the sandbox */
  of(chain: string): Journal {
    return {
      begin: (request, session) => {
        const logOutcome = session === PART ? undefined : this.#logger.push(actionOf(chain, request))
        return {
          ended: (how) => {
            logOutcome?.('error' in how ? { error: toRpcError(how.error) } : { result: (how.result ?? null) as Json })
            this.#logger.follow()
          },
        }
      },
    }
  }
}

const actionOf = (chain: string, { method, params }: ChangingRequest): EvmAction => ({
  action: 'evm',
  chain,
  method,
  params: JSON.parse(JSON.stringify(params)) as Json[],
  over: 'process',
})

import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Sandbox } from '../../../sandbox/internal.js'
import {
  DEFAULT_CHAIN_LIMITS,
  end,
  httpServer,
  limitsOf,
  listenHttp,
  portOf,
  type ChainLimits,
  type Listening,
  type PortOptions,
  type ServerObserver,
} from '../../../server/internal.js'
import { nodeMetrics } from './node.js'
import { requestMetrics } from './requests.js'

/** How metrics are served. */
export interface MetricsOptions extends PortOptions {
  readonly port: number
  readonly limits: Partial<ChainLimits>
}

/** Metrics of all chains of a sandbox, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #observers: ReadonlyMap<string, ServerObserver>
  readonly #ends: readonly (() => void)[]

  /** Counts begin now. @param waiting the transactions in the mempool of a chain */
  constructor({ chains }: Sandbox, waiting: (chain: string) => readonly Uint8Array[]) {
    collectDefaultMetrics({ register: this.#registry })
    const entries = Object.entries(chains)
    const counts = nodeMetrics(
      this.#registry,
      entries.map(([name, { host }]) => ({ app: host.app.baseApp, waiting: () => waiting(name) })),
    )
    const answered = requestMetrics(this.#registry)
    this.#ends = counts.map((count) => count.end)
    this.#observers = new Map(
      entries.map(([name, chain], i) => [
        name,
        {
          onRequest: (request) => answered(chain.chainId, request),
          onCheckTx: (check, size) => counts[i]!.checked(check, size),
        },
      ]),
    )
  }

  /** Counts what happens at the servers of a chain. */
  observer(chain: string): ServerObserver {
    return this.#observers.get(chain) ?? {}
  }

  /** Serves `GET /metrics`. @throws UsageError if it cannot listen on the address */
  async serve(options: MetricsOptions): Promise<Listening> {
    const limits = limitsOf(DEFAULT_CHAIN_LIMITS, options.limits)
    const port = portOf(options, limits, options.port)
    const listening = await listenHttp(
      httpServer(port, 'GET', (request, response) => this.#handle(request, response)),
      port,
    )
    return {
      ...listening,
      close: () => {
        for (const end of this.#ends) end()
        this.#registry.clear()
        return listening.close()
      },
    }
  }

  async #handle({ url = '/', method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url, 'http://metrics')
    if (pathname !== '/metrics') return end(response, 404, 'the metrics are at /metrics\n')
    if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'method not allowed\n')
    const text = await this.#registry.metrics()
    response.setHeader('content-type', this.#registry.contentType)
    return end(response, 200, method === 'HEAD' ? undefined : text)
  }
}

import { Counter, Gauge, Registry } from 'prom-client'
import type { QueryDelivery, Sandbox } from '../../sandbox/internal.js'

/** Counts what the query relayer of a chain does, under the names of neutron-query-relayer's metrics. */
export interface QueryRelayerMetrics {
  /** Counts results that were delivered on request; those of automatic mode are counted by themselves. */
  readonly count: (results: readonly QueryDelivery[]) => void
  /** @returns all metrics in the text format of Prometheus */
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** Counts that succeed or fail. */
const COUNTERS = {
  relayer_requests: 'The total number of requests (counter)',
  relayer_proofs: 'The total number of proofs (counter)',
  submitted_txs: 'The total number of submitted txs (counter)',
} as const

/**
 * Metrics of the query relayer. Durations are missing: the chain's time does not pass while a result is built and delivered.
 * Source: neutron-org/neutron-query-relayer internal/metrics/metrics.go.
 * @param unsuccessful how many transactions could not be delivered
 */
export function queryRelayerMetrics(
  { queryRelayer }: Sandbox,
  chain: string,
  unsuccessful: () => number,
): QueryRelayerMetrics {
  const registry = new Registry()
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([name, help]) => [
      name,
      new Counter({ name, help, labelNames: ['type'], registers: [registry] }),
    ]),
  )
  const add = (name: keyof typeof COUNTERS, isSuccess: boolean): void =>
    counters[name]!.inc({ type: isSuccess ? 'success' : 'failed' })
  const gauges: Readonly<Record<string, readonly [help: string, value: () => number]>> = {
    unsuccessful_txs: ['The total number of unsuccessful txs in the storage', unsuccessful],
    queries_to_process: [
      'The total number of active registered queries to process (counter)',
      () => queryRelayer.pending({ chain }).length,
    ],
    // Due queries are processed in the block that finds them: none waits.
    subscriber_task_queue_num_elements: ["The total number of elements in Subscriber's task queue", () => 0],
  }
  for (const [name, [help, value]] of Object.entries(gauges))
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value())
        },
      }),
    )

  const count = (results: readonly QueryDelivery[]): void => {
    const own = results.filter((result) => result.chain === chain)
    for (const isSuccess of requestsOf(own)) add('relayer_requests', isSuccess)
    for (const { type, hash, code } of own) {
      add('relayer_proofs', hash !== '')
      if (type === 'tx' && hash !== '') add('submitted_txs', code === 0)
    }
  }
  // By identity: a restored snapshot has fewer deliveries, and the next ones are new.
  const counted = new WeakSet<QueryDelivery>()
  return {
    count,
    text: () => {
      const uncounted = queryRelayer.delivered.filter((delivery) => !counted.has(delivery))
      for (const delivery of uncounted) counted.add(delivery)
      count(uncounted)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Whether each query processed in a block could be answered, whether or not the answer was refused. */
const requestsOf = (results: readonly QueryDelivery[]): Iterable<boolean> => {
  const requests = new Map<string, boolean>()
  for (const { queryId, height, hash } of results) {
    const key = `${queryId}/${height}`
    requests.set(key, (requests.get(key) ?? true) && hash !== '')
  }
  return requests.values()
}

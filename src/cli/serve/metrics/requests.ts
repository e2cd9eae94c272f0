import { Counter, Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '../../../server/internal.js'

/** Seconds: most requests take well under a millisecond, a transaction of a contract some, and a long simulation seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Registers the metrics of requests to the servers of chains. @returns counts one */
export function requestMetrics(registry: Registry): (chainId: string, request: AnsweredRequest) => void {
  const labelNames = ['chain_id', 'server', 'method']
  const registers = [registry]
  const requests = new Counter({
    name: 'sudobox_requests_total',
    help: 'Number of requests that a server answered.',
    labelNames,
    registers,
  })
  const errors = new Counter({
    name: 'sudobox_request_errors_total',
    help: 'Number of requests that a server answered with an error.',
    labelNames: [...labelNames, 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'sudobox_request_duration_seconds',
    help: 'Time between a request and its answer.',
    buckets: BUCKETS,
    labelNames,
    registers,
  })
  return (chainId, { server, method, code, milliseconds }) => {
    const labels = { chain_id: chainId, server, method }
    requests.inc(labels)
    if (code !== undefined) errors.inc({ ...labels, code: String(code) })
    durations.observe(labels, milliseconds / 1000)
  }
}

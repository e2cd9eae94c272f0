import type { IncomingMessage, ServerResponse } from 'node:http'
import { QueryRelayError, type QueryFailure, type Sandbox } from '../../sandbox/internal.js'
import {
  DEFAULT_CHAIN_LIMITS,
  end,
  endJson,
  httpServer,
  limitsOf,
  listenHttp,
  portOf,
  readBody,
  type ChainLimits,
  type Listening,
  type PortOptions,
} from '../../server/internal.js'
import { queryRelayerMetrics } from './query-relayer-metrics.js'

/** How the interface is served. */
export interface QueryRelayerOptions extends PortOptions {
  readonly port: number
  readonly limits: Partial<ChainLimits>
}

/** A transaction of a query that could not be delivered, as the relayer lists it. */
interface Unsuccessful {
  readonly query_id: number
  /** Hash of the remote transaction, lower-case hex. */
  readonly submitted_tx_hash: string
  readonly neutron_hash: string
  readonly error_time: string
  readonly status: 'ErrorOnSubmit' | 'ErrorOnCommit'
  readonly message: string
}

const keyOf = (queryId: bigint, hash: string): string => `${queryId}/${hash.toLowerCase()}`

/**
 * Serves the HTTP interface of neutron-query-relayer for the queries of a chain: `GET /unsuccessful-txs`, `POST /resubmit-txs` with
 * `{ "txs": [{ "query_id", "hash" }] }`, and `GET /metrics`. Unlike that relayer, ours also tries by itself again. Source:
 * neutron-org/neutron-query-relayer internal/http/webserver.go.
 * @throws UsageError when it cannot listen
 */
export async function serveQueryRelayer(
  sandbox: Sandbox,
  chain: string,
  options: QueryRelayerOptions,
): Promise<Listening> {
  const failed = new Map<string, Unsuccessful>()
  sandbox.queryRelayer.onFailure(({ result, reason }) => {
    if (result.chain !== chain || result.remoteTx === undefined) return
    failed.set(keyOf(result.queryId, result.remoteTx), {
      query_id: Number(result.queryId),
      submitted_tx_hash: result.remoteTx.toLowerCase(),
      neutron_hash: result.hash.toLowerCase(),
      error_time: new Date().toISOString(),
      status: result.hash === '' ? 'ErrorOnSubmit' : 'ErrorOnCommit',
      message: result.hash === '' ? reason : `Code: ${result.code}, Log: ${result.rawLog}`,
    })
  })
  /** Transactions whose last attempt failed, by key. */
  const unsuccessful = (): ReadonlyMap<string, Unsuccessful> => {
    const open = sandbox.queryRelayer
      .pending({ chain })
      .flatMap(({ queryId, failures }) => failures.flatMap((failure) => openKey(queryId, failure)))
    const kept = new Set(open)
    for (const key of failed.keys()) if (!kept.has(key)) failed.delete(key)
    return failed
  }
  const metrics = queryRelayerMetrics(sandbox, chain, () => unsuccessful().size)
  const resubmit = async (body: string): Promise<string | undefined> => {
    const known = unsuccessful()
    const txs = resubmitted(body)
    const missing = txs.find(({ query_id, hash }) => !known.has(keyOf(BigInt(query_id), hash)))
    if (missing !== undefined) return `no tx found with queryID=${missing.query_id} and hash=${missing.hash}`
    for (const id of new Set(txs.map(({ query_id }) => query_id)))
      try {
        metrics.count(await sandbox.queryRelayer.deliver(id))
      } catch (error) {
        // It stays among the unsuccessful ones.
        if (!(error instanceof QueryRelayError)) throw error
        metrics.count(error.delivered)
      }
    return undefined
  }

  const limits = limitsOf(DEFAULT_CHAIN_LIMITS, options.limits)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://relayer')
    if (pathname === '/unsuccessful-txs')
      return endJson(response, 200, `${JSON.stringify([...unsuccessful().values()], undefined, 2)}\n`)
    if (pathname === '/metrics') {
      response.setHeader('content-type', metrics.contentType)
      return end(response, 200, await metrics.text())
    }
    if (pathname !== '/resubmit-txs') return endText(response, 404, '404 page not found\n')
    if (request.method !== 'POST') return end(response, 405, '')
    const body = await readBody(request, limits.httpBodyLimit)
    if (body === undefined) return endText(response, 413, 'request entity too large\n')
    try {
      const problem = await resubmit(body)
      return problem === undefined ? end(response, 200, '') : endText(response, 400, `${problem}\n`)
    } catch (error) {
      return endText(
        response,
        500,
        `Error processing request: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  const port = portOf(options, limits, options.port)
  return listenHttp(httpServer(port, 'GET, POST', handle), port)
}

const openKey = (queryId: bigint, { remoteTx }: QueryFailure): string[] =>
  remoteTx === undefined ? [] : [keyOf(queryId, remoteTx)]

/** @throws Error for another form */
function resubmitted(body: string): readonly { readonly query_id: number; readonly hash: string }[] {
  const { txs = [] } = JSON.parse(body) as { readonly txs?: unknown }
  if (!Array.isArray(txs)) throw new Error('txs is not a list')
  return txs.map((tx: unknown) => {
    const { query_id = 0, hash = '' } = (tx ?? {}) as { readonly query_id?: unknown; readonly hash?: unknown }
    if (!Number.isSafeInteger(query_id) || Number(query_id) < 0 || typeof hash !== 'string')
      throw new Error('each of txs has a number query_id and a text hash')
    return { query_id: query_id as number, hash }
  })
}

function endText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  end(response, status, text)
}

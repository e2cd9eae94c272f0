import { ownPorts, UsageError } from '../../base/index.js'

/** Limits for requests to endpoints of live chains. Tests wait less. */
export const RPC_SETTINGS = {
  parallel: 8,
  timeout: 20_000,
  tries: 4,
  pause: 250,
  longestPause: 10_000,
  mostBytes: 128 * 1024 * 1024,
  // A block of 10,000 transactions with their events has fewer.
  mostValues: 5_000_000,
}

/** @throws UsageError for an invalid URL, and for a node of this process, which cannot answer while the sandbox waits for it */
export function assertUrl(endpoint: string): void {
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new UsageError(`${JSON.stringify(endpoint)} is not the URL of an endpoint`, {
      details: ['right: the RPC of a CometBFT node, such as https://rpc.example.org or http://127.0.0.1:26657'],
    })
  const { hostname, port } = new URL(endpoint)
  if (LOOPBACK.test(hostname) && ownPorts.has(Number(port)))
    throw new UsageError(
      `${endpoint} is served by this same process, which cannot answer while the sandbox waits for it`,
      {
        details: ['right: serve it in another process, `sudobox serve`'],
      },
    )
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

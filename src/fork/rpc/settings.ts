import { UsageError } from '../../base/errors.js'

/** How endpoints of live chains are asked. */
export const RPC_SETTINGS = { parallel: 8, timeout: 20_000, tries: 4 }

/** @throws UsageError for what is no URL */
export function assertUrl(endpoint: string): void {
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new UsageError(`${JSON.stringify(endpoint)} is not the URL of an endpoint`, {
      details: ['right: the RPC of a CometBFT node, such as https://rpc.example.org or http://127.0.0.1:26657'],
    })
}

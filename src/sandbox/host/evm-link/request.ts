import { RpcError, UsageError } from '../../../base/index.js'
import type { EvmNode, Session } from '../../../evm/index.js'
import { toRpcError } from '../../../evm/internal.js'
import type { EvmAction } from './action.js'
import type { ChainHost } from '../chain-host.js'
import type { Json } from '../../values/values.js'

interface RpcAnswer {
  readonly result?: Json
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

async function overHttp(host: ChainHost, method: string, params: readonly Json[]): Promise<Json> {
  const node = host.evm()
  const { url, token } = await host.evmLink!.ports.own(node)
  // In the profile `documented` it is a client without a token, to which the specification refuses private methods.
  const authorization = node.profile === 'documented' ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as RpcAnswer
  if (answer.error) throw new RpcError(answer.error)
  if (answer.result === undefined) throw new UsageError(`the JSON-RPC answer to ${method} has neither result nor error`)
  return answer.result
}

/** For requests that are part of another action: they are not logged. */
export const PART: Session = { notify: () => {}, subscriptions: new Map() }

async function asPart(node: EvmNode, method: string, params: readonly Json[]): Promise<unknown> {
  try {
    return await node.dispatch(method, params, PART)
  } catch (error) {
    throw toRpcError(error)
  }
}

/** One JSON-RPC request to a chain's EVM. @throws RpcError as the node answers it. */
export async function request(
  host: ChainHost,
  { method, params, over }: Pick<EvmAction, 'method' | 'params' | 'over'>,
  isPart: boolean,
): Promise<Json> {
  if (over === 'http') return overHttp(host, method, params)
  const node = host.evm()
  return ((await (isPart ? asPart(node, method, params) : node.request({ method, params }))) ?? null) as Json
}

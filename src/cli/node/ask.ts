import type { Comet38Client } from '@cosmjs/tendermint-rpc'
import { UsageError } from '../../base/index.js'
import { methodTypes, parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import { NodeError } from './connect.js'

/** The request in JSON, names as in the protobuf file. */
export type Request = Readonly<Record<string, unknown>>

/**
 * A gRPC query over the node's RPC.
 * @param path `/neutron.contractmanager.Query/Params`
 * @param height undefined for the latest
 * @returns the response as JSON text
 * @throws NodeError with the chain's text
 */
export async function ask(node: Comet38Client, path: string, request: Request, height?: number): Promise<string> {
  const types = methodTypes(path)
  if (types === undefined) throw new UsageError(`no response type is known for ${path}`)
  const data = parseProtoJson(types.request, JSON.stringify(request))
  const { code, log, value } = await node.abciQuery({ path, data, ...(height !== undefined && { height }) })
  if (code !== 0) throw new NodeError(log ?? `code ${code}`)
  return protoJson(types.response, value)
}

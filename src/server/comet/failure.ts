import { SudoboxError } from '../../base/index.js'

/** An error of CometBFT's RPC: code and message are those of JSON-RPC, `data` says what is wrong. Source: cometbft rpc/jsonrpc/types. */
export class RpcFailure extends SudoboxError {
  readonly code: number
  readonly rpcMessage: string

  constructor(data: string, kind: keyof typeof KINDS = 'internal') {
    super(data)
    const [code, message] = KINDS[kind]
    this.code = code
    this.rpcMessage = message
  }
}

const KINDS = {
  parse: [-32700, 'Parse error. Invalid JSON'],
  request: [-32600, 'Invalid Request'],
  method: [-32601, 'Method not found'],
  params: [-32602, 'Invalid params'],
  internal: [-32603, 'Internal error'],
  server: [-32000, 'Server error'],
} as const

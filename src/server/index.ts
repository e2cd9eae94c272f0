/** `sudobox/server`: what opens ports. */
export { serveChain } from './serve-chain.js'
export type { ChainServer, ServeChainOptions, ServedUrls } from './serve-chain.js'
export type { ServedChain } from './chain-node.js'
export { serveJsonRpc } from './json-rpc-http.js'
export type { JsonRpcNode, JsonRpcServer, JsonRpcServerOptions } from './json-rpc-http.js'
export type { ChainLimits, JsonRpcLimits } from './limits.js'

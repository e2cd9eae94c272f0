/** `sudobox/server`: what opens ports. */
export { serveJsonRpc } from './json-rpc-http.js'
export type { JsonRpcNode, JsonRpcServer, JsonRpcServerOptions } from './json-rpc-http.js'
export type { JsonRpcLimits } from './limits.js'

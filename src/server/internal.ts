/** What other folders of this repository use of the ports, and users of `sudobox/server` do not. */
export type { DeliveredTx } from './chain-node.js'
export { answerJson } from './comet/rpc.js'
export { isLoopback } from './hosts.js'
export { end, endJson, httpServer, listenHttp, readBody, type Listening } from './http.js'
export { limitsOf } from './limits.js'
export { servePage, type PageAnswer, type PagePortOptions, type PageServer } from './page-port.js'
export { portOf } from './port.js'

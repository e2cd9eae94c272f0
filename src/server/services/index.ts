import { nodeServices } from './node.js'
import type { Service } from './service.js'
import { txServices } from './tx.js'

/** By gRPC path: what is answered by the node, not by a module of its chain. */
export const SERVICES: Readonly<Record<string, Service>> = { ...txServices, ...nodeServices }

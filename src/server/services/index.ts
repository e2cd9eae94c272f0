import { nodeServices } from './node.js'
import { reflectionServices } from './reflection.js'
import type { Service } from './service.js'
import { txServices } from './tx.js'

/** By gRPC path: the services of the node itself rather than of a module. */
export const SERVICES: Readonly<Record<string, Service>> = { ...txServices, ...nodeServices, ...reflectionServices }

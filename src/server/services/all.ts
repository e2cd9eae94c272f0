import { own } from '../../base/index.js'
import { blockResultServices } from './block-results.js'
import { RUNTIME_SERVICES } from './files.js'
import { nodeServices } from './node.js'
import { reflectionServices } from './reflection.js'
import type { Service } from './service.js'
import { txServices } from './tx.js'

export type Services = Readonly<Record<string, Service>>

const OF_ALL: Services = { ...txServices, ...nodeServices, ...blockResultServices, ...reflectionServices }

/** By gRPC path: the services of the node itself rather than of a module. @param registered by its app, besides those of all */
export const servicesOf = (registered: readonly string[]): Services =>
  Object.assign({}, OF_ALL, ...registered.map((name) => own(RUNTIME_SERVICES, name))) as Services

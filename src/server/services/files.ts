import { decoding } from '../../chain/index.js'
import { ProtoWriter, readProto } from '../../codec/index.js'
import type { ChainNode } from '../chain-node.js'
import { filesOf } from '../grpc/files.js'
import { interfacesOf } from './interfaces.js'
import type { Service } from './service.js'

/** Services, messages and what an `Any` may be: all that the chain knows by name. */
function symbolsOf(node: ChainNode): readonly string[] {
  const services = node.paths.map((path) => path.split('/')[1]!)
  const types = [...interfacesOf(node.app).values()].flat()
  return [...services, ...types.map((url) => url.slice(1))]
}

/** Files of the chain, each after its imports; those of a node are in no order. Source: cosmos-sdk v0.53.6 runtime/services/reflection.go. */
const fileDescriptors: Service = (node, request) => {
  decoding(() => readProto(request))
  const writer = new ProtoWriter()
  for (const file of filesOf(node.app.types, symbolsOf(node))) writer.message(1, file)
  return writer.finish()
}

/** Services of a node that only some apps register, with their methods. */
export const RUNTIME_SERVICES: Readonly<Record<string, Readonly<Record<string, Service>>>> = {
  'cosmos.reflection.v1.ReflectionService': {
    '/cosmos.reflection.v1.ReflectionService/FileDescriptors': fileDescriptors,
  },
}

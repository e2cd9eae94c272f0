import { createServer } from 'node:net'
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type MethodDefinition,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { grpcStatus } from '../../chain/index.js'
import { ProtoError } from '../../codec/index.js'
import { chainErrorOf } from '../chain-error.js'
import { wellFormed } from '../../codec/go-json/index.js'
import type { ChainNode } from '../chain-node.js'
import { calledHeight, HEIGHT } from '../height-header.js'
import { listen, type Listening } from '../http.js'
import { MAX_TIMER, type ChainLimits } from '../limits.js'
import type { Port } from '../port.js'
import { Connections } from './connections.js'
import { callGuard, headerGuard, hostGuard } from './guard.js'
import { callMeters } from './meter.js'
import { REFLECTION_SERVICES, ReflectionStream } from './reflection.js'

type Bytes = Uint8Array

/** Messages are passed as bytes: the handler decodes them. */
const method = (path: string, stream: boolean): MethodDefinition<Bytes, Bytes> => ({
  path,
  requestStream: stream,
  responseStream: stream,
  requestSerialize: (bytes) => Buffer.from(bytes),
  requestDeserialize: (bytes) => new Uint8Array(bytes),
  responseSerialize: (bytes) => Buffer.from(bytes),
  responseDeserialize: (bytes) => new Uint8Array(bytes),
})

/** Serves all gRPC methods of the chain and of its node, with reflection. @throws UsageError if it cannot listen on the address */
export async function serveGrpc(node: ChainNode, port: Port<ChainLimits>): Promise<Listening> {
  const { limits } = port
  const connections = new Connections(limits.httpIdleTimeout)
  const server = new Server({
    'grpc.max_receive_message_length': limits.grpcMaxRecvMsgSize,
    'grpc.max_concurrent_streams': limits.grpcConcurrentStreams,
    'grpc.max_connection_idle_ms': limits.httpIdleTimeout || MAX_TIMER,
    'grpc.keepalive_time_ms': limits.grpcKeepaliveTime || MAX_TIMER,
    'grpc.keepalive_timeout_ms': limits.grpcKeepaliveTimeout,
    interceptors: [
      ...callMeters(node.observer),
      callGuard(connections, limits.httpTimeout, limits.httpIdleTimeout),
      headerGuard,
      hostGuard(port),
    ],
  })
  const services = servicesOf(node.paths)
  for (const [name, methods] of services)
    server.addService(
      Object.fromEntries(methods.map((one) => [one, method(`/${name}/${one}`, false)])),
      Object.fromEntries(methods.map((one) => [one, unary(node, `/${name}/${one}`)])),
    )
  const names = [...services.keys(), ...REFLECTION_SERVICES].sort()
  for (const name of REFLECTION_SERVICES)
    server.addService(reflection(name), { ServerReflectionInfo: reflect(node, names) })
  // The library's own listener has no limit on connections, so connections come from a socket of this server.
  const calls = server.createConnectionInjector(ServerCredentials.createInsecure())
  const sockets = createServer((socket) => {
    connections.add(socket)
    calls.injectConnection(socket)
  })
  if (limits.maxOpenConnections > 0) sockets.maxConnections = limits.maxOpenConnections
  return listen(sockets, port, () => {
    server.forceShutdown()
    connections.close()
  })
}

/** Methods by service. */
function servicesOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const services = new Map<string, string[]>()
  for (const path of paths) {
    const [, service = '', name = ''] = path.split('/')
    services.set(service, [...(services.get(service) ?? []), name])
  }
  return services
}

const unary =
  (node: ChainNode, path: string) =>
  (call: ServerUnaryCall<Bytes, Bytes>, answer: sendUnaryData<Bytes>): void => {
    const metadata = new Metadata()
    metadata.set(HEIGHT, String(node.app.last.height))
    try {
      const given = call.metadata.get(HEIGHT)
      const height = given.length === 1 ? calledHeight(String(given[0])) : 0
      if (height > 0) metadata.set(HEIGHT, String(height))
      const response = node.query(path, call.request, height)
      call.sendMetadata(metadata)
      answer(null, response)
    } catch (error) {
      const { code, message } = grpcStatus(chainErrorOf(error))
      answer({ code, details: wellFormed(message), metadata })
    }
  }

const reflection = (name: string): ServiceDefinition => ({
  ServerReflectionInfo: method(`/${name}/ServerReflectionInfo`, true),
})

/** Source: grpc-go server.go */
const statusOfBadRequest = (error: unknown): { readonly code: number; readonly message: string } =>
  error instanceof ProtoError
    ? { code: status.INTERNAL, message: `grpc: error unmarshalling request: ${error.shortMessage}` }
    : grpcStatus(chainErrorOf(error))

const reflect =
  (node: ChainNode, services: readonly string[]) =>
  (call: ServerDuplexStream<Bytes, Bytes>): void => {
    const stream = new ReflectionStream(services, node.app.types)
    call.on('data', (request: Bytes) => {
      try {
        if (call.write(stream.answer(request))) return
        // Stops reading from a client that does not read its responses.
        call.pause()
        call.once('drain', () => call.resume())
      } catch (error) {
        const { code, message } = statusOfBadRequest(error)
        call.destroy(Object.assign(new Error(message), { code }))
      }
    })
    call.on('end', () => call.end())
    call.on('error', () => call.end())
  }

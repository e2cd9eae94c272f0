import { ProtoError, protoString, ProtoWriter, readProto } from '../../codec/proto.js'
import { fileOfSymbol, fileWithDependencies, hasFile } from './descriptors.js'

/** Both versions of the service are equal. Source: grpc/grpc-proto grpc/reflection/v1/reflection.proto */
export const REFLECTION_SERVICES = [
  'grpc.reflection.v1.ServerReflection',
  'grpc.reflection.v1alpha.ServerReflection',
] as const

const FILE_BY_NAME = 3
const FILE_OF_SYMBOL = 4
const LIST_SERVICES = 7
const NOT_FOUND = 5n
const UNIMPLEMENTED = 12n

/** Answers one request of a reflection stream. @throws ProtoError for bytes that are not a request */
export function answerReflection(request: Uint8Array, services: readonly string[]): Uint8Array {
  const fields = readProto(request)
  const wanted = fields.findLast(({ field }) => field >= FILE_BY_NAME)
  const response = new ProtoWriter().string(1, protoString(fields, 1)).message(2, request)
  if (wanted === undefined) throw new ProtoError('the request names nothing')
  const text = protoString(fields, wanted.field)
  if (wanted.field === LIST_SERVICES) return response.message(6, serviceList(services)).finish()
  if (wanted.field === FILE_BY_NAME) return withFile(response, hasFile(text) ? text : undefined, text)
  if (wanted.field === FILE_OF_SYMBOL) return withFile(response, fileOfSymbol(text), text)
  return response.message(7, failure(UNIMPLEMENTED, 'there are no extensions')).finish()
}

function serviceList(services: readonly string[]): Uint8Array {
  const list = new ProtoWriter()
  for (const name of services) list.message(1, new ProtoWriter().string(1, name).finish())
  return list.finish()
}

function withFile(response: ProtoWriter, file: string | undefined, asked: string): Uint8Array {
  if (file === undefined) return response.message(7, failure(NOT_FOUND, `Symbol not found: ${asked}`)).finish()
  const files = new ProtoWriter()
  for (const descriptor of fileWithDependencies(file)) files.message(1, descriptor)
  return response.message(4, files.finish()).finish()
}

const failure = (code: bigint, text: string): Uint8Array => new ProtoWriter().uint64(1, code).string(2, text).finish()

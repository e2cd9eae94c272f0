import { create, createFileRegistry, fromBinary, type FileRegistry } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema, type FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import { packageTables } from '../../src/codec/proto-json/index.js'
import { fileWithDependencies } from '../../src/server/grpc/files.js'

/** All tables as types of another library, through the files that reflection serves. */
export function messageRegistry(): FileRegistry {
  const sent = new Set<string>()
  const files = Object.keys(packageTables()).flatMap((name) => {
    const file = `${name.replaceAll('.', '/')}.proto`
    return sent.has(file)
      ? []
      : fileWithDependencies(file, sent).map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
  })
  return createFileRegistry(create(FileDescriptorSetSchema, { file: inOrder(files) }))
}

/** In the order of their imports. */
function inOrder(list: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const placed = new Set<string>()
  const out: FileDescriptorProto[] = []
  while (out.length < list.length) {
    const next = list.find(({ name, dependency }) => !placed.has(name) && dependency.every((need) => placed.has(need)))!
    placed.add(next.name)
    out.push(next)
  }
  return out
}

import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { fromBase64 } from '../../src/base/bytes.js'
import { KINDS } from '../../src/app/kinds.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { recordedServices } from './recorded-services.js'

const METHOD = '/cosmos.reflection.v1.ReflectionService/FileDescriptors'
const nodeOf = (kind: keyof typeof KINDS) =>
  new ChainNode(createSandbox({ chains: { chain: { kind } } }).chains.chain.host.app, DEFAULT_CHAIN_LIMITS)

/** `FileDescriptorsResponse` has the form of a `FileDescriptorSet`. */
const filesOf = (response: Uint8Array) => fromBinary(FileDescriptorSetSchema, response)

test.each(['wasmd', 'hub', 'nolus'] as const)('the files of a chain of kind %s describe all that it has', (kind) => {
  const node = nodeOf(kind)
  const set = filesOf(node.query(METHOD, new Uint8Array()))
  const names = set.file.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain('google/protobuf/descriptor.proto')
  // Fails for a type that no file defines, and for an import that does not come first.
  const registry = createFileRegistry(set)
  for (const path of node.paths) {
    const [, service = '', method = ''] = path.split('/')
    expect(
      registry.getService(service)?.methods.map(({ name }) => name),
      path,
    ).toContain(method)
  }
  for (const url of node.app.router.typeUrls) expect(registry.getMessage(url.slice(1)), url).toBeDefined()
})

test.each(['wasmd', 'nolus'] as const)('all packages of a chain of kind %s are packages of its app', (kind) => {
  const { response } = recordedServices(kind).answers.find(({ method }) => method === METHOD)!
  const theirs = new Set(filesOf(fromBase64(response!)).file.map((file) => file.package))
  const ours = filesOf(nodeOf(kind).query(METHOD, new Uint8Array())).file.map((file) => file.package)
  expect(ours.length).toBeGreaterThan(30)
  expect(ours.filter((name) => !theirs.has(name))).toEqual([])
})

test('files of one chain lack the modules of another one', () => {
  const names = filesOf(nodeOf('wasmd').query(METHOD, new Uint8Array())).file.map(({ name }) => name)
  expect(names).toContain('cosmos/circuit/v1.proto')
  expect(names.filter((name) => /^(?:neutron|nolus|osmosis)\//.test(name))).toEqual([])
})

test('Neutron does not register the service', () => {
  expect(() => nodeOf('neutron').query(METHOD, new Uint8Array())).toThrow('unknown query path')
})

test('descriptor.proto is that of proto2, with the types that messages of it have', () => {
  const { file } = filesOf(nodeOf('hub').query(METHOD, new Uint8Array()))
  const own = file.find(({ name }) => name === 'google/protobuf/descriptor.proto')!
  // The default.
  expect(own.syntax).toBe('')
  expect(own.messageType.map(({ name }) => name)).toContain(FileDescriptorProtoSchema.name)
})

import { fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { Client, credentials, status, type ServiceError } from '@grpc/grpc-js'
import { createSandbox } from 'sudobox'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KINDS } from '../../src/app/kinds.js'
import { protoBytes, protoMessages, protoString, ProtoWriter, readProto } from '../../src/codec/proto.js'
import { serveChain } from '../../src/server/index.js'

const REFLECTION = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo'

const PAGE = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8')
/** Methods that the page says are missing, of services that are there. */
const MISSING = [...PAGE.matchAll(/^\| (?:`(\w+)` \| )?`([\w.]+)` \| (`\w+`(?:, `\w+`)*) \|$/gm)].flatMap(
  ([, kind, service, methods]) =>
    [...methods!.matchAll(/\w+/g)].map(([method]) => ({ kind, path: `/${service}/${method}` })),
)
const missingOn = (kind: string): string[] =>
  MISSING.filter((one) => one.kind === undefined || one.kind === kind).map(({ path }) => path)

const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes)
const asBytes = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

const reflect = (client: Client, request: ProtoWriter): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(REFLECTION, bytesOf, asBytes)
    stream.on('data', (response: Uint8Array) => {
      resolve(response)
      stream.end()
    })
    stream.on('error', reject)
    stream.write(request.finish())
  })

/** Paths of the methods that reflection shows, without those that are streams. */
async function reflected(client: Client): Promise<string[]> {
  const listed = readProto(protoBytes(readProto(await reflect(client, new ProtoWriter().string(7, '*'))), 6))
  const paths = protoMessages(listed, 1).map(async (entry) => {
    const name = protoString(readProto(entry), 1)
    const response = readProto(await reflect(client, new ProtoWriter().string(4, name)))
    const services = protoMessages(readProto(protoBytes(response, 4)), 1)
      .map((file) => fromBinary(FileDescriptorProtoSchema, file))
      .flatMap((file) => file.service.map((service) => ({ ...service, full: `${file.package}.${service.name}` })))
    const { method } = services.find(({ full }) => full === name)!
    return method.filter(({ serverStreaming }) => !serverStreaming).map((each) => `/${name}/${each.name}`)
  })
  return (await Promise.all(paths)).flat()
}

/** The code of the response to a request without fields. */
const codeOf = (client: Client, path: string): Promise<number> =>
  new Promise((resolve) => {
    client.makeUnaryRequest(path, bytesOf, asBytes, new Uint8Array(), (error: ServiceError | null) =>
      resolve(error?.code ?? status.OK),
    )
  })

test.each(Object.keys(KINDS))(
  'each method that a chain of kind %s reflects is there, or named on the page',
  async (kind) => {
    const { chain } = createSandbox({ chains: { chain: { kind: kind as 'hub' } } }).chains
    const server = await serveChain(chain.host.app)
    const client = new Client(server.urls.grpc, credentials.createInsecure())
    try {
      const paths = await reflected(client)
      expect(paths.length).toBeGreaterThan(100)
      const codes = await Promise.all(paths.map((path) => codeOf(client, path)))
      const unimplemented = paths.filter((_, i) => codes[i] === status.UNIMPLEMENTED)
      expect(unimplemented.toSorted()).toEqual(missingOn(kind).filter((path) => paths.includes(path)))
    } finally {
      client.close()
      await server.close()
    }
  },
)

import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { create } from '@bufbuild/protobuf'
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { QueryAccountRequest } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { GetLatestBlockResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { protoBytes, protoMessages, protoString, ProtoWriter, readProto } from '../../src/codec/proto.js'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { testChain, testWallet } from './chain.js'

let app: NeutronApp
let server: ChainServer
let client: Client
let alice: string

beforeAll(async () => {
  app = testChain()
  alice = (await testWallet(app, 'alice', '77untrn')).address
  server = await serveChain(app)
  client = new Client(server.urls.grpc, credentials.createInsecure())
})
afterAll(async () => {
  client.close()
  await server.close()
})

const call = (path: string, request: Uint8Array, metadata = new Metadata()): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes) => new Uint8Array(bytes),
      request,
      metadata,
      (error, response) => {
        if (error) reject(error)
        else resolve(response!)
      },
    )
  })

const failed = async (path: string, request: Uint8Array): Promise<ServiceError> =>
  call(path, request).then(
    () => expect.unreachable(),
    (error: ServiceError) => error,
  )

const reflect = (request: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes) => new Uint8Array(bytes),
    )
    stream.on('data', (response: Uint8Array) => {
      resolve(response)
      stream.end()
    })
    stream.on('error', reject)
    stream.write(request)
  })

const balance = (address: string) => QueryBalanceRequest.encode({ address, denom: 'untrn' }).finish()

describe('gRPC', () => {
  test('answers queries of modules and of the node', async () => {
    const answer = QueryBalanceResponse.decode(await call('/cosmos.bank.v1beta1.Query/Balance', balance(alice)))
    expect(answer.balance).toEqual({ denom: 'untrn', amount: '77' })
    const latest = GetLatestBlockResponse.decode(
      await call('/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock', new Uint8Array(0)),
    )
    expect(latest.sdkBlock?.header.height).toBe(BigInt(app.height))
    expect(latest.sdkBlock?.header.proposerAddress).toMatch(/^neutronvalcons1/)
  })

  test('at a height of the past', async () => {
    const metadata = new Metadata()
    metadata.set('x-cosmos-block-height', '1')
    const answer = await call('/cosmos.bank.v1beta1.Query/Balance', balance(alice), metadata)
    expect(QueryBalanceResponse.decode(answer).balance?.amount).toBe('0')
  })

  test('reports errors under their codes', async () => {
    expect(await failed('/cosmos.bank.v1beta1.Query/Balance', balance('x'))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'invalid address: decoding bech32 failed: invalid bech32 string length 1',
    })
    const nobody = QueryAccountRequest.encode({ address: 'neutron1qyqszqgpqyqszqgpqyqszqgpqyqszqgpkvguhm' }).finish()
    expect(await failed('/cosmos.auth.v1beta1.Query/Account', nobody)).toMatchObject({ code: status.NOT_FOUND })
    expect(await failed('/cosmos.bank.v1beta1.Query/Nothing', nobody)).toMatchObject({ code: status.UNIMPLEMENTED })
    expect((await failed('/cosmos.bank.v1beta1.Query/Balance', Uint8Array.of(0x0a, 0xff))).code).not.toBe(status.OK)
    expect(await failed('/cosmos.bank.v1beta1.Query/Balance', new Uint8Array(6 * 1024 * 1024))).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    })
  })

  test('lists its services and their types', async () => {
    const list = readProto(
      protoBytes(readProto(await reflect(new ProtoWriter().message(7, Buffer.from('*')).finish())), 6),
    )
    const names = protoMessages(list, 1).map((service) => protoString(readProto(service), 1))
    expect(names).toContain('neutron.contractmanager.Query')
    for (const name of names.filter((service) => !service.startsWith('grpc.'))) {
      const answer = readProto(await reflect(new ProtoWriter().string(4, name).finish()))
      const files = protoMessages(readProto(protoBytes(answer, 4)), 1).map((bytes) =>
        fromBinary(FileDescriptorProtoSchema, bytes),
      )
      const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: sorted(files) }))
      const service = registry.getService(name)
      expect(service, `the table of ${name}, in src/codec/proto-json`).toBeDefined()
      expect(service?.methods.length, `the table of ${name}, in src/codec/proto-json`).toBeGreaterThan(0)
    }
    const unknown = readProto(await reflect(new ProtoWriter().string(4, 'no.such.Thing').finish()))
    expect(protoString(readProto(protoBytes(unknown, 7)), 2)).toBe('unknown symbol: no.such.Thing')
  })
})

/** What is needed first. */
function sorted<T extends { name: string; dependency: string[] }>(files: readonly T[]): T[] {
  const placed = new Set<string>()
  const out: T[] = []
  while (out.length < files.length) {
    const next = files.find(({ name, dependency }) => !placed.has(name) && dependency.every((need) => placed.has(need)))
    if (next === undefined) throw new Error('files need each other')
    placed.add(next.name)
    out.push(next)
  }
  return out
}

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type SandboxServer } from 'sudobox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS } from '../../src/app/kinds.js'
import { grpcurl, WITHOUT_GRPCURL } from './grpcurl.js'

// grpcurl reads descriptors with Go's libraries, which are stricter than those of JavaScript.

if (WITHOUT_GRPCURL !== undefined) console.warn(`test/server/grpcurl.e2e.test.ts ${WITHOUT_GRPCURL}`)

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
const sandbox = createSandbox({ chains: Object.fromEntries(kinds.map((kind) => [kind, { kind }])) })
let server: SandboxServer

beforeAll(async () => {
  if (WITHOUT_GRPCURL === undefined) server = await sandbox.serve()
})
afterAll(() => sandbox.close())

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

/** What is asked of a service: a method that needs no argument, if there is one. */
const calledOf = (methods: readonly string[]): string =>
  methods.find((method) => /\.(?:Params|Config|GetSyncing|Authority|Subspaces|ListAllInterfaces)$/.test(method)) ??
  methods[0]!

describe.skipIf(WITHOUT_GRPCURL)('grpcurl', () => {
  describe.each(kinds)('on a chain of kind %s', (kind) => {
    const address = () => server.urls[kind]!.grpc

    test('describes every service, and every type in its file', async () => {
      const listed = await grpcurl(address(), 'list')
      expect(listed).toMatchObject({ ok: true })
      const services = lines(listed.text)
      expect(services).toEqual(services.toSorted())
      expect(services).toEqual(
        expect.arrayContaining([
          'cosmos.bank.v1beta1.Query',
          'grpc.reflection.v1.ServerReflection',
          'grpc.reflection.v1alpha.ServerReflection',
        ]),
      )
      const file = join(mkdtempSync(join(tmpdir(), 'grpcurl-')), 'all.protoset')
      const described = await grpcurl('-protoset-out', file, address(), 'describe')
      expect(described).toMatchObject({ ok: true })
      expect(described.text.match(/^\S+ is a service:$/gm)).toHaveLength(services.length)
    })

    test('calls a method of every service', async () => {
      const services = lines((await grpcurl(address(), 'list')).text).filter((name) => !name.startsWith('grpc.'))
      const failed: string[] = []
      for (const service of services) {
        const method = calledOf(lines((await grpcurl(address(), 'list', service)).text))
        const { ok, text } = await grpcurl('-d', '{}', address(), method.replace(/\.(\w+)$/, '/$1'))
        // A status comes from the chain, all else from grpcurl itself.
        const isAnswer = ok
          ? text.startsWith('{')
          : /^ERROR:\n {2}Code: (?:InvalidArgument|NotFound|Unknown|Internal)\n/.test(text)
        if (!isAnswer) failed.push(`${method}: ${text}`)
      }
      expect(failed).toEqual([])
    })
  })

  test('prints fields under their names in JSON', async () => {
    const { text } = await grpcurl(server.urls['neutron']!.grpc, 'neutron.contractmanager.Query/Params')
    expect(JSON.parse(text)).toEqual({ params: { sudoCallGasLimit: '1000000' } })
  })

  test.each([
    ['google.protobuf.Any', 'is a message'],
    ['cosmos.tx.v1beta1.ModeInfo', 'oneof sum {'],
    ['ibc.core.channel.v1.Order', 'ORDER_NONE_UNSPECIFIED = 0;'],
    ['grpc.reflection.v1.ServerReflection', 'rpc ServerReflectionInfo ( stream'],
  ])('describes %s', async (symbol, text) => {
    expect((await grpcurl(server.urls['hub']!.grpc, 'describe', symbol)).text).toContain(text)
  })

  test('says that a symbol is unknown', async () => {
    const { ok, text } = await grpcurl(server.urls['hub']!.grpc, 'describe', 'no.such.Thing')
    expect(ok).toBe(false)
    expect(text).toBe('Failed to resolve symbol "no.such.Thing": Symbol not found: no.such.Thing\n')
  })
})

import { readFileSync } from 'node:fs'
import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { KINDS } from '../../src/app/kinds.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { REFLECTION_SERVICES } from '../../src/server/grpc/reflection.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { recordedServices } from './recorded-services.js'

const PAGE = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8')
const { services } = recordedServices('wasmd')
const { wasmd } = createSandbox({ chains: { wasmd: { kind: 'wasmd' } } }).chains
const ours = new Set([
  ...new ChainNode(wasmd.host.app, DEFAULT_CHAIN_LIMITS).paths,
  ...REFLECTION_SERVICES.map((name) => `/${name}/ServerReflectionInfo`),
])

test('what wasmd answers over gRPC and a chain of that kind does not is in docs/differences.md', () => {
  const rows = Object.entries(services).flatMap(([service, methods]) => {
    const missing = methods.filter((method) => !ours.has(`/${service}/${method}`))
    const named = missing.length === methods.length ? 'all' : missing.map((method) => `\`${method}\``).join(', ')
    return missing.length === 0 ? [] : [`| \`${service}\` | ${named} |`]
  })
  const table = /## Services of a node that are missing[^]*?\n(\| `[^]*?)\n(?:\n|$)/.exec(PAGE)?.[1]
  expect(table?.split('\n')).toEqual(rows.toSorted())
})

test('there is no other service', () => {
  const theirs = new Set(
    Object.entries(services).flatMap(([service, methods]) => methods.map((method) => `/${service}/${method}`)),
  )
  expect([...ours].filter((path) => !theirs.has(path)).toSorted()).toEqual([
    // Newer clients ask for this one first.
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  ])
})

/** The rows of the table of the other kinds: the services that their apps have and chains of the kind do not. */
const OF_KINDS = new Map(
  [...PAGE.matchAll(/^\| `(\w+)` \| [\w-]+ (?:[0-9a-f]{8}|v[\d.]+) \| (.*) \|$/gm)].map(([, kind, list]) => [
    kind!,
    [...list!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!),
  ]),
)

test('what is missing on the other kinds is in docs/differences.md', () => {
  expect([...OF_KINDS.keys()]).toEqual(
    Object.keys(KINDS)
      .filter((kind) => kind !== 'wasmd')
      .toSorted(),
  )
})

/** Services of wasmd's app that the apps of other kinds do not register. */
const OF_WASMD = ['circuit.v1', 'epochs.v1beta1', 'group.v1', 'nft.v1beta1', 'protocolpool.v1'].map(
  (name) => `cosmos.${name}.Query`,
)
const NOT_IN_APP: Readonly<Record<string, readonly string[]>> = {
  cosmoshub: OF_WASMD,
  evmd: [
    ...OF_WASMD,
    'cosmwasm.wasm.v1.Query',
    'ibc.applications.interchain_accounts.controller.v1.Query',
    'ibc.applications.interchain_accounts.host.v1.Query',
  ],
  hub: OF_WASMD,
  neutron: [...OF_WASMD, 'cosmos.autocli.v1.Query', 'cosmos.reflection.v1.ReflectionService'],
  // Its own module of this name has another service.
  nolus: [...OF_WASMD, 'cosmos.mint.v1beta1.Query'],
}

test.each(['cosmoshub', 'evmd', 'hub', 'neutron', 'nolus'] as const)(
  'a chain of kind %s does not have what the page says is missing',
  (kind) => {
    const { chain } = createSandbox({ chains: { chain: { kind } } }).chains
    const { paths } = new ChainNode(chain.host.app, DEFAULT_CHAIN_LIMITS)
    const has = new Set(paths.map((path) => path.split('/')[1]!))
    const listed = OF_KINDS.get(kind)!
    expect(listed).toEqual(listed.toSorted())
    expect(listed.filter((name) => has.has(name))).toEqual([])
    // All that wasmd's app has and this chain does not is on the page, unless the kind's own app lacks it.
    const missing = Object.keys(services).filter((name) => !has.has(name) && !name.startsWith('grpc.'))
    expect(missing.filter((name) => !listed.includes(name)).toSorted()).toEqual(NOT_IN_APP[kind]!.toSorted())
  },
)

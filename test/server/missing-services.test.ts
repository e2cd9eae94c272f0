import { readFileSync } from 'node:fs'
import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { REFLECTION_SERVICES } from '../../src/server/grpc/reflection.js'
import { SERVICES } from '../../src/server/services/index.js'
import { recordedServices } from './recorded-services.js'

const PAGE = readFileSync(new URL('../../docs/differences.md', import.meta.url), 'utf8')
const { services } = recordedServices('wasmd')
const { wasmd } = createSandbox({ chains: { wasmd: { kind: 'wasmd' } } }).chains
const ours = new Set([
  ...wasmd.host.app.keepers.chain.queries().paths,
  ...Object.keys(SERVICES),
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

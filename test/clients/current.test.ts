import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { check } from '../../scripts/codegen/manifest.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SCHEMAS = 'contracts/artifacts/schema'

const scratch = mkdtempSync(join(tmpdir(), 'clients-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A copy of schemas and clients to spoil. */
function copy(name: string): { root: string; clients: string } {
  const folder = join(scratch, name)
  const clients = join(folder, 'clients')
  mkdirSync(folder)
  cpSync(join(root, SCHEMAS), join(folder, SCHEMAS), { recursive: true })
  cpSync(join(root, 'test/clients'), clients, { recursive: true })
  return { root: folder, clients }
}

test('every client is as it was generated, from the schemas of today', () => {
  expect(check(root, join(root, 'test/clients'))).toEqual([])
})

test('a schema that changed, came or went is noticed', () => {
  const spoiled = copy('schemas')
  appendFileSync(join(spoiled.root, SCHEMAS, 'cw20_base.json'), '\n')
  writeFileSync(join(spoiled.root, SCHEMAS, 'more.json'), '{}')
  rmSync(join(spoiled.root, SCHEMAS, 'cw4_group.json'))
  expect(check(spoiled.root, spoiled.clients)).toEqual([
    'cw20_base.json has changed since its client was generated: run npm run codegen',
    'cw4_group.json is no schema any more: run npm run codegen',
    'more.json has no client: run npm run codegen',
  ])
})

test('a client that was touched is noticed', () => {
  const spoiled = copy('clients')
  appendFileSync(join(spoiled.clients, 'Cw20Base.client.ts'), '// by hand\n')
  writeFileSync(join(spoiled.clients, 'More.client.ts'), '')
  rmSync(join(spoiled.clients, 'baseClient.ts'))
  expect(check(spoiled.root, spoiled.clients)).toEqual([
    'Cw20Base.client.ts is not as it was generated: run npm run codegen',
    'More.client.ts was not generated: run npm run codegen',
    'baseClient.ts is missing: run npm run codegen',
  ])
  rmSync(join(spoiled.clients, 'manifest.json'))
  expect(check(spoiled.root, spoiled.clients)).toEqual(['the clients were never generated: run npm run codegen'])
})

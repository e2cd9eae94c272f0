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

/** What spoiling a copy of schemas and clients adds to what is wrong with them. */
function faults(name: string, spoil: (spoiled: { root: string; clients: string }) => void): string[] {
  const folder = join(scratch, name)
  const clients = join(folder, 'clients')
  mkdirSync(folder)
  cpSync(join(root, SCHEMAS), join(folder, SCHEMAS), { recursive: true })
  cpSync(join(root, 'test/clients'), clients, { recursive: true })
  const before = check(folder, clients)
  spoil({ root: folder, clients })
  return check(folder, clients).filter((fault) => !before.includes(fault))
}

test('every client is as it was generated, from the schemas of today', () => {
  expect(check(root, join(root, 'test/clients'))).toEqual([])
})

test('a schema that changed, came or went is noticed', () => {
  const found = faults('schemas', ({ root }) => {
    appendFileSync(join(root, SCHEMAS, 'cw20_base.json'), '\n')
    writeFileSync(join(root, SCHEMAS, 'more.json'), '{}')
    rmSync(join(root, SCHEMAS, 'cw4_group.json'))
  })
  expect(found).toEqual([
    'cw20_base.json has changed since its client was generated: run npm run codegen',
    'cw4_group.json is no schema any more: run npm run codegen',
    'more.json has no client: run npm run codegen',
  ])
})

test('a client that was touched is noticed', () => {
  const found = faults('clients', ({ clients }) => {
    appendFileSync(join(clients, 'Cw20Base.client.ts'), '// by hand\n')
    writeFileSync(join(clients, 'More.client.ts'), '')
    rmSync(join(clients, 'baseClient.ts'))
  })
  expect(found).toEqual([
    'Cw20Base.client.ts is not as it was generated: run npm run codegen',
    'More.client.ts was not generated: run npm run codegen',
    'baseClient.ts is missing: run npm run codegen',
  ])
  expect(faults('manifest', ({ clients }) => rmSync(join(clients, 'manifest.json')))).toEqual([
    'the clients were never generated: run npm run codegen',
  ])
})

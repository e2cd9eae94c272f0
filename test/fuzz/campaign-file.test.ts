import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FixtureError } from 'sudobox'
import { runPool } from 'sudobox/fuzz'
import { readCampaign } from '../../src/fuzz/campaign-file.js'

const folder = mkdtempSync(join(tmpdir(), 'campaign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const CAMPAIGN = {
  title: 'mine',
  actors: [{ name: 'alice' }],
  setup: [{ do: { action: 'block' } }],
  contracts: [{ label: 'vault', schema: 'vault.json' }],
}

test('JSON, YAML and a module give the same campaign, which knows its file', async () => {
  const text = JSON.stringify(CAMPAIGN)
  const yaml = [
    'title: mine',
    'actors: [name: alice]',
    'setup: [do: { action: block }]',
    'contracts:',
    '  - { label: vault, schema: vault.json }',
  ]
  for (const path of [file('a.json', text), file('a.yaml', yaml.join('\n')), file('a.mjs', `export default ${text}`)]) {
    const { file: at, ...campaign } = await readCampaign(path)
    expect(at).toBe(path)
    expect(campaign).toMatchObject({ title: 'mine', actors: [{ name: 'alice', chain: 'neutron' }], length: 24 })
  }
})

test('releases of the contract VM take precedence over those of the campaign', async () => {
  const sandbox = { chains: { neutron: { vm: '3.0.9' }, hub: { vm: '2.3.3' } } }
  const path = file('vm.json', JSON.stringify({ ...CAMPAIGN, sandbox }))
  const chainsWith = async (vm?: Readonly<Record<string, string>>) => (await readCampaign(path, { vm })).sandbox?.chains
  expect(await chainsWith()).toEqual(sandbox.chains)
  expect(await chainsWith({})).toEqual(sandbox.chains)
  expect(await chainsWith({ neutron: '3.0.8' })).toEqual({ neutron: { vm: '3.0.8' }, hub: { vm: '2.3.3' } })
  expect(await chainsWith({ '': '3.0.4', hub: '2.3.1' })).toEqual({ neutron: { vm: '3.0.4' }, hub: { vm: '2.3.1' } })
  await expect(chainsWith({ osmo: '3.0.4' })).rejects.toThrow('there is no chain osmo')
})

test('functions come from a module', async () => {
  const path = file(
    'f.mjs',
    `export default { ...${JSON.stringify(CAMPAIGN)}, own: [{ name: 'mine', check: () => 'no' }] }`,
  )
  expect((await readCampaign(path)).own[0]!.check).toBeTypeOf('function')
})

test.each([
  ['no file', 'none.json', undefined, 'none.json: no such file'],
  ['no JSON', 'b.json', '{"title": "x"', 'b.json: line 1'],
  ['no campaign', 'c.yaml', 'title: x\nsetup: []\nactors: []\ncontracts: 5', 'c.yaml#/'],
  ['no default export', 'd.mjs', 'export const x = 1', 'd.mjs: the module has no default export'],
  [
    'a module that throws',
    'e.mjs',
    'throw new TypeError("oops")',
    'e.mjs: the module cannot be loaded: TypeError: oops',
  ],
  ['a module that is no campaign', 'g.mjs', 'export default 5', 'g.mjs'],
])('%s is a typed error that names the file', async (_, name, content, text) => {
  const path = content === undefined ? join(folder, name) : file(name, content)
  const error = await readCampaign(path).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FixtureError)
  expect((error as Error).message).toContain(text)
})

test('an invalid schema ends a campaign before its workers start', async () => {
  const contracts = [{ label: 'lab', schema: { execute: { oneOf: 5 } } }]
  const path = file('h.json', JSON.stringify({ ...CAMPAIGN, contracts }))
  // The error of a worker would be a CampaignError.
  await expect(runPool({ file: path, seed: 1, budget: { sequences: 1 }, workers: 1 })).rejects.toThrow(FixtureError)
})

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from 'sudobox'
import { expect, test, vi } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.js'
import type { Command } from 'commander'
import { printFailures } from '../../src/cli/serve/failures.js'
import { readConfig } from '../../src/cli/serve/config.js'
import type { ServeFlags } from '../../src/cli/serve/flags.js'
import { withFlags } from '../../src/cli/serve/sandbox-options.js'
import { stateOf } from '../../src/cli/serve/state.js'
import { contract } from '../vm/wat.js'
import { fileOf, sudobox } from './command.js'

/** `--vm`, with a contract that releases from 3.0.9 on refuse, since it has a function of 105 locals. */

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-vm-option-'))
const wasm = join(scratch, 'locals.wasm')
writeFileSync(
  wasm,
  contract(
    '(i32.const 16)',
    `(func (local${' i32'.repeat(105)}))
     (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))`,
  ),
)
const REFUSED = 'Wasm contract contains function with more than 100 locals: 105'
const HINT = "right, if the chain runs one of them: vm: '3.0.8' in the options of the chain, or --vm 3.0.8"

const fixtureOf = (more: string): string => {
  const file = join(scratch, `${more.length}.yaml`)
  writeFileSync(
    file,
    `sudobox: 1
title: storing
${more}
steps:
  - do: { action: account, name: alice, funds: 1000000untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: locals.wasm } } }] }
`,
  )
  return file
}
const fixture = fixtureOf('')
const old = fixtureOf('options: { chains: { neutron: { vm: 3.0.9 } } }')

/** All options of a command and of the commands below it. */
const optionsOf = (command: Command): readonly string[] => [
  ...command.options.map((option) => option.long ?? ''),
  ...command.commands.flatMap(optionsOf),
]

test('exactly the commands with chains or a VM of their own have it', async () => {
  const having = await Promise.all(
    COMMANDS.map(async ({ name, load }) => [name, optionsOf(await load()).includes('--vm')] as const),
  )
  // An EVM runs no contracts of CosmWasm; what is lowered, schemas and types do not depend on the release; a worker gets whole campaigns, and mutants run in the tests of a project.
  // A rehearsal has the release of its target.
  expect(having.filter(([, has]) => !has).map(([name]) => name)).toEqual([
    'audit',
    'evm',
    'lower',
    'mutants',
    'rehearse',
    'schema',
    'types',
    'worker',
  ])
})

test.each([
  ['the default of the chain accepts it', [fixture], 0],
  ['another release refuses it', [fixture, '--vm', '3.0.9'], 2],
  ['on the chain that is named', [fixture, '--vm', 'neutron=3.0.9'], 2],
  ['on no other', [fixture, '--vm', 'hub=3.0.9'], 0],
  ['a chain that is named goes its own way', [fixture, '--vm', '3.0.9', '--vm', 'neutron=3.0.8'], 0],
  ['the fixture names a release', [old], 2],
  ['the flag takes precedence', [old, '--vm', '3.0.8'], 0],
])('replay: %s', async (_, args, code) => {
  const ended = await sudobox('replay', ...args)
  expect(ended.code).toBe(code)
  for (const text of [REFUSED, HINT]) expect(ended.stderr.includes(text)).toBe(code !== 0)
})

test.each([
  [['replay', fixture, '--vm', '9.9.9'], /no gas schedule for cosmwasm-vm 9\.9\.9; known releases: .*3\.0\.10/],
  [['replay', fixture, '--vm', 'neutron='], /no gas schedule for cosmwasm-vm neutron=/],
  [['replay', fixture, '--vm', 'osmo=3.0.8'], /--vm: there is no chain osmo\n {2}chains: neutron, hub/],
  [['replay', fixture, '--vm', '3.0.8', '--update'], /--vm and --update exclude each other/],
  [['reproduce', scratch, '--vm', '9.9.9'], /no gas schedule for cosmwasm-vm 9\.9\.9/],
  [['query', 'contractmanager', 'params', '--vm', '3.0.8'], /--vm is only for fixtures/],
  [['query', 'contractmanager', 'params', '--fixture', old], /vm: '3\.0\.8' in the options of the chain/],
  [['fuzz', 'x.yaml', '--queue', 'redis://localhost', '--vm', '3.0.8'], /--vm cannot be used with --queue/],
  [['serve', '--vm', 'osmo=3.0.8'], /--vm: there is no chain osmo/],
  [
    ['gas', wasm, wasm, '--script', 'fixtures/vm/native/scripts/traps.json', '--vm', 'hub=3.0.8'],
    /a VM script has no chains/,
  ],
  [['gas', wasm, wasm, '--script', fixture, '--vm', '3.0.9'], /more than 100 locals/],
])('sudobox %j is refused', async (args, message) => {
  const { code, stderr } = await sudobox(...args)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

test('a failed step that is expected shows it below the error', async () => {
  const file = join(scratch, 'expected.yaml')
  writeFileSync(file, `${readFileSync(old, 'utf8')}    expect: { ok: false, codespace: wasm, code: 2 }\n`)
  const { code, stdout } = await sudobox('replay', file)
  expect(code).toBe(0)
  expect(stdout).toContain(HINT)
})

test('a query of a fixture', async () => {
  const { code, stdout } = await sudobox('query', 'contractmanager', 'params', '--fixture', old, '--vm', '3.0.8')
  expect(stdout).toContain('sudo_call_gas_limit')
  expect(code).toBe(0)
})

test('a finding is shrunk on the release with which it was found, unless the flag says another', async () => {
  const setup = [
    { do: { action: 'account', name: 'alice', funds: '1000000untrn' } },
    { do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: 'locals.wasm' } } }] } },
  ]
  const contracts = [{ label: 'nobody', schema: { execute: null } }]
  writeFileSync(
    join(scratch, 'campaign.json'),
    JSON.stringify({ title: 'locals', actors: [{ name: 'alice' }], setup, contracts }),
  )
  const finding = join(scratch, 'finding.json')
  const campaign = { title: 'locals', file: 'campaign.json', invariant: 'I1', text: '-', seed: 1, setup: 0, actions: 0 }
  const options = { chains: { neutron: { vm: '3.0.9' } } }
  writeFileSync(finding, JSON.stringify({ sudobox: 1, title: 'a finding', options, campaign, steps: [] }))
  expect((await sudobox('shrink', finding)).stderr).toContain(HINT)
  const { stderr } = await sudobox('shrink', finding, '--vm', '3.0.8')
  expect(stderr).toContain('nobody')
  expect(stderr).not.toContain(HINT)
})

test('a VM script', async () => {
  const script = 'fixtures/vm/native/scripts/ret_none.json'
  const release = async (...args: readonly string[]): Promise<string> =>
    (JSON.parse((await sudobox('vm', script, ...args)).stdout) as { vm: string }).vm
  expect(await release('--vm', '3.0.8')).toBe('cosmwasm-vm 3.0.8')
  expect(await release('--vm-version', '3.0.8')).toBe('cosmwasm-vm 3.0.8')
})

test('served chains', () => {
  const flags = { chains: {}, links: [], chainId: {}, genesis: {}, fork: {}, forkHeight: {} } as unknown as ServeFlags
  expect(withFlags(undefined, { ...flags, vm: { '': '3.0.8', hub: '2.3.3' } })).toEqual({
    chains: { neutron: { vm: '3.0.8' }, hub: { vm: '2.3.3' } },
  })
  expect(withFlags({ chains: { neutron: { vm: '3.0.9' } } }, { ...flags, vm: { hub: '2.3.3' } })).toEqual({
    chains: { neutron: { vm: '3.0.9' }, hub: { vm: '2.3.3' } },
  })
})

test("clients of a served chain get the chain's text, and its console names the releases", async () => {
  const sandbox = createSandbox({ chains: { neutron: { vm: '3.0.9' } } })
  const console_ = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    printFailures(sandbox)
    const alice = sandbox.chains.neutron.account('alice', '1000000untrn')
    const client = await sandbox.chains.neutron.client(alice)
    const upload = client.upload(alice.address, new Uint8Array(readFileSync(wasm)), 'auto')
    await expect(upload).rejects.toThrow(`${REFUSED}: create wasm contract failed`)
    expect(console_.mock.lastCall).toEqual([`neutron: ${HINT}`])
  } finally {
    console_.mockRestore()
    await sandbox.close()
  }
})

test('a network keeps its release', () => {
  const state = fileOf('{ sudobox: 1, title: a state, options: { chains: { neutron: { vm: 3.0.9 } } } }', 'state.yaml')
  const loaded = (vm: ServeFlags['vm']) =>
    stateOf({ chains: {}, chainId: {}, state, vm } as unknown as ServeFlags)?.fixture.options?.chains?.neutron?.vm
  expect(loaded({})).toBe('3.0.9')
  expect(loaded({ neutron: '3.0.9' })).toBe('3.0.9')
  expect(() => loaded({ neutron: '3.0.8' })).toThrow('--vm 3.0.8: in')
  expect(() => loaded({ '': '3.0.9' })).toThrow('hub runs the release of its kind')
})

test.each([
  ['vm: 3.0.8', { '': '3.0.8' }],
  ['vm: { neutron: 3.0.8, hub: 2.3.3 }', { neutron: '3.0.8', hub: '2.3.3' }],
])('a configuration of served chains: %s', async (text, vm) => {
  const command = await COMMANDS.find(({ name }) => name === 'serve')!.load()
  readConfig(command, fileOf(text, 'sudobox.yaml'), true)
  expect(command.opts<ServeFlags>().vm).toEqual(vm)
})

test('the files of a new project name it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-init-vm-'))
  writeFileSync(join(folder, 'cw20_base.wasm'), readFileSync('contracts/artifacts/cw20_base.wasm'))
  const { code } = await sudobox('init', folder, '--no-install', '--vm', 'neutron=3.0.4')
  expect(code).toBe(0)
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  expect(read('test/cw20_base.test.ts')).toContain(
    "test.override({ sandboxOptions: { chains: { neutron: { vm: '3.0.4' }, hub: {} } } })",
  )
  expect(read('campaigns/cw20_base.yaml')).toMatch(/^sandbox:\n {2}chains:\n {4}neutron:\n {6}vm: 3\.0\.4$/m)
})

test('a contract that the newest release refuses has a schema', async () => {
  const { code, stderr } = await sudobox('schema', 'infer', wasm)
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

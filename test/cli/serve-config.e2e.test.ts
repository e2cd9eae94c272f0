import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { serveCommand } from '../../src/cli/serve.js'
import { spawnedIn, sudobox } from './command.js'
import { startServeIn, type ServeProcess } from './serve-process.js'

/** A folder with a configuration in it. */
function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-config-'))
  writeFileSync(join(folder, 'sudobox.yaml'), text)
  return folder
}

let running: ServeProcess | undefined
afterEach(() => running?.kill())

/** Members that only the command line and trusted configurations may have, each with a value that its flag takes. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = {
  'allowed-host': '*',
  fork: 'https://rpc.example.org',
  'fork-cache': 'cache',
  host: '0.0.0.0',
  limit: 'httpBodyLimit=0',
  origin: '*',
  plugin: 'neutron=plugin.mjs',
  record: 'package.json',
  registry: 'registry',
  state: 'state.yaml',
  token: 'secret',
}

/** Those that are about the network. */
const OF_THE_NETWORK = [
  'account',
  'accounts',
  'automatic',
  'block-time',
  'chain-id',
  'chains',
  'client-version',
  'coins',
  'faucet',
  'faucet-coins',
  'faucet-cooldown',
  'fork-height',
  'fork-verify',
  'free-ports',
  'genesis',
  'links',
  'metrics',
  'mnemonic',
  'port',
  'query-relayer',
  'relay',
  'relay-delay',
  'relayer-mnemonic',
  'ui',
  'ui-port',
  'unlinked',
  'vm',
]

test('it is decided of every option whether a configuration may set it', () => {
  const options = serveCommand().options.map(({ long }) => long!.slice(2))
  expect(options.toSorted()).toEqual(
    [...Object.keys(OF_THE_MACHINE), ...OF_THE_NETWORK, 'config', 'json', 'trust'].toSorted(),
  )
})

test.each(Object.entries(OF_THE_MACHINE))('a configuration may not set %s', async (name, value) => {
  const folder = folderWith(`accounts: 1\n${name}: ${JSON.stringify(value)}\n`)
  const file = join(folder, 'sudobox.yaml')
  const { code, stderr } = await sudobox('serve', '--free-ports', '--config', file)
  expect(code).toBe(2)
  expect(stderr).toContain(`${file}#/${name}: `)
  expect(stderr).toMatch(new RegExp(`right: --${name} <.*> on the command line`))
  expect(stderr).toContain('when you know who wrote the file: --trust lifts this')
})

test.each(Object.keys(OF_THE_MACHINE))('nor as a list or members of %s', async (name) => {
  for (const value of [`[ '${OF_THE_MACHINE[name]}' ]`, `{ neutron: '${OF_THE_MACHINE[name]}' }`]) {
    const file = join(folderWith(`${name}: ${value}\n`), 'sudobox.yaml')
    const { code, stderr } = await sudobox('serve', '--free-ports', '--config', file)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}#/${name}: a`)])
  }
})

test('one of the working directory is refused too, before anything is written', async () => {
  const folder = folderWith('record: package.json\nhost: 0.0.0.0\n')
  writeFileSync(join(folder, 'package.json'), '{}')
  const { code, stderr } = await spawnedIn(folder, 'serve', '--free-ports')
  expect(code).toBe(2)
  expect(stderr).toContain('sudobox.yaml#/record: a configuration file may not choose where to write')
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{}')
})

test('what was read is told on stderr, with the members that count', async () => {
  const folder = folderWith('chain-id: { neutron: theirs-1 }\naccounts: 1\nrelay: manual\n')
  running = await startServeIn(folder, '--accounts', '2')
  expect(running.warned).toBe(`configuration ${join(folder, 'sudobox.yaml')}: chain-id, relay\n`)
  expect(running.told.mnemonics[0].accounts).toHaveLength(2)
})

test('a trusted one may decide about the machine, and flags decide without trust', async () => {
  const folder = folderWith('record: session.yaml\n')
  running = await startServeIn(folder, '--trust')
  expect(running.warned).toContain('sudobox.yaml: record\n')
  expect(await running.interrupt()).toBe(0)
  expect(existsSync(join(folder, 'session.yaml'))).toBe(true)
  running = await startServeIn(folder, '--record', join(folder, 'mine.yaml'))
  expect(running.warned).toContain('sudobox.yaml\n')
  expect(await running.interrupt()).toBe(0)
  expect(existsSync(join(folder, 'mine.yaml'))).toBe(true)
})

test('pipes and folders are not opened', async () => {
  const folder = folderWith('fixture: pipe.yaml\n')
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')])
  expect((await spawnedIn(folder, 'serve')).stderr).toContain('#/fixture: "pipe.yaml" is not a regular file')
  writeFileSync(join(folder, 'sudobox.yaml'), 'genesis: { neutron: . }\n')
  expect((await spawnedIn(folder, 'serve')).stderr).toContain('#/genesis/neutron: "." is not a regular file')
  const other = mkdtempSync(join(tmpdir(), 'sudobox-config-'))
  execFileSync('mkfifo', [join(other, 'sudobox.yaml')])
  expect((await spawnedIn(other, 'serve')).stderr).toContain('sudobox.yaml: is not a regular file')
})

test('a fixture of another folder says where it runs', async () => {
  const folder = folderWith('')
  for (const name of ['bugs', 'elsewhere']) mkdirSync(join(folder, name))
  const store = 'do: { action: tx, from: alice, messages: [{ store: { wasm: { path: ../lab.wasm } } }] }'
  const steps = ['steps:', '  - do: { action: account, name: alice }', `  - ${store}`]
  writeFileSync(join(folder, 'bugs/refund.yaml'), ['sudobox: 1', 'title: A refund', ...steps, ''].join('\n'))
  const { code, stderr } = await spawnedIn(join(folder, 'elsewhere'), 'serve', '../bugs/refund.yaml')
  expect(stderr).toContain('"../lab.wasm" lies outside the folder of the file and the working directory')
  expect(stderr).toContain(`run the command in ${realpathSync(folder)}, or --trust lifts this`)
  // Followed, it gets further: the path is right, and the file is missing.
  const { stderr: followed } = await spawnedIn(folder, 'serve', 'bugs/refund.yaml')
  expect(followed).toContain('cannot read the contract ../lab.wasm: no such file')
  expect(code).toBe(2)
})

test('a name that no system takes is an error of the file', async () => {
  const file = join(folderWith(`fixture: ${'a'.repeat(5_000)}\n`), 'sudobox.yaml')
  const { code, stderr } = await sudobox('serve', '--config', file)
  expect(stderr).toContain('no such file')
  expect(stderr).not.toContain('bug in Sudobox')
  expect(code).toBe(2)
})

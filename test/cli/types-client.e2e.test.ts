// Clients that the command writes with the project's @cosmwasm/ts-codegen: compiled as a project compiles them, and used on a served chain.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import { rolldown } from 'rolldown'
import { createSandbox } from 'sudobox'
import { afterAll, expect, test } from 'vitest'
import { run } from '../package/guide.js'
import { ROOT, spawnedAt, spawnedIn } from './command.js'

const SCHEMA = join(ROOT, 'contracts/artifacts/schema/cw20_base.json')
const CLIENT_FILES = ['Cw20Base.client.ts', 'Cw20Base.types.ts', 'baseClient.ts', 'index.ts']

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-clients-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A folder of a project that has the packages of this one. */
function project(name: string): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A folder of a project with a release of ts-codegen that is told by its manifest alone. */
function projectWith(version: string): string {
  const folder = join(scratch, `with-${version}`)
  const installed = join(folder, 'node_modules/@cosmwasm/ts-codegen')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: '@cosmwasm/ts-codegen', version }))
  return folder
}

/** What a project's code does with the client. The last line is an error of types. */
const USE = `
import type { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import type { ISigningCosmWasmClient } from './clients/baseClient'
import { Cw20BaseClient } from './clients/Cw20Base.client'
import { Cw20BaseMsgComposer } from './clients/Cw20Base.message-composer'

export async function pay(client: SigningCosmWasmClient, from: string, token: string, recipient: string): Promise<string> {
  // The fee is optional in the interface of ts-codegen 1, and not in cosmjs; the generated client always passes one.
  const cw20 = new Cw20BaseClient(client as ISigningCosmWasmClient, from, token)
  await cw20.transfer({ amount: '40', recipient })
  const { balance } = await cw20.balance({ address: recipient })
  return balance
}
export const messageOf = (from: string, token: string) =>
  new Cw20BaseMsgComposer(from, token).transfer({ amount: '2', recipient: from })
// @ts-expect-error an amount is text
export const wrong = (client: Cw20BaseClient) => client.transfer({ amount: 40, recipient: '' })
`
/** As docs/typescript.md says. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['use.ts'],
}

test('a generated client compiles, and pays on a served chain', async () => {
  const folder = project('whole')
  const parts = ['--part', 'client', '--part', 'message-composer']
  const written = await spawnedIn(folder, 'types', SCHEMA, '--client', ...parts, '--out', 'clients')
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toMatch(/^clients: Cw20Base, 5 files by @cosmwasm\/ts-codegen 1\.\d+\.\d+\n$/)
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  expect(await spawnedAt(join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', folder)).toMatchObject({
    stdout: '',
    code: 0,
  })

  const build = await rolldown({ input: join(folder, 'use.ts'), platform: 'node' })
  await build.write({ dir: join(folder, 'built'), entryFileNames: 'use.mjs' })
  const { pay, messageOf } = (await import(pathToFileURL(join(folder, 'built/use.mjs')).href)) as {
    readonly pay: (...args: readonly [object, string, string, string]) => Promise<string>
    readonly messageOf: (from: string, token: string) => { readonly typeUrl: string; readonly value: unknown }
  }

  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const [alice, bob] = [neutron.account('alice', '1000000untrn'), neutron.account('bob')]
    const token = await alice.deploy(join(ROOT, 'contracts/artifacts/cw20_base.wasm'), {
      name: 'Token',
      symbol: 'TOK',
      decimals: 6,
      initial_balances: [{ address: alice.address, amount: '100' }],
    })
    const { urls } = await sandbox.serve()
    const wallet = await DirectSecp256k1Wallet.fromKey(alice.privateKey, neutron.prefix)
    const client = await SigningCosmWasmClient.connectWithSigner(urls.neutron!.rpc, wallet, {
      broadcastPollIntervalMs: 5,
      gasPrice: GasPrice.fromString('0.05untrn'),
    })
    expect(await pay(client, alice.address, token.address, bob.address)).toBe('40')
    const fee = { amount: [{ denom: 'untrn', amount: '5000' }], gas: '500000' }
    const sent = await client.signAndBroadcast(alice.address, [messageOf(alice.address, token.address)], fee)
    expect(sent.code).toBe(0)
    expect(token.query({ balance: { address: bob.address } })).toEqual({ balance: '40' })
    client.disconnect()
  } finally {
    await sandbox.close()
  }
})

test('--check tells clients that are not what the schemas generate, and writes nothing', async () => {
  const folder = project('check')
  const types = (...args: readonly string[]) =>
    spawnedIn(folder, 'types', SCHEMA, '--client', '--out', 'clients', ...args)
  await types()
  expect(readdirSync(join(folder, 'clients')).sort()).toEqual(CLIENT_FILES)
  expect(await types('--check')).toMatchObject({ code: 0, stdout: 'clients is up to date\n' })

  const file = join(folder, 'clients/Cw20Base.client.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('transfer', 'transmit'))
  rmSync(join(folder, 'clients/baseClient.ts'))
  expect(await types('--check')).toMatchObject({
    code: 1,
    stdout:
      'clients/Cw20Base.client.ts is not up to date with the schemas: run the command without --check\n' +
      'clients/baseClient.ts is not up to date with the schemas: run the command without --check\n',
  })
  expect(existsSync(join(folder, 'clients/baseClient.ts'))).toBe(false)
  await types()
  expect((await types('--check')).code).toBe(0)
})

test('writes no file if one of them is not its own', async () => {
  const folder = project('mine')
  mkdirSync(join(folder, 'clients'))
  writeFileSync(join(folder, 'clients/index.ts'), 'export const mine = 1\n')
  const { code, stderr } = await spawnedIn(folder, 'types', SCHEMA, '--client', '--out', 'clients')
  expect(code).toBe(2)
  expect(stderr).toContain('clients/index.ts was not written by this command')
  expect(readdirSync(join(folder, 'clients'))).toEqual(['index.ts'])
  expect(readFileSync(join(folder, 'clients/index.ts'), 'utf8')).toBe('export const mine = 1\n')
})

test('hooks come with the client that they call; the schema may be inferred, or of separate files', async () => {
  const folder = project('inputs')
  const wasm = join(ROOT, 'contracts/artifacts/cw20_base.wasm')
  expect((await spawnedIn(folder, 'schema', 'infer', wasm, '--out', 'cw20_base.json')).code).toBe(0)
  const hooks = ['--client', '--part', 'react-query', '--out', 'hooks']
  expect((await spawnedIn(folder, 'types', 'cw20_base.json', ...hooks)).code).toBe(0)
  expect(readdirSync(join(folder, 'hooks')).sort()).toEqual([
    'Cw20Base.client.ts',
    'Cw20Base.react-query.ts',
    ...CLIENT_FILES.slice(1),
  ])
  const { instantiate, execute, query } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Record<string, object>
  mkdirSync(join(folder, 'old-token/schema'), { recursive: true })
  for (const [name, schema] of Object.entries({ instantiate, execute, query }))
    writeFileSync(join(folder, `old-token/schema/${name}_msg.json`), JSON.stringify(schema))
  expect((await spawnedIn(folder, 'types', 'old-token/schema', '--client', '--out', 'old')).code).toBe(0)
  expect(readFileSync(join(folder, 'old/OldToken.client.ts'), 'utf8')).toContain('transfer: ({')
})

test('without ts-codegen, or with a release that is not supported, says what to install', async () => {
  const right = 'right: npm install --save-dev @cosmwasm/ts-codegen@1'
  const bare = join(scratch, 'bare')
  cpSync(join(ROOT, 'dist'), join(bare, 'dist'), { recursive: true, filter: (path) => !/\.d\.ts$|dist\/ui/.test(path) })
  cpSync(join(ROOT, 'package.json'), join(bare, 'package.json'))
  mkdirSync(join(bare, 'node_modules'))
  for (const name of ['fast-check', 'pure-rand'])
    symlinkSync(join(ROOT, 'node_modules', name), join(bare, 'node_modules', name))
  const out = join(bare, 'clients')
  const missing = await run(`node dist/cli/main.js types '${SCHEMA}' --client --out '${out}'`, bare)
  expect(missing.output).toContain('clients need the package @cosmwasm/ts-codegen, which is not installed')
  expect(missing.output).toContain(right)
  expect(missing.code).toBe(2)
  for (const version of ['0.34.0', '1.12.1', '2.0.0', '11.13.0']) {
    const { code, stderr } = await spawnedIn(projectWith(version), 'types', SCHEMA, '--client', '--out', out)
    expect(stderr).toContain(`the installed @cosmwasm/ts-codegen ${version} is not supported`)
    expect(stderr).toContain(right)
    expect(code).toBe(2)
  }
  expect(existsSync(out)).toBe(false)
})

test('options that go together', async () => {
  const folder = project('usage')
  const refused = async (...args: readonly string[]) => (await spawnedIn(folder, 'types', SCHEMA, ...args)).stderr
  writeFileSync(join(folder, 'file'), '')
  expect(await refused('--client', '--out', 'file')).toMatch(/cannot write file.Cw20Base/)
  expect(await refused('--client')).toContain('--client needs --out FOLDER')
  expect(await refused('--part', 'recoil', '--out', 'x')).toContain('--part needs --client')
  expect(await refused('--client', '--part', 'hooks')).toContain(
    'Allowed choices are client, message-composer, message-builder, react-query, recoil.',
  )
})

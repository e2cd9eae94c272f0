import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { transformSync } from '@swc/wasm-typescript'
import { parse } from 'yaml'
import { testText } from '../../../src/scaffold/init/contract-files.js'
import { contractName, findContracts } from '../../../src/scaffold/init/find-contracts.js'
import {
  initProject,
  missingPackages,
  packageManagerOf,
  prepareManifest,
  type InitStep,
} from '../../../src/scaffold/init/index.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { readCampaign } from '../../../src/fuzz/index.js'

const ARTIFACTS = resolve('contracts/artifacts')

/** A project with these files: contents, or the names of artifacts. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-init-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (/^[\w/]+\.(?:wasm|json)$/.test(content)) copyFileSync(join(ARTIFACTS, content), join(folder, path))
    else writeFileSync(join(folder, path), content)
  }
  return folder
}

const contentsOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

async function init(folder: string): Promise<readonly InitStep[]> {
  const steps: InitStep[] = []
  await initProject({ folder, manager: packageManagerOf(folder), onStep: (step) => steps.push(step) })
  return steps
}

const written = (steps: readonly InitStep[]): readonly string[] =>
  steps.filter(({ done }) => done === 'written').map(({ path }) => path)

describe('finding contracts', () => {
  test('a workspace: builds, what the optimizer made of them, schemas of both kinds', () => {
    const folder = projectOf({
      'artifacts/cw20_base-aarch64.wasm': 'x',
      'artifacts/checksums.txt': 'x',
      'target/wasm32-unknown-unknown/release/cw20_base.wasm': 'x',
      'target/wasm32-unknown-unknown/release/my_vault.wasm': 'x',
      'target/wasm32-unknown-unknown/release/deps/my_vault-1a2b.wasm': 'x',
      'target/release/build/other.wasm': 'x',
      'node_modules/other/other.wasm': 'x',
      'contracts/my-vault/schema/my-vault.json': '{"contract_name":"my-vault","instantiate":{}}',
      'contracts/my-vault/schema/raw/instantiate.json': '{"title":"InstantiateMsg"}',
      'contracts/cw20-base/schema/init_msg.json': '{"title":"InitMsg"}',
      'contracts/cw20-base/schema/query_msg.json': '{"title":"QueryMsg"}',
      'contracts/broken/schema/broken.json': '{',
    })
    expect(findContracts(folder)).toEqual([
      {
        name: 'cw20_base',
        wasm: 'artifacts/cw20_base-aarch64.wasm',
        schema: ['contracts/cw20-base/schema/init_msg.json', 'contracts/cw20-base/schema/query_msg.json'],
      },
      {
        name: 'my_vault',
        wasm: 'target/wasm32-unknown-unknown/release/my_vault.wasm',
        schema: ['contracts/my-vault/schema/my-vault.json'],
      },
    ])
  })

  test('an empty folder, and one with a circular link', () => {
    const folder = projectOf({ 'a/b.txt': '' })
    symlinkSync(folder, join(folder, 'a/circle'))
    expect(findContracts(folder)).toEqual([])
    expect(contractName('cw-vault-x86_64')).toBe('cw_vault')
  })
})

describe('a project with a schema, without one, and with a contract that needs the address of another', () => {
  const folder = projectOf({
    'artifacts/cw20_base.wasm': 'cw20_base.wasm',
    'schema/cw20-base.json': 'schema/cw20_base.json',
    'artifacts/cw4_group.wasm': 'cw4_group.wasm',
    'artifacts/cw3_flex_multisig.wasm': 'cw3_flex_multisig.wasm',
    'artifacts/picture.wasm': 'no contract',
    '.vscode/settings.json': '{}',
  })

  test('gets what is missing', async () => {
    const steps = await init(folder)
    expect([...written(steps)].sort()).toEqual([
      '.github/workflows/contracts.yml',
      '.vscode/launch.json',
      'campaigns/cw20_base.yaml',
      'campaigns/cw3_flex_multisig.yaml',
      'campaigns/cw4_group.yaml',
      'test/contracts.ts',
      'test/cw20_base.test.ts',
      'test/cw3_flex_multisig.test.ts',
      'test/cw4_group.test.ts',
      'test/schema/cw3_flex_multisig.json',
      'test/schema/cw4_group.json',
      'tsconfig.json',
      'vitest.config.ts',
    ])
    expect(steps.filter(({ done }) => done === 'failed')).toMatchObject([{ path: 'artifacts/picture.wasm' }])
    expect(steps.find(({ path }) => path === '.vscode/settings.json')).toMatchObject({
      done: 'kept',
      note: expect.stringContaining('yaml.schemas') as string,
    })
    expect(contentsOf(folder, '.vscode/settings.json')).toBe('{}')
    expect(contentsOf(folder, 'test/cw3_flex_multisig.test.ts')).toContain('group_addr: cw4Group.address')
    expect(contentsOf(folder, 'test/cw20_base.test.ts')).toMatch(
      /deploy<Cw20Base>\(WASM, \{[\s\S]*symbol: '[A-Za-z-]{3,12}'[\s\S]*expect\(contract\.query\(\{ token_info: \{\} \}\)\)/,
    )
    expect(contentsOf(folder, '.github/workflows/contracts.yml')).toContain('sudobox fuzz campaigns/cw4_group.yaml')
  })

  test('has campaigns whose setups run', async () => {
    for (const name of ['cw20_base', 'cw3_flex_multisig']) {
      // Trusted, since it is not the working directory, in which campaigns may name files.
      const config = await readCampaign(join(folder, `campaigns/${name}.yaml`), { trust: true })
      const { sandbox, subjects } = await startCampaign(config)
      expect(subjects.map(({ config }) => config.label)).toEqual([name])
      await sandbox.close()
    }
  })

  test('gets nothing the second time, and only the new files for a new contract', async () => {
    writeFileSync(join(folder, 'test/cw20_base.test.ts'), '// mine\n')
    expect(written(await init(folder))).toEqual([])
    copyFileSync(join(ARTIFACTS, 'ping_pong.wasm'), join(folder, 'artifacts/ping_pong.wasm'))
    expect(written(await init(folder))).toEqual([
      'test/schema/ping_pong.json',
      'test/contracts.ts',
      'test/ping_pong.test.ts',
      'campaigns/ping_pong.yaml',
    ])
    expect(contentsOf(folder, 'test/cw20_base.test.ts')).toBe('// mine\n')
    // What one needs that is new may have its test already.
    const lines = contentsOf(folder, 'test/cw3_flex_multisig.test.ts')
    rmSync(join(folder, 'test/cw3_flex_multisig.test.ts'))
    expect(written(await init(folder))).toEqual(['test/cw3_flex_multisig.test.ts'])
    expect(contentsOf(folder, 'test/cw3_flex_multisig.test.ts')).toBe(lines)
  })
})

test('a contract that nothing instantiates gets a test that says why', async () => {
  const folder = projectOf({ 'cw3_flex_multisig.wasm': 'cw3_flex_multisig.wasm' })
  await init(folder)
  const text = contentsOf(folder, 'test/cw3_flex_multisig.test.ts')
  expect(text).toContain("expect(await neutron.account('alice').store(WASM)).toBe(1n)")
  expect(text).toMatch(/failed with:\n\/\/ {3}\S/)
  expect(existsSync(join(folder, 'campaigns/cw3_flex_multisig.yaml'))).toBe(false)
})

describe('package.json', () => {
  const manifestOf = (folder: string): unknown => JSON.parse(contentsOf(folder, 'package.json'))

  test('is written where it is missing', () => {
    const folder = projectOf({})
    expect(prepareManifest(folder)).toMatchObject({ done: 'written' })
    expect(manifestOf(folder)).toMatchObject({ private: true, type: 'module', scripts: { test: 'vitest run' } })
  })

  test('keeps its existing members', () => {
    const own = projectOf({ 'package.json': '{"scripts":{"test":"mocha"}}' })
    expect(prepareManifest(own)).toEqual({ path: 'package.json', done: 'kept' })
    expect(contentsOf(own, 'package.json')).toBe('{"scripts":{"test":"mocha"}}')
    const fresh = projectOf({
      'package.json': '{"name":"x","scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}',
    })
    prepareManifest(fresh)
    expect(manifestOf(fresh)).toEqual({ name: 'x', scripts: { test: 'vitest run' } })
    const broken = projectOf({ 'package.json': '{' })
    expect(prepareManifest(broken)).toMatchObject({ done: 'failed' })
    expect(contentsOf(broken, 'package.json')).toBe('{')
  })

  test('a project that is not an ES module gets a configuration that is one', async () => {
    expect(written(await init(projectOf({ 'package.json': '{}' })))).toContain('vitest.config.mts')
    const kept = await init(projectOf({ 'vite.config.js': 'export default {}' }))
    expect(kept.find(({ path }) => path === 'vite.config.js')).toMatchObject({ done: 'kept' })
    expect(written(kept)).not.toContain('vitest.config.ts')
  })

  test.each([
    ['pnpm-lock.yaml', '', 'pnpm'],
    ['yarn.lock', 'npm/11.0.0 node/v20', 'yarn'],
    ['package-lock.json', 'pnpm/9.0.0', 'npm'],
    ['x', 'bun/1.2.0', 'bun'],
    ['x', '', 'npm'],
  ])('%s and %j: %s', (file, agent, name) => {
    expect(packageManagerOf(projectOf({ [file]: '' }), agent).name).toBe(name)
  })

  test.each([
    ['nothing', {}, ['sudobox@^1.2.3', 'vitest@^4']],
    ['Vitest 3, which npm refuses beside this package', { vitest: '3.2.4' }, ['sudobox@^1.2.3', 'vitest@^4']],
    ['Vitest 4', { vitest: '4.0.0' }, ['sudobox@^1.2.3']],
    ['a later Vitest', { vitest: '10.1.0', sudobox: '1.0.0' }, []],
    ['this package alone', { sudobox: '1.2.3' }, ['vitest@^4']],
  ])('what is installed beside %s', (_, installed, expected) => {
    const files = Object.entries(installed).map(([name, version]) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ version }),
    ])
    const folder = projectOf(Object.fromEntries(files) as Record<string, string>)
    expect(missingPackages(folder, '1.2.3')).toEqual(expected)
    // In a workspace they stand above.
    mkdirSync(join(folder, 'contracts'))
    expect(missingPackages(join(folder, 'contracts'), '1.2.3')).toEqual(expected)
  })

  test('the workflow is YAML that builds the contracts of the project', async () => {
    const folder = projectOf({
      'target/wasm32-unknown-unknown/release/cw4_group.wasm': 'cw4_group.wasm',
      'pnpm-lock.yaml': '',
    })
    await init(folder)
    const { jobs } = parse(contentsOf(folder, '.github/workflows/contracts.yml')) as {
      jobs: { test: { steps: { run?: string }[] } }
    }
    expect(jobs.test.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'rustup target add wasm32-unknown-unknown',
      'cargo build --release --lib --target wasm32-unknown-unknown',
      'corepack enable && pnpm install --frozen-lockfile',
      'pnpm exec vitest run',
      'pnpm exec sudobox fuzz campaigns/cw4_group.yaml --seconds 60',
    ])
  })

  test.for([
    [{}, ['npm ci', 'npx vitest run', 'npx sudobox fuzz campaigns/cw4_group.yaml --seconds 60']],
    [
      { 'artifacts/cw4_group.debug.wasm': 'cw4_group.wasm' },
      [
        'rustup target add wasm32-unknown-unknown',
        'npm ci',
        'npx sudobox build',
        'npx vitest run',
        'npx sudobox fuzz campaigns/cw4_group.yaml --seconds 60',
      ],
    ],
  ] as const)('the workflow builds what sudobox build has built: %s', async ([files, expected]) => {
    const crate = { 'Cargo.toml': '[package]', 'artifacts/cw4_group.wasm': 'cw4_group.wasm' }
    const folder = projectOf({ ...crate, ...files, 'package-lock.json': '{}' })
    await init(folder)
    const { jobs } = parse(contentsOf(folder, '.github/workflows/contracts.yml')) as {
      jobs: { test: { steps: { run?: string }[] } }
    }
    expect(jobs.test.steps.flatMap(({ run }) => run ?? [])).toEqual(expected)
  })
})

/** What a file may be called. */
const HOSTILE = [
  'a\nb',
  '$(touch pwned)',
  '`id`',
  '; rm -rf x',
  'class',
  'new',
  'alice',
  '__proto__',
  '--help',
  '..',
  'ü ${x} \'q\' "d" */ --> <b>'.replaceAll('/', '_'),
  '\u2028run',
]

describe('names of files that a project did not choose', () => {
  test('are data in all that is written', async () => {
    const folder = projectOf(
      Object.fromEntries(HOSTILE.map((name, index) => [`contracts/${index}/${name}.wasm`, 'cw4_group.wasm'])),
    )
    const files = written(await init(folder))
    for (const file of files)
      expect(file).toMatch(
        /^(?:\.github\/workflows|\.vscode|campaigns|test|test\/schema)?\/?[\p{L}\p{N}_][\p{L}\p{N}_.]*$/u,
      )
    const { jobs } = parse(contentsOf(folder, '.github/workflows/contracts.yml')) as Workflow
    for (const { run } of jobs.test.steps) if (run !== undefined) expect(run).toMatch(/^[\p{L}\p{N}_./ -]+$/u)
    for (const file of files.filter((one) => one.startsWith('campaigns/'))) {
      const { setup } = parse(contentsOf(folder, file)) as { readonly setup: readonly unknown[] }
      expect(JSON.stringify(setup)).toContain('.wasm')
      expect(() => readCampaign(join(folder, file))).not.toThrow()
    }
    for (const file of files.filter((one) => one.endsWith('.ts')))
      expect(() => transformSync(contentsOf(folder, file), { mode: 'strip-only' })).not.toThrow()
  })

  test('of a contract that another one needs do not clash with the names of its test', async () => {
    const plan = {
      instantiate: {},
      query: undefined,
      addresses: { alice: 'neutron1alice', bob: 'neutron1bob' },
      needs: [],
    }
    const named = (name: string) => ({ ...plan, name, wasm: `${name}.wasm`, schema: `${name}.json` })
    const text = testText({ ...named('vault'), needs: ['new', 'alice', 'contract', 'token'].map(named) } as never)
    for (const name of ['newContract', 'aliceContract', 'contractContract', 'token'])
      expect(text).toContain(`const ${name} = await alice.deploy`)
    expect(() => transformSync(text, { mode: 'strip-only' })).not.toThrow()
  })
})

interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } }
}

import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { sudobox, type SudoboxVitestOptions } from '../../src/vitest/config.js'

// What the plug-in sets, without a run.

afterEach(() => void vi.unstubAllEnvs())

interface Settings {
  readonly server?: { readonly watch: { readonly ignored: readonly string[] } }
  readonly test: {
    readonly pool: string
    readonly execArgv: readonly string[]
    readonly setupFiles: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly reporters?: readonly (string | object)[]
  }
}

interface Hooks {
  readonly name: string
  config(given: object): Settings
  configureVitest(context: object): void
}

const plugin = (options?: SudoboxVitestOptions) => sudobox(options) as unknown as Hooks
const settings = (options?: SudoboxVitestOptions, given: object = {}) => plugin(options).config(given)
const names = ({ test: { reporters } }: Settings) =>
  reporters?.map((one) => (typeof one === 'string' ? one : one.constructor.name))

test('without options only the stack is larger', () => {
  expect(plugin().name).toBe('sudobox')
  expect(settings()).toEqual({ test: { pool: 'forks', execArgv: ['--stack-size=3900'], setupFiles: [] } })
  expect(settings({ stackSize: 2000 }).test.execArgv).toEqual(['--stack-size=2000'])
  expect(settings({ gasReport: false, coverage: false, logs: false, gasProfile: [] })).toEqual(settings())
})

test('test processes learn options from their environment', () => {
  expect(settings({ logs: true }).test.env).toEqual({ SUDOBOX_LOGS: '1' })
  expect(settings({ annotate: 'all' }).test.env).toEqual({ SUDOBOX_ANNOTATIONS: 'all' })
  expect(settings({ coverage: true }).test.env).toEqual({
    SUDOBOX_COVERAGE_PARTS: resolve('coverage/contracts/.parts'),
  })
  expect(settings({ coverage: { folder: 'out' } }).test.env).toEqual({ SUDOBOX_COVERAGE_PARTS: resolve('out/.parts') })
  expect(settings({ coverage: {}, logs: true }).test.env).toEqual({
    SUDOBOX_LOGS: '1',
    SUDOBOX_COVERAGE_PARTS: resolve('coverage/contracts/.parts'),
  })
  expect(settings({ gasProfile: 'gas.html' }).test.env).toEqual({
    SUDOBOX_GAS_PARTS: join(tmpdir(), `sudobox-gas-${process.pid}`),
  })
})

test('what is counted needs a file that runs before the tests', () => {
  const files = (options: SudoboxVitestOptions) =>
    settings(options).test.setupFiles.map((file) => file.replaceAll('\\', '/').split('/vitest/')[1])
  expect(files({ coverage: true })).toEqual(['coverage/count.js'])
  expect(files({ gasProfile: 'gas.html' })).toEqual(['gas-profile/profile.js'])
  expect(files({ coverage: {}, gasProfile: ['a.folded', 'b.pb.gz'] })).toEqual([
    'coverage/count.js',
    'gas-profile/profile.js',
  ])
})

test('the environment asks for a profile, and comes before the configuration', () => {
  vi.stubEnv('SUDOBOX_GAS_PROFILE', 'one.html,,two.folded')
  expect(names(settings())).toEqual(['default', 'GasProfileReporter'])
  vi.stubEnv('SUDOBOX_GAS_PROFILE', '')
  expect(settings({ gasProfile: 'gas.html' })).toEqual(settings())
  vi.stubEnv('SUDOBOX_GAS_PROFILE', 'one.txt')
  expect(() => settings()).toThrow('the ending of one.txt names no format of a gas profile')
  vi.unstubAllEnvs()
  expect(() => settings({ gasProfile: ['a.html', 'a.csv'] })).toThrow('the ending of a.csv names no format')
})

test('reporters are added to the default one, or to those that the user has', () => {
  expect(names(settings({ gasReport: true }))).toEqual(['default', 'GasReporter'])
  expect(names(settings({ html: 'report.html' }))).toEqual(['default', 'GasReporter'])
  expect(names(settings({ coverage: true }))).toEqual(['default', 'ContractCoverageReporter'])
  expect(names(settings({ coverage: { thresholds: { lines: 5 } }, gasReport: true, gasProfile: 'a.html' }))).toEqual([
    'default',
    'GasReporter',
    'ContractCoverageReporter',
    'GasProfileReporter',
  ])
  // Vite joins this list and the user's own.
  expect(names(settings({ gasReport: true }, { test: { reporters: ['dot'] } }))).toEqual(['GasReporter'])
})

test('what Cargo writes is not watched, where there is a watcher', () => {
  expect(settings({}, { server: { watch: {} } }).server?.watch.ignored).toEqual([
    expect.stringContaining('target/**/{.fingerprint'),
  ])
  // Vitest sets null outside watch mode.
  expect(settings({}, { server: { watch: null } })).toEqual(settings())
})

/** A Vitest as its plug-ins see it, which notes who listens. */
function watching(watch = true) {
  const heard = { on: 0, closed: 0 }
  const watcher = {
    add: () => watcher,
    on: () => {
      heard.on++
      return watcher
    },
  }
  const vitest = {
    vite: { watcher },
    config: { watch, root: '/project', reporters: [] as object[], watchTriggerPatterns: undefined as unknown },
    logger: { log: () => undefined, error: () => undefined },
    onClose: () => heard.closed++,
  }
  const configure = (options: SudoboxVitestOptions) => {
    const project = { config: { setupFiles: [] as string[] } }
    plugin(options).configureVitest({ vitest, project })
    return project.config.setupFiles
  }
  return { vitest, heard, configure }
}

test('the projects of a workspace share one watcher, and one build for each command', () => {
  const { vitest, heard, configure } = watching()
  expect(configure({})).toEqual([expect.stringMatching(/files-of-tests\.js$/)])
  expect(vitest.config.reporters).toHaveLength(1)
  expect(heard.on).toBe(0)
  expect(configure({ build: 'make' })).toHaveLength(1)
  configure({ build: { command: 'make' } })
  expect(heard.on).toBe(1)
  configure({ build: 'cargo wasm' })
  expect(heard.on).toBe(2)
  configure({ build: { command: 'make', folder: 'contracts' } })
  expect(heard.on).toBe(3)
  expect(heard.closed).toBe(3)
  // Reruns are set up once.
  expect(vitest.config.reporters).toHaveLength(1)
})

test('contracts are built before the tests where the command is that of the package', () => {
  const testOf = (options: SudoboxVitestOptions) => plugin(options).config({}).test
  for (const build of [true, {}] as const)
    expect(testOf({ build })).toMatchObject({
      globalSetup: [expect.stringMatching(/watch[\\/]build-first\.js$/)],
      provide: { sudoboxBuild: '.' },
    })
  expect(testOf({ build: { folder: '../contracts' } })).toMatchObject({ provide: { sudoboxBuild: '../contracts' } })
  for (const build of [false, 'make', { command: 'make' }] as const)
    expect(testOf({ build })).not.toHaveProperty('globalSetup')
})

test('outside watch mode nothing is set up', () => {
  const { vitest, heard, configure } = watching(false)
  expect(configure({ build: 'make' })).toEqual([])
  expect(vitest.config.reporters).toEqual([])
  expect(heard).toEqual({ on: 0, closed: 0 })
})

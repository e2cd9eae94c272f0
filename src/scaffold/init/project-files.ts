const CONFIG = `import { sudobox } from 'sudobox/vitest/config'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [sudobox({ gasReport: true })] })
`

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["test", "vitest.config.*"]
}
`

const launch = {
  version: '0.2.0',
  configurations: [
    {
      type: 'node',
      request: 'launch',
      name: 'Debug this test file',
      program: '${workspaceFolder}/node_modules/vitest/vitest.mjs',
      args: ['run', '--no-file-parallelism', '${relativeFile}'],
      autoAttachChildProcesses: true,
      smartStep: true,
      skipFiles: ['<node_internals>/**'],
      console: 'integratedTerminal',
    },
    {
      type: 'sudobox',
      request: 'launch',
      name: 'Debug the call that failed in this fixture',
      program: '${file}',
      cwd: '${workspaceFolder}',
    },
  ],
}

const settings = {
  'yaml.schemas': {
    './node_modules/sudobox/fixtures/campaign.schema.json': 'campaigns/*.yaml',
    './node_modules/sudobox/fixtures/fixture.schema.json': ['fixtures/**/*.yaml', 'found/**/*.yaml'],
  },
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

/** How the workflow builds the contracts; undefined: not at all, since they are in the repository. */
export type WorkflowBuild = 'cargo' | 'sudobox' | undefined

/** @param campaigns files of campaigns, which run for a minute each */
const workflow = (campaigns: readonly string[], build: WorkflowBuild, install: string, run: string): string =>
  [
    'name: contracts',
    'on:',
    '  push:',
    '  pull_request:',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 22',
    ...(build === undefined ? [] : ['      - run: rustup target add wasm32-unknown-unknown']),
    ...(build === 'cargo' ? ['      - run: cargo build --release --lib --target wasm32-unknown-unknown'] : []),
    `      - run: ${install}`,
    ...(build === 'sudobox' ? [`      - run: ${run} sudobox build`] : []),
    `      - run: ${run} vitest run`,
    ...campaigns.map((file) => `      - run: ${run} sudobox fuzz ${file} --seconds 60`),
    '',
  ].join('\n')

/** A package manager and its commands. */
export interface PackageManager {
  readonly name: string
  /** The command that installs from the lock file. */
  readonly install: string
  /** The prefix that runs a package's command. */
  readonly run: string
  /** The arguments that add development dependencies. */
  readonly add: readonly string[]
}

export interface ProjectFileOptions {
  readonly campaigns: readonly string[]
  readonly build: WorkflowBuild
  readonly manager: PackageManager
  /** Whether the project's files are ES modules unless their names say otherwise. */
  readonly isModule: boolean
}

/** A file that is written unless it or one of the files `instead` exists. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
  readonly instead?: readonly string[]
  /** Reported if it exists and does not mention sudobox. */
  readonly hint?: string
}

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']

export const projectFiles = ({ campaigns, build, manager, isModule }: ProjectFileOptions): readonly ProjectFile[] => [
  {
    path: isModule ? 'vitest.config.ts' : 'vitest.config.mts',
    text: CONFIG,
    instead: ['vitest', 'vite'].flatMap((name) => EXTENSIONS.map((extension) => `${name}.config.${extension}`)),
    hint: "add sudobox() of 'sudobox/vitest/config' to its plugins",
  },
  { path: 'tsconfig.json', text: TSCONFIG },
  { path: '.github/workflows/contracts.yml', text: workflow(campaigns, build, manager.install, manager.run) },
  { path: '.vscode/launch.json', text: json(launch) },
  {
    path: '.vscode/settings.json',
    text: json(settings),
    hint: `for completion in YAML fixtures and campaigns, add ${JSON.stringify(settings['yaml.schemas'])} as yaml.schemas`,
  },
]

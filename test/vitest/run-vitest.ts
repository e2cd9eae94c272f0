import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export interface VitestRun {
  readonly printed: string
  readonly code: number
}

/** A folder with files of tests, which Vitest runs with the built package in a process of its own. It is gone when the test has ended. */
export class VitestProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'sudobox-vitest-'))

  /** @param plugin options of the plug-in, as code that may use `folder`; without them it is not there */
  constructor(plugin?: string) {
    onTestFinished(() => rmSync(this.folder, { recursive: true }))
    this.write(
      'vitest.config.mts',
      // Vite would bundle the package into the configuration if it saw its path there.
      `const folder = '${this.folder}'
    const config = '${resolve('dist/vitest/config.js')}'
    const plugins = ${plugin === undefined ? '[]' : `[(await import(config)).sudobox(${plugin})]`}
    export default {
      plugins,
      resolve: {
        alias: [
          { find: 'sudobox/vitest', replacement: '${resolve('dist/vitest/index.js')}' },
          { find: /^sudobox$/, replacement: '${resolve('dist/sandbox/index.js')}' },
        ],
      },
      test: { pool: 'forks', testTimeout: 300_000, server: { deps: { external: [/dist/] } } },
    }`,
    )
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  /** Runs all files, or those that the arguments name. */
  run(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<VitestRun> {
    return new Promise((done) => {
      execFile(
        process.execPath,
        [
          resolve('node_modules/vitest/vitest.mjs'),
          'run',
          '--root',
          this.folder,
          '--no-color',
          '--maxWorkers=1',
          ...args,
        ],
        // Where CI is set, Vitest writes no snapshots.
        { env: { ...process.env, CI: '', GITHUB_ACTIONS: '', NO_COLOR: '1', ...env } },
        (error, stdout, stderr) => done({ printed: `${stdout}${stderr}`, code: Number(error?.code ?? 0) }),
      )
    })
  }
}

/** Runs a file of tests with Vitest and the built package, in a process and a folder of its own. @returns what it prints, and the folder */
export async function runVitest(
  story: string,
  {
    args = [],
    env = {},
    plugin,
    more = {},
  }: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    /** Options of the plug-in, as code that may use `folder`; without them it is not there. */
    readonly plugin?: string
    /** Further files of tests. */
    readonly more?: Readonly<Record<string, string>>
  } = {},
): Promise<VitestRun & { readonly folder: string }> {
  const project = new VitestProject(plugin)
  for (const [name, text] of Object.entries({ ...more, 'story.test.ts': story })) project.write(name, text)
  return { ...(await project.run(args, env)), folder: project.folder }
}

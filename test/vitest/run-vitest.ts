import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

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
): Promise<{ readonly printed: string; readonly folder: string; readonly code: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-vitest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...more, 'story.test.ts': story }))
    writeFileSync(join(folder, name), text)
  writeFileSync(
    join(folder, 'vitest.config.mts'),
    // Vite would bundle the package into the configuration if it saw its path there.
    `const folder = '${folder}'
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
  const ended = await new Promise<{ printed: string; code: number }>((done) => {
    execFile(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color', '--maxWorkers=1', ...args],
      // Where CI is set, Vitest writes no snapshots.
      { env: { ...process.env, CI: '', GITHUB_ACTIONS: '', NO_COLOR: '1', ...env } },
      (error, stdout, stderr) => done({ printed: `${stdout}${stderr}`, code: Number(error?.code ?? 0) }),
    )
  })
  return { ...ended, folder }
}

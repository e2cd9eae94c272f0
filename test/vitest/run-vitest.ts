import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** Runs a file of tests with Vitest and the built package, in a process and a folder of its own. @returns what it prints, and the folder */
export async function runVitest(
  story: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly printed: string; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-vitest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'story.test.ts'), story)
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default {
      resolve: { alias: { 'sudobox/vitest': '${resolve('dist/vitest/index.js')}' } },
      test: { pool: 'forks', server: { deps: { external: [/dist/] } } },
    }`,
  )
  const printed = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color', '--maxWorkers=1', ...args],
      { env: { ...process.env, ...env, NO_COLOR: '1' } },
      (_, stdout, stderr) => done(`${stdout}${stderr}`),
    )
  })
  return { printed, folder }
}

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const manifestOf = (path: string) =>
  JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as Record<string, unknown>

test('`npm create sudobox` does what `sudobox init` does', async () => {
  const installed = mkdtempSync(join(tmpdir(), 'create-sudobox-'))
  mkdirSync(join(installed, 'node_modules/create-sudobox'), { recursive: true })
  copyFileSync(
    join(ROOT, 'packages/create-sudobox/create.js'),
    join(installed, 'node_modules/create-sudobox/create.mjs'),
  )
  symlinkSync(ROOT, join(installed, 'node_modules/sudobox'))
  const project = mkdtempSync(join(tmpdir(), 'project-'))
  copyFileSync(join(ROOT, 'contracts/artifacts/cw4_group.wasm'), join(project, 'cw4_group.wasm'))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(installed, 'node_modules/create-sudobox/create.mjs'), '--no-install'],
    // As pnpm runs it: what it brings is not installed in the project.
    { cwd: project, env: { ...process.env, NODE_PATH: join(installed, 'node_modules') } },
  )
  expect(stdout).toContain('+ test/cw4_group.test.ts')
  expect(stdout).toMatch(/npm install --save-dev sudobox@\^\S+ vitest@\^4/)
  expect(existsSync(join(project, 'campaigns/cw4_group.yaml'))).toBe(true)
})

test('it is of the same release', () => {
  const { version, engines } = manifestOf('.')
  expect(manifestOf('packages/create-sudobox')).toMatchObject({
    version,
    engines,
    dependencies: { sudobox: `^${String(version)}` },
  })
})

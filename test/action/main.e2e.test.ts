import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
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
import { afterAll, beforeAll, expect, test } from 'vitest'

// The script of the GitHub action, on a repository as a project has it.

let folder: string
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
const write = (name: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const artifact = (name: string): Buffer => readFileSync(resolve(`contracts/artifacts/${name}.wasm`))
const commit = (): string => {
  git('add', '-A')
  git('commit', '-qm', 'A change')
  return git('rev-parse', 'HEAD').trim()
}

const CONFIG = `
import { sudobox } from 'sudobox/vitest/config'
export default { plugins: [sudobox()], test: { testTimeout: 300_000, maxWorkers: 1 } }
`
const story = (gas: string, more = ''): string => `
import { test } from 'sudobox/vitest'
test('is called back', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy('artifacts/lab.wasm', { on_timeout: { spend_gas: '${gas}' }, on_error: { error: 'no' } })
  await lab.callback({ timeout: {} })
  ${more}
})
`

/** A finding in the comment: its invariant, its text, its fixture, and its steps. */
const FINDING =
  /\*\*I\d+\*\* `[^`]+` \(`fixtures\/found\/remote-vault-I[^`]+\.json`\)\n\n {2}```text\n(?: {2}.*\n)+? {2}```/

/** A repository with a project, with what is installed here. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sudobox-action-'))
  git('init', '-q', '-b', 'main')
  write('.gitignore', 'node_modules\nfixtures/found\n')
  write('package.json', '{ "type": "module" }\n')
  write('vitest.config.mjs', CONFIG)
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('.'), join(folder, 'node_modules/sudobox'))
  symlinkSync(resolve('node_modules/vitest'), join(folder, 'node_modules/vitest'))
  for (const [name, file] of Object.entries({
    sudobox: 'dist/cli/main.js',
    vitest: 'node_modules/vitest/vitest.mjs',
  })) {
    write(`node_modules/.bin/${name}`, `#!/bin/sh\nexec '${process.execPath}' '${resolve(file)}' "$@"\n`)
    chmodSync(join(folder, `node_modules/.bin/${name}`), 0o755)
  }
  write('artifacts/lab.wasm', artifact('callback_lab'))
  const campaign = readFileSync(resolve('fixtures/campaigns/remote-vault.json'), 'utf8')
  write('campaigns/vault.json', campaign.replaceAll(/"[^"]*\/remote_vault(\.wasm|\.json)"/g, '"../artifacts/vault$1"'))
  write('artifacts/vault.json', readFileSync(resolve('contracts/artifacts/schema/remote_vault.json')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compared(base: string): { readonly code: number | null; readonly text: string; readonly log: string } {
  const out = join(folder, '../', `${folder.split('/').at(-1)}.md`)
  const args = [`--base=${base}`, `--out=${out}`, '--campaign=--sequences 300 --stop first --seed 5 --workers 1']
  const { status, stderr } = spawnSync(process.execPath, [resolve('action/main.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '', GITHUB_ACTIONS: '', NO_COLOR: '1' },
  })
  const text = existsSync(out) ? readFileSync(out, 'utf8') : ''
  rmSync(out, { force: true })
  return { code: status, text: text.replaceAll(base.slice(0, 12), 'BASE'), log: stderr }
}

test('the comment compares a working copy with its base', () => {
  write('test/lab.test.ts', story('100000'))
  write('artifacts/vault.wasm', artifact('remote_vault'))
  const base = commit()
  write('test/lab.test.ts', story('300000', 'await lab.callback({ error: {} })'))
  write('artifacts/vault.wasm', artifact('remote_vault_p1'))
  commit()
  const { code, text, log } = compared(base)
  expect(code, log).toBe(0)
  // Which one comes first is the search's business.
  expect(text.replace(FINDING, 'FINDING')).toMatchInlineSnapshot(`
    "## Contracts

    Changed since \`BASE\`: \`artifacts/vault.wasm\`.

    ### Gas of callbacks

    | contract | callback | most gas | of the limit | since BASE |
    |---|---|---:|---:|---:|
    | \`artifacts/lab.wasm\` | \`error\` | 84,498 | 8.4 % | new |
    | \`artifacts/lab.wasm\` | \`timeout\` | 384,037 | 38.4 % | +200,000 (+108.6 %) |

    ### Outcomes that tests ran

    | contract | callback | accepted | failed | out of gas |
    |---|---|---:|---:|---:|
    | \`artifacts/lab.wasm\` | \`error\` | **never** | 1 | **never** |
    | \`artifacts/lab.wasm\` | \`timeout\` | 1 | **never** | **never** |

    - \`artifacts/lab.wasm\`: no test ran \`response\`

    ### New findings

    - \`artifacts/vault.wasm\`: FINDING

    ### Mutants of changed lines that no test noticed

    - \`artifacts/vault.wasm\`: no mutants: \`artifacts/vault.wasm has no debug information, so no line of it can be mutated\`
    "
  `)
  // The base's tree is gone.
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
})

test('what the base has too is not new, and tests that fail are said to', () => {
  const base = git('rev-parse', 'HEAD').trim()
  // An empty custom section: other bytes, the same code.
  write('artifacts/vault.wasm', Buffer.concat([artifact('remote_vault_p1'), Buffer.from([0, 2, 1, 0x61])]))
  write('test/broken.test.ts', "import { test } from 'vitest'\ntest('fails', () => { throw new Error('no') })\n")
  commit()
  const { code, text } = compared(base)
  expect(code).toBe(1)
  expect(text).toContain('❌ The tests fail (exit code 1).')
  expect(text).toContain('### New findings\n\n- `artifacts/vault.wasm`: none\n')
})

test('a base that does not exist is an error, and no comment is written', () => {
  const { code, text, log } = compared('0123456789abcdef0123456789abcdef01234567')
  expect({ code, text }).toEqual({ code: 1, text: '' })
  expect(log).toContain('git worktree add')
})

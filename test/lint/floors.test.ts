import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, copyFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What the linter says of one line at one place of the house. */
function lint(path: string, line: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-lint-'))
  mkdirSync(join(folder, 'lint'))
  copyFileSync(join(root, 'lint/floors.mjs'), join(folder, 'lint/floors.mjs'))
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({
      jsPlugins: ['./lint/floors.mjs'],
      categories: { correctness: 'off' },
      rules: { 'house/floors': 'error' },
    }),
  )
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, line)
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), [file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

test.each([
  ['src/store/a.ts', "export { b } from '../chain/b.js'", 'store is below chain and must not import it'],
  ['src/chain/a.ts', "import '../vm/b.js'", 'chain and vm are rooms of one floor and must not import each other'],
  ['src/modules/bank/a.ts', "export * from '../wasm/keeper.js'", 'state what it needs in modules/bank/expected.ts'],
  [
    'src/modules/bank/a.ts',
    "export const b = import('../../app/neutron.js')",
    'modules is below app and must not import it',
  ],
  ['src/attic/a.ts', "import '../base/b.js'", 'src/attic is no floor of the house'],
])('in %s, %s is refused', (path, line, message) => {
  expect(lint(path, line)).toContain(message)
})

test('what the design allows passes', () => {
  expect(lint('src/modules/bank/a.ts', "import '../../chain/context.js'\nimport './keeper.js'")).toContain('0 errors')
})

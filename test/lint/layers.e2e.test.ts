import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What must be refused, each in a file of its own: the place, the line, a part of the message. */
const REFUSED = [
  ['src/store/a.ts', "export { b } from '../chain/b.js'", 'store is below chain and must not import it'],
  ['src/chain/a.ts', "import '../vm/b.js'", 'chain and vm are in one layer and must not import each other'],
  ['src/modules/bank/a.ts', "export * from '../wasm/keeper.js'", 'state what it needs in modules/bank/expected.ts'],
  [
    'src/modules/bank/b.ts',
    "export const b = import('../../app/neutron.js')",
    'modules is below app and must not import it',
  ],
  ['src/app/a.ts', "import '../modules/bank/keeper.js'", 'modules/bank is entered through its index.ts, not keeper.ts'],
  [
    'src/server/rest/a.ts',
    "import type { B } from '../../modules/ibc/channels/state.js'",
    'modules/ibc is entered through its index.ts, not channels/state.ts',
  ],
  [
    'src/store/b.ts',
    "import { b } from '../crypto/hash.js'\nb()",
    'crypto is entered through index.ts, not hash.ts: export there what others need',
  ],
  [
    'src/sandbox/trace/a.ts',
    "export { b } from '../../vm/script/b.js'",
    'vm is entered through internal.ts, debug/index.ts,',
  ],
  ['src/fuzz/a.ts', "export { b } from '../sandbox/index.js'", 'sandbox is entered through internal.ts, not index.ts'],
  ['src/fuzz/b.ts', "export type B = import('../replay/b.js').B", 'replay is entered through internal.ts, not b.ts'],
  ['src/fuzz/c.ts', "export { b } from '../replay/run.js'", 'replay is entered through internal.ts, not run.ts'],
  [
    'src/cli/a.ts',
    "export const b = import('../replay/b.js')",
    'replay is entered through internal.ts, read.ts, run.ts, not b.ts',
  ],
  ['src/evm/host/a.ts', "import type { B } from '../../chain/b.js'", 'evm must not import chain'],
  ['src/evm/a.ts', "import '../modules/bank/index.js'", 'evm must not import modules'],
  [
    'src/sandbox/host/a.ts',
    "import type { B } from '../actions/b.js'",
    'sandbox/host is below sandbox/actions and must not import it',
  ],
  ['src/sandbox/actions/a.ts', "import '../api/b.js'", 'sandbox/actions is below sandbox/api and must not import it'],
  ['src/sandbox/attic/a.ts', "import '../host/b.js'", 'sandbox/attic is in no layer of sandbox'],
  ['src/evm/chain/a.ts', "import type { B } from '../rpc/b.js'", 'evm/chain is below evm/rpc and must not import it'],
  ['src/evm/rpc/methods/a.ts', "import '../../node/b.js'", 'evm/rpc is below evm/node and must not import it'],
  ['src/evm/state/a.ts', "import '../index.js'", 'evm/state is below evm/index.ts and must not import it'],
  ['src/evm/c.ts', "import './crypto/b.js'", 'evm/c.ts is below evm/crypto and must not import it'],
  ['src/evm/attic/a.ts', "import '../hex.js'", 'evm/attic is in no layer of evm'],
  ['src/attic/a.ts', "import '../base/index.js'", 'src/attic is in no layer'],
  ['src/base/door/index.ts', 'export const b = 1', 'a door only passes on names'],
  ['src/base/door/internal.ts', "import { b } from './b.js'\nb()", 'a door only passes on names'],
  ['src/base/ring/a.ts', "export { b } from './b.js'", 'Dependency cycle detected'],
  ['src/base/ring/b.ts', "export { c as b } from './c.js'", 'Dependency cycle detected'],
  ['src/base/ring/c.ts', "export { a as c } from './a.js'", 'Dependency cycle detected'],
] as const

const ALLOWED = [
  ['src/evm/b.ts', "import '../crypto/index.js'\nimport '../base/index.js'"],
  ['src/evm/index.ts', "export * from './node/b.js'\nexport * from './hex.js'"],
  ['src/evm/rpc/methods/b.ts', "import '../table.js'\nimport '../../chain/b.js'\nimport '../../hex.js'"],
  ['src/modules/bank/c.ts', "import '../../chain/index.js'\nimport '../../chain/ibc/index.js'\nimport './keeper.js'"],
  ['src/app/b.ts', "import '../modules/bank/index.js'\nimport '../modules/ibc/relay.js'"],
  ['src/sandbox/index.ts', "export * from './host/b.js'\nexport * from './api/b.js'"],
  ['src/sandbox/internal.ts', "export * from './host/b.js'\nexport * from './api/b.js'"],
  [
    'src/base/inner/index.ts',
    "import { b } from './b.js'\nexport { b as c }\nexport * from './d.js'\nexport type { E } from './d.js'",
  ],
  ['src/fuzz/d.ts', "export { b } from '../sandbox/internal.js'\nexport { c } from '../coverage/parts.js'"],
  ['src/fuzz/e.ts', "export const run = () => import('../replay/run.js')"],
  ['src/sandbox/api/a.ts', "import '../actions/b.js'\nimport '../host/b.js'"],
  ['src/base/types/a.ts', "import type { B } from './b.js'\nexport interface A { b: B }"],
  ['src/base/types/b.ts', "import type { A } from './a.js'\nexport interface B { a: A }"],
] as const

interface Diagnostic {
  readonly filename: string
  readonly message: string
}

/** Lints all of them at once, by the project's own rules without those that have nothing to do with imports between files. */
function lint(): readonly Diagnostic[] {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const withoutComments = readFileSync(join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const rules = JSON.parse(withoutComments) as { overrides: object[] }
  // The shortest import of a file is one of its effects.
  const overrides = [...rules.overrides, { files: ['src/**'], rules: { 'import/no-unassigned-import': 'off' } }]
  write('.oxlintrc.json', JSON.stringify({ ...rules, options: {}, categories: { correctness: 'off' }, overrides }))
  for (const plugin of ['lint/layers.mjs', 'lint/go-texts.mjs']) write(plugin, readFileSync(join(root, plugin), 'utf8'))
  for (const [path, text] of [...REFUSED, ...ALLOWED]) write(path, text)
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['--format', 'json', 'src'], { cwd: folder, encoding: 'utf8' })
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-lint-'))
let found: readonly Diagnostic[] = []
beforeAll(() => {
  found = lint()
})
afterAll(() => rmSync(folder, { recursive: true }))

const saidOf = (path: string) => found.filter(({ filename }) => filename === path).map(({ message }) => message)

test.each(REFUSED)('in %s, %s is refused', (path, _, message) => {
  expect(saidOf(path)).toEqual([expect.stringContaining(message)])
})

test.each(ALLOWED)('in %s, %s passes', (path) => {
  expect(saidOf(path)).toEqual([])
})

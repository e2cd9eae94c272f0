import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What must be refused, and a part of the message. */
const REFUSED = [
  ["JSON.parse('1')", 'use unmarshal of codec/go-json'],
  ["' a'.trim()", 'use trimSpace of codec/go-strings'],
  ["' a'.trimEnd()", 'use trimSpace of codec/go-strings'],
  ["'a b'.split(/\\s+/)", 'use a class made of SPACE of codec/go-strings'],
  ["Number('a'.slice(1))", 'use a check of the digits first'],
  ["parseInt('1', 10)", 'use a check of the digits first'],
  ["Number.parseFloat('1')", 'use a check of the digits first'],
  ["new TextDecoder('utf-8', { fatal: true })", 'use textOf of base'],
  ['fromUtf8(bytes)', 'use textOf of base'],
  ["'A'.toLowerCase()", 'use foldName of codec/go-strings'],
  ["'a'.toLocaleUpperCase()", 'use toUpper of codec/go-strings'],
  ["'a'.localeCompare('b')", 'use compareBytes of base'],
] as const

const ALLOWED = [
  'Number(5n)',
  "new TextDecoder('utf-8')",
  "'a/b'.split('/')",
  "new TextDecoder('utf-8', { fatal: false })",
]

const folder = mkdtempSync(join(tmpdir(), 'sudobox-go-texts-'))
let found: readonly { readonly filename: string; readonly message: string }[] = []

function lint(): typeof found {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const rules = {
    jsPlugins: ['./lint/go-texts.mjs'],
    categories: { correctness: 'off' },
    rules: { 'go/texts': 'error' },
  }
  write('.oxlintrc.json', JSON.stringify(rules))
  const plugin = readFileSync(join(root, 'lint/go-texts.mjs'), 'utf8')
  write('lint/go-texts.mjs', plugin)
  for (const [i, [text]] of REFUSED.entries()) write(`src/modules/a/${i}.ts`, `export const a = (bytes) => ${text}`)
  for (const [i, text] of ALLOWED.entries()) write(`src/server/b/${i}.ts`, `export const b = ${text}`)
  write('src/cli/c.ts', REFUSED.map(([text], i) => `export const c${i} = (bytes) => ${text}`).join('\n'))
  // All sources again, without what the table says of them.
  for (const one of ['modules', 'chain', 'codec', 'server'])
    cpSync(join(root, 'src', one), join(folder, 'bare/src', one), { recursive: true })
  write('bare/lint/go-texts.mjs', plugin.replace('Object.hasOwn(right, builtIn)', 'false'))
  write('bare/.oxlintrc.json', JSON.stringify(rules))
  return [...run('.', 'src'), ...run('bare', 'src')]
}

function run(inside: string, path: string): typeof found {
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const cwd = join(folder, inside)
  const { stdout } = spawnSync(oxlint, ['--format', 'json', path], { cwd, encoding: 'utf8', maxBuffer: 64_000_000 })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: typeof found }
  return diagnostics.map(({ filename, message }) => ({ filename: join(inside, filename), message }))
}

beforeAll(() => {
  found = lint()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(REFUSED.map((row, i) => [...row, i] as const))('%s is refused', (_, message, i) => {
  const said = found.filter(({ filename }) => filename === `src/modules/a/${i}.ts`)
  expect(said.map((one) => one.message)).toEqual([expect.stringContaining(message)])
})

test('what is right passes, and so do other folders', () => {
  expect(found.filter(({ filename }) => /^src\/(?:server|cli)/.test(filename))).toEqual([])
})

test('each row of the table is needed, and has a reason', async () => {
  const { RIGHT } = (await import(join(root, 'lint/go-texts.mjs'))) as {
    RIGHT: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  const rows = Object.entries(RIGHT).flatMap(([file, reasons]) => Object.keys(reasons).map((one) => `${file}: ${one}`))
  const needed = found
    .filter(({ filename }) => filename.startsWith('bare/'))
    .map(({ filename, message }) => `${filename.slice('bare/src/'.length)}: ${message.split(" is not Go's")[0]}`)
  expect(rows.toSorted()).toEqual([...new Set(needed)].toSorted())
  expect(
    Object.values(RIGHT)
      .flatMap((reasons) => Object.values(reasons))
      .filter((reason) => reason.length < 8),
  ).toEqual([])
})

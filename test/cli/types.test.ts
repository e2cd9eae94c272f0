import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sudobox } from './command.js'

const SCHEMA = 'contracts/artifacts/schema/cw20_base.json'
const out = (): string => join(mkdtempSync(join(tmpdir(), 'sudobox-types-')), 'test/contracts.ts')

test('writes a file, updates it, and reports when it is out of date', async () => {
  const file = out()
  const written = await sudobox('types', SCHEMA, '--out', file)
  expect(written).toMatchObject({ code: 0, stdout: `${file}: Cw20Base\n` })
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('export interface Cw20Base {')
  expect((await sudobox('types', SCHEMA, '--out', file, '--check')).code).toBe(0)
  const other = await sudobox('types', SCHEMA, 'contracts/artifacts/schema/ping_pong.json', '-o', file, '--check')
  expect(other).toMatchObject({
    code: 1,
    stdout: `${file} is not up to date with the schemas: run the command without --check\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await sudobox('types', SCHEMA)).stdout).toBe(text)
})

test('leaves a file alone that it did not write', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-types-')), 'mine.ts')
  writeFileSync(file, 'export const mine = 1\n')
  const { code, stderr } = await sudobox('types', SCHEMA, '--out', file)
  expect(code).toBe(2)
  expect(stderr).toContain('was not written by this command')
  expect(readFileSync(file, 'utf8')).toBe('export const mine = 1\n')
  expect((await sudobox('types', 'nowhere.json')).stderr).toContain('there is no file nowhere.json')
})

test('a place that cannot be written to is refused with its reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-types-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const [out, reason] of [
    [folder, 'cannot read .*EISDIR'],
    [join(file, 'types.ts'), 'cannot write .*(EEXIST|ENOTDIR)'],
  ] as const)
    for (const args of [
      ['types', SCHEMA, '--out', out],
      ['schema', 'infer', 'contracts/artifacts/cw20_base.wasm', '--out', out],
    ]) {
      const { code, stderr } = await sudobox(...args)
      expect(stderr).toMatch(new RegExp(reason))
      expect(stderr).not.toContain('bug in Sudobox')
      expect(code).toBe(2)
    }
})

test('finds out the schema of a contract that has none, and its types', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-schema-'))
  const file = join(folder, 'cw20_base.json')
  const wasm = 'contracts/artifacts/cw20_base.wasm'
  const { code, stdout } = await sudobox('schema', wasm, '--out', file)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${file}: the schema of cw20_base, inferred from the contract\n`,
  })
  expect((await sudobox('types', file)).stdout).toContain('minter: Record<string, never>')
  expect((await sudobox('schema', 'package.json')).stderr).toContain('Error during static Wasm validation')
  expect((await sudobox('schema', 'nowhere.wasm')).stderr).toContain('cannot read nowhere.wasm')
})

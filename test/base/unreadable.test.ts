import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insteadOf, readNamed } from '../../src/base/index.js'

// What is said of a path that cannot be read.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unreadable-'))
  mkdirSync(join(folder, 'artifacts/old'), { recursive: true })
  for (const name of ['vault.wasm', 'Vault-v2.wasm', 'vault.debug.wasm', 'dice.wasm', '.hidden.wasm', 'vault.json'])
    writeFileSync(join(folder, 'artifacts', name), '')
  for (let i = 10; i < 20; i++) writeFileSync(join(folder, 'artifacts/old', `contract_${i}.wasm`), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['a name of the folder', 'artifacts/vault.wasm', []],
  ['a folder', 'artifacts', []],
  ['letters that are exchanged', 'artifacts/vualt.wasm', ['similar: artifacts/vault.wasm, artifacts/vault.json']],
  [
    'another extension',
    'artifacts/vault.yaml',
    ['similar: artifacts/vault.json, artifacts/vault.wasm, artifacts/vault.debug.wasm'],
  ],
  [
    'another case',
    'artifacts/vault-V2.wasm',
    ['similar: artifacts/Vault-v2.wasm, artifacts/vault.wasm, artifacts/vault.json'],
  ],
  ['a folder with a typing error', 'artefacts/dice.wasm', ['similar: artifacts/dice.wasm']],
  ['both with a typing error', 'artefacts/dise.wasm', ['similar: artifacts/dice.wasm']],
  ['a folder with a typing error that lacks the file', 'artefacts/treasury_of_all.wasm', ['similar: artifacts']],
  [
    'a hidden file',
    'artifacts/.hiden.wasm',
    ['the folder has: Vault-v2.wasm, dice.wasm, vault.debug.wasm, vault.wasm'],
  ],
  [
    'nothing similar',
    'artifacts/treasury_of_all.wasm',
    ['the folder has: Vault-v2.wasm, dice.wasm, vault.debug.wasm, vault.wasm'],
  ],
  [
    'many that are not',
    'artifacts/old/treasury_of_all.wasm',
    [
      'the folder has: contract_10.wasm, contract_11.wasm, contract_12.wasm, contract_13.wasm, contract_14.wasm and 5 more',
    ],
  ],
  ['no folder', 'release/out/vault.wasm', ['there is no folder FOLDER/release/out']],
  ['a file as a folder', 'artifacts/dice.wasm/vault.wasm', ['there is no folder FOLDER/artifacts/dice.wasm']],
])('%s', (_, path, more) => {
  const [looked, ...others] = insteadOf(path, folder)
  expect(others.map((line) => line.replace(folder, 'FOLDER'))).toEqual(more)
  expect(looked).toBe(more.length === 0 ? undefined : `looked for: ${join(folder, path)}`)
})

test('an absolute path has absolute ones beside it', () => {
  expect(insteadOf(join(folder, 'artifacts/dise.wasm'))).toContain(`similar: ${join(folder, 'artifacts/dice.wasm')}`)
})

test('what exists from the working directory is named relative to the other folder', () => {
  expect(insteadOf('package.json', join(process.cwd(), 'docs/guides'))).toContain('similar: ../../package.json')
})

test.each([
  ['a name that no system takes', 'a'.repeat(5_000), /^cannot read a+: no such file: the name is too long\n/],
  ['a name with a zero', 'a\0b', /^cannot read a/],
  ['nothing', '', /^cannot read : no such file/],
  ['a folder', '.', /^cannot read \.: is a folder, not a file$/],
])('%s is no reason for another error', (_, path, message) => {
  expect(() => readNamed(path)).toThrow(message)
})

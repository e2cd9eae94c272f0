import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { listContracts } from '../../scripts/contracts/list.mjs'
import { check } from '../../scripts/contracts/manifest.mjs'

const contracts = fileURLToPath(new URL('../../contracts/', import.meta.url))

const scratch = mkdtempSync(join(tmpdir(), 'contracts-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A copy of the contracts to spoil. */
function copy(name: string): string {
  const folder = join(scratch, name)
  cpSync(contracts, folder, { recursive: true, filter: (path) => !path.endsWith('/target') })
  return folder
}

const texts = (folder: string) => check(folder).map(({ text }) => text)

test('every artifact is what its sources make', () => {
  expect(texts(contracts)).toEqual([])
})

test('a changed source is noticed', () => {
  const folder = copy('source')
  appendFileSync(join(folder, 'std3/callback_lab/src/gas.rs'), '// changed\n')
  appendFileSync(join(folder, 'solidity/ERC20.sol'), '// changed\n')
  expect(texts(folder)).toEqual([
    'callback_lab: its sources have changed since it was built: run npm run contracts -- --only callback_lab',
    'ERC20: its sources have changed since it was built: run npm run contracts -- --only ERC20',
  ])
})

test('a source that is added is noticed', () => {
  const folder = copy('added')
  writeFileSync(join(folder, 'std2/cw4_group/src/more.rs'), '')
  expect(texts(folder)).toEqual([
    'cw4_group: its sources have changed since it was built: run npm run contracts -- --only cw4_group',
  ])
})

test('a changed lock file makes every contract of its workspace stale', () => {
  const folder = copy('lock')
  appendFileSync(join(folder, 'std2/Cargo.lock'), '\n')
  const stale = listContracts(contracts).filter(({ sources }) => sources.includes('std2/Cargo.lock'))
  expect(stale.length).toBeGreaterThan(5)
  expect(texts(folder)).toEqual(
    stale.map(
      ({ name }) => `${name}: its sources have changed since it was built: run npm run contracts -- --only ${name}`,
    ),
  )
})

test('an artifact or schema that is not the built one is noticed', () => {
  const folder = copy('artifact')
  const wasm = readFileSync(join(folder, 'artifacts/cw20_base.wasm'))
  wasm[wasm.length - 1]! ^= 1
  writeFileSync(join(folder, 'artifacts/cw20_base.wasm'), wasm)
  rmSync(join(folder, 'artifacts/schema/cw20_base.json'))
  writeFileSync(join(folder, 'artifacts/stray.wasm'), '')
  expect(texts(folder)).toEqual([
    'cw20_base: cw20_base.wasm is not the file that was built: run npm run contracts -- --only cw20_base',
    'cw20_base: schema/cw20_base.json is missing: run npm run contracts -- --only cw20_base',
    'stray.wasm: is among the artifacts, but no contract makes it',
  ])
})

test('a contract without an artifact and an artifact without a contract are noticed', () => {
  const folder = copy('missing')
  rmSync(join(folder, 'artifacts/manifest.json'))
  expect(texts(folder)).toContain('callback_lab: was never built: run npm run contracts -- --only callback_lab')
  const other = copy('orphan')
  rmSync(join(other, 'solidity/Reverter.sol'))
  expect(texts(other)).toEqual([
    'Reverter: is in the manifest, but has no sources',
    'solidity/Reverter.json: is among the artifacts, but no contract makes it',
  ])
})

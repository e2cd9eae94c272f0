import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { fileOf, ROOT, spawned, sudobox } from './command.js'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a replay with coverage writes lcov with the Rust files of the contract, and the outcomes stay', async () => {
  const folder = scratch()
  const { code, stdout } = await sudobox(
    'replay',
    'fixtures/scenarios/first-light.yaml',
    '--quiet',
    '--coverage-dir',
    folder,
  )
  expect(code).toBe(0)
  expect(stdout).toContain('35 of 35 steps as expected')
  expect(stdout).toMatch(/│ contracts\/std3\/callback_lab\/src\/sudo\.rs +│/)
  const lcov = readFileSync(join(folder, 'lcov.info'), 'utf8')
  expect([...lcov.matchAll(/^SF:.*\/(\w+\.rs)$/gm)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['contract.rs', 'state.rs', 'sudo.rs']),
  )
  // The demo makes all four callbacks.
  expect(Number(/^FNDA:(\d+),called_back$/m.exec(lcov)?.[1])).toBeGreaterThanOrEqual(16)
})

test('a campaign adds up what its workers ran', async () => {
  const folder = scratch()
  const flags = '--sequences 2 --workers 2 --seed 1 --quiet --coverage-min functions=1'.split(' ')
  const folders = ['corpus', 'found'].flatMap((name) => [`--${name}`, join(folder, name)])
  const report = ['--coverage-dir', join(folder, 'report')]
  const { stdout } = await spawned('fuzz', 'fixtures/campaigns/remote-vault.json', ...flags, ...folders, ...report)
  expect(stdout).toMatch(/remote_vault\w*\.wasm: no debug information/)
  expect(stdout).toMatch(/execute\.deposit: \d+ calls?, \d+ succeeded/)
  const named = stdout
    .split('\n')
    .find((line) => line.endsWith('lcov.info'))!
    .split(', ')
  expect(named).toContain(relative(ROOT, join(folder, 'report', 'lcov.info')))
  // Even without a line of Rust.
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('what ran before a step that cannot run is reported', async () => {
  const folder = scratch()
  const file = fileOf(`
sudobox: 1
title: a step that fails, and expects nothing
steps:
  - do: { action: account, name: alice, funds: 5000000untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: ${ROOT}/contracts/artifacts/callback_lab.wasm } } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: lab, msg: {} } }] }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 9, label: lab, msg: {} } }] }
`)
  const { code, stderr } = await sudobox('replay', file, '--quiet', '--coverage-dir', folder)
  expect(code).toBe(2)
  expect(stderr).toContain('no such code')
  expect(readFileSync(join(folder, 'lcov.info'), 'utf8')).toMatch(/^FNDA:[1-9]\d*,instantiate$/m)
})

test('after a replay with coverage, the process neither counts nor runs twins, and a second one begins anew', async () => {
  const folder = scratch()
  const gasOfCall = async (): Promise<bigint> => {
    const { neutron } = createSandbox().chains
    const alice = neutron.account('alice', '10000000untrn')
    const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', {})
    return (await alice.execute(lab, { act: { behaviour: 'succeed' } })).gasUsed
  }
  const plain = await gasOfCall()
  const performed = async (): Promise<string | undefined> => {
    await sudobox('replay', 'fixtures/scenarios/stuck-refund.yaml', '--quiet', '--coverage-dir', folder)
    return /^FNDA:(\d+),called_back$/m.exec(readFileSync(join(folder, 'lcov.info'), 'utf8'))?.[1]
  }
  const first = await performed()
  expect(Number(first)).toBeGreaterThan(0)
  expect(await gasOfCall()).toBe(plain)
  expect(await performed()).toBe(first)
})

test('thresholds that are not percentages are refused', async () => {
  const { code, stderr } = await sudobox('replay', 'fixtures/scenarios/first-light.yaml', '--coverage-min', 'lines=101')
  expect(code).toBe(2)
  expect(stderr).toContain('lines=80,functions=90,branches=60')
})

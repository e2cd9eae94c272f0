import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { labWithTwin } from '../profile/lab.js'
import { sudobox } from './command.js'

const { lab, scratch } = labWithTwin()
/** VM gas in a unit of SDK gas. */
const VM_GAS = 140_000
/** Another build of the same sources, by another compiler. */
const OTHER = 'contracts/artifacts/callback_lab.wasm'

const script = join(scratch, 'script.json')
const act = (behaviour: unknown) => ({ act: { behaviour } })
writeFileSync(
  script,
  JSON.stringify({
    wasm: 'lab.wasm',
    steps: [
      { name: 'instantiate', entry: 'instantiate', msg: {} },
      { name: 'spend', entry: 'execute', msg: act({ spend_gas: '1000' }) },
    ],
  }),
)
const fixture = join(scratch, 'fixture.yaml')
writeFileSync(
  fixture,
  `sudobox: 1
title: spending
steps:
  - do: { action: account, name: alice, funds: 1000000untrn }
  - do: { action: tx, from: alice, messages: [{ store: { wasm: { path: lab.wasm } } }] }
    expect: { gasUsed: 1 }
  - do: { action: tx, from: alice, messages: [{ instantiate: { codeId: 1, label: lab, msg: {} } }] }
  - do: { action: tx, from: alice, messages: [{ execute: { contract: lab, msg: { act: { behaviour: { spend_gas: "1000" } } } } }] }
`,
)

interface Compared {
  readonly functions: readonly {
    readonly name: string
    readonly before: { readonly self: number; readonly total: number }
    readonly after: { readonly self: number; readonly total: number }
  }[]
  readonly same: number
  readonly before: number
  readonly after: number
  readonly differingSteps: readonly unknown[]
}

test.each([
  ['a VM script', script],
  ['a fixture', fixture],
])('two builds run %s, and differ where one spends more', async (_, file) => {
  const { code, stdout, stderr } = await sudobox('gas', OTHER, lab, '--script', file, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const compared = JSON.parse(stdout) as Compared
  // Most functions are the same in both; of those that differ, the differences are the whole difference.
  expect(compared.same).toBeGreaterThan(100)
  expect(compared.functions.length).toBeGreaterThan(0)
  const differences = compared.functions.map(({ before, after }) => after.self - before.self)
  expect(differences.reduce((sum, one) => sum + one, 0)).toBe(compared.after - compared.before)
  expect(compared.functions.map(({ name }) => name)).not.toContain('callback_lab::gas::spin')
  expect(compared.differingSteps).toEqual([])
})

test('the table has both builds, the difference and the share', async () => {
  const { stdout } = await sudobox('gas', OTHER, lab, '--script', script, '--top', '2')
  const compared = JSON.parse((await sudobox('gas', OTHER, lab, '--script', script, '--json')).stdout) as Compared
  expect(stdout).toContain(`before: ${OTHER}`)
  expect(stdout).toMatch(/│ function +│ self before │ self after │ difference │ +% │/)
  expect(stdout).toMatch(/│ \d+ more +│/)
  const differenceIn = (row: RegExp): number => Number(row.exec(stdout)![1]!.replaceAll(',', ''))
  const sdkGas = (before: number, after: number): number => (after - before) / VM_GAS
  const [{ before, after }] = compared.functions as [Compared['functions'][number]]
  expect(before.self).not.toBe(after.self)
  expect(differenceIn(/^├.*\n│[^│]+│[^│]+│[^│]+│ +([+-][\d,.]+) │/m)).toBeCloseTo(sdkGas(before.self, after.self), 2)
  expect(differenceIn(/│ all +│[^│]+│[^│]+│ +([+-][\d,.]+) │ +[+-]\d+\.\d\d % │/)).toBeCloseTo(
    sdkGas(compared.before, compared.after),
    1,
  )
  expect(stdout).toMatch(/\d+ functions differ, \d+ do not/)
})

test('the same build twice has no differences', async () => {
  const { stdout } = await sudobox('gas', lab, lab, '--script', script)
  expect(stdout).toMatch(/│ all +│ +([\d,]+) │ +\1 │ +0 │ \+?0\.00 % │/)
  expect(stdout).toContain('0 functions differ')
})

const none = join(scratch, 'none.wasm')
writeFileSync(none, readFileSync('contracts/artifacts/ping_pong.wasm'))

test.each([
  [['nothing.wasm', lab], script, /cannot read the contract nothing\.wasm/],
  [['package.json', lab], script, /package\.json is not a WebAssembly module/],
  [[lab, lab], 'nothing.yaml', /nothing\.yaml: no such file/],
  [[lab, none], fixture, /the script failed with .*none\.wasm[^]*step/],
  [[none, none], script, /none\.wasm has no function names[^]*none\.debug\.wasm next to it/],
  [
    [lab, lab, '--contract', 'x.wasm'],
    fixture,
    /stores no contract x\.wasm[^]*it stores: lab\.wasm[^]*--contract lab\.wasm/,
  ],
])('%j with %s is refused', async (args, file, message) => {
  const { code, stderr } = await sudobox('gas', ...args, '--script', file)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runVitest } from './run-vitest.js'

const artifact = (name: string) => resolve('contracts/artifacts', name)
/** Prints what each transaction used. */
const story = (work: string) => `
import { test } from 'sudobox/vitest'
test('acts', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const used = []
  const lab = await alice.deploy('${artifact('callback_lab.wasm')}', {})
  used.push((await alice.execute(lab, { act: { behaviour: ${work} } })).gasUsed)
  const other = await alice.deploy('${artifact('ping_pong.wasm')}', {})
  console.log('used ' + used.join())
})
`
const SPEND = `{ spend_gas: '200000' }`

/** Of a file of collapsed stacks what is below a path. */
const below = (file: string, path: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line.startsWith(path))
    .reduce((sum, line) => sum + BigInt(line.slice(line.lastIndexOf(' ') + 1)), 0n)

test('the gas of all test files is one profile, to the unit, in each format', async () => {
  const { printed, folder, code } = await runVitest(story(SPEND), {
    plugin: "{ gasProfile: [folder + '/out/gas.folded', folder + '/out/gas.speedscope.json'] }",
    more: { 'other.test.ts': story(`'succeed'`) },
  })
  expect(code).toBe(0)
  const used = Array.from(printed.matchAll(/^used (\d+)$/gm), ([, gas]) => BigInt(gas!))
  expect(used).toHaveLength(2)
  const file = join(folder, 'out/gas.folded')
  // Both files did this once each; their transactions stand in one tree.
  const executed = below(file, 'transaction on neutron-sandbox-1;MsgExecuteContract;')
  expect(executed).toBeGreaterThan(200_000n * 140_000n)
  expect(executed).toBeLessThan(used.reduce((sum, gas) => sum + gas, 0n) * 140_000n)
  expect(printed).toMatch(/│ callback_lab\.wasm +│ +4 │ +2\d\d,\d{3} │/)
  expect(printed).toMatch(/│ ping_pong\.wasm +│ +2 │/)
  expect(printed).toMatch(/gas profile: .*gas\.folded, .*gas\.speedscope\.json$/m)
  const { profiles } = JSON.parse(readFileSync(join(folder, 'out/gas.speedscope.json'), 'utf8')) as {
    profiles: { name: string; endValue: number }[]
  }
  expect(profiles.map(({ name }) => name).slice(1)).toEqual(['callback_lab.wasm', 'ping_pong.wasm'])
  expect(BigInt(profiles[0]!.endValue)).toBe(below(file, ''))
})

test('files that share a process are counted once, by a profile that the environment asks for, and by coverage', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'gas-of-tests-'))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  const file = join(scratch, 'gas.folded')
  const { printed, folder } = await runVitest(story(SPEND), {
    plugin: "{ coverage: { folder: folder + '/coverage' } }",
    env: { SUDOBOX_GAS_PROFILE: file },
    args: ['--no-isolate'],
    more: { 'other.test.ts': story(SPEND) },
  })
  const used = Array.from(printed.matchAll(/^used (\d+)$/gm), ([, gas]) => BigInt(gas!))
  expect(new Set(used).size).toBe(1)
  expect(printed).toMatch(/│ callback_lab\.wasm +│ +4 │/)
  expect(readFileSync(join(folder, 'coverage/lcov.info'), 'utf8')).toMatch(/^FNDA:2,perform$/m)
  const path = 'transaction on neutron-sandbox-1;MsgExecuteContract;execute act;'
  // Twice the one call, less what the chain charges around it.
  expect(below(file, path)).toBeGreaterThan(2n * 200_000n * 140_000n)
  expect(below(file, path)).toBeLessThan(2n * used[0]! * 140_000n)
})

test('a file whose ending names no format ends the run before it begins', async () => {
  const { printed, code } = await runVitest(story(SPEND), { plugin: "{ gasProfile: 'gas.txt' }" })
  expect(code).toBe(1)
  expect(printed).toContain('the ending of gas.txt names no format of a gas profile')
})

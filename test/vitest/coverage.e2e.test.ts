import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runVitest } from './run-vitest.js'

const story = (behaviour: string) => `
import { test } from 'sudobox/vitest'
test('acts', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy('${resolve('contracts/artifacts/callback_lab.wasm')}', {})
  await alice.execute(lab, { act: { behaviour: '${behaviour}' } }).catch(() => undefined)
})
`

test('what all files of a run cover is one report, and below a threshold the run fails', async () => {
  const { printed, folder, code } = await runVitest(story('error'), {
    plugin: "{ coverage: { folder: folder + '/coverage', thresholds: { lines: 99 } } }",
    more: { 'other.test.ts': story('panic') },
  })
  expect(printed).toContain('2 passed')
  const lcov = readFileSync(join(folder, 'coverage/lcov.info'), 'utf8')
  const [file] = lcov.split('end_of_record').filter((one) => one.includes('callback_lab/src/behaviour.rs'))
  const source = readFileSync('contracts/std3/callback_lab/src/behaviour.rs', 'utf8').split('\n')
  const countOf = (text: string) =>
    new RegExp(`^DA:${source.findIndex((line) => line.includes(text)) + 1},(\\d+)$`, 'm').exec(file!)?.[1]
  expect(countOf('panic!("told to panic")')).toBe('1')
  expect(countOf('"told to fail"')).toBe('1')
  expect(file).toMatch(/^FNDA:2,perform$/m)
  expect(printed).toMatch(/callback_lab\/src\/behaviour\.rs +│ +[\d.]+ % │/)
  expect(printed).toMatch(/contract coverage: lines: [\d.]+ %, less than 99 %/)
  expect(code).toBe(1)
  expect(existsSync(join(folder, 'coverage/index.html'))).toBe(true)
  expect(existsSync(join(folder, 'coverage/.parts'))).toBe(false)
})

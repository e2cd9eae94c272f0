import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { TxResult } from 'sudobox'
import { TransactionAnnotations } from '../../src/vitest/annotations.js'
import { runVitest } from './run-vitest.js'

// The call trees of transactions in Vitest's reports, by a real run.

const STORY = `
import { expect, prepared, test } from 'sudobox/vitest'

const LAB = '${resolve('contracts/artifacts/callback_lab.wasm')}'
const act = (behaviour) => ({ act: { behaviour } })

test('plain', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB, { on_timeout: 'error' })
  await alice.execute(lab, act('error')).catch(() => undefined)
  await lab.callback({ timeout: {} })
  await alice.execute(lab, act('succeed'))
  expect(1).toBe(2)
})
test('passing', async ({ neutron }) => {
  const alice = neutron.account('alice')
  await expect(alice.execute(await alice.deploy(LAB), act('error'))).rejects.toFailWith({ code: 5 })
})
test('shown', async ({ neutron }) => {
  const alice = neutron.account('alice')
  await alice.execute(await alice.deploy(LAB), act('error'))
})
const ready = prepared(async ({ chains }) => {
  const alice = chains.neutron.account('alice')
  const lab = await alice.deploy(LAB)
  await alice.execute(lab, act('error')).catch(() => undefined)
  return { alice, lab }
})
ready('prepared', async ({ world: { alice, lab } }) => {
  await alice.execute(lab, act('error')).catch(() => undefined)
  expect(1).toBe(2)
})
`

/** By test, the properties that the JUnit report has of it. */
async function annotationsOf(env: Readonly<Record<string, string>> = {}) {
  const { printed, folder } = await runVitest(STORY, {
    args: ['--reporter=default', '--reporter=junit', '--reporter=github-actions', '--outputFile.junit=report.xml'],
    env,
  })
  const report = readFileSync(join(folder, 'report.xml'), 'utf8')
  const cases = [
    ...report.matchAll(/<testcase [^>]*name="(\w+)"[^]*?<\/testcase>|<testcase [^>]*name="(\w+)"[^>]*\/>/g),
  ]
  const annotations = cases.map(([text, name, empty]) => {
    const values = [...text.matchAll(/<property name="(\w+)" value="([^"]*)"/g)]
    return [name ?? empty, values.map(([, type, value]) => `${type}: ${value!.replaceAll('&quot;', "'")}`)] as const
  })
  return { printed, annotations: Object.fromEntries(annotations) as Record<string, readonly string[]> }
}

test('failing transactions of failed tests, which the error does not show', async () => {
  const { printed, annotations } = await annotationsOf({ SUDOBOX_ANNOTATIONS: 'failing' })
  expect(Object.keys(annotations)).toEqual(['plain', 'passing', 'shown', 'prepared'])
  expect(annotations['plain']).toEqual([
    expect.stringMatching(
      /^transaction: transaction [0-9A-F]{8} on neutron at height \d+: it failed with codespace wasm, code 5: .*\n\u00a0\u00a0└ execute callback_lab \{'act':\{'behaviour':'error'\}\} \[\d+ gas\] ✗ told to fail/,
    ),
    expect.stringMatching(/^transaction: callback on neutron at height \d+: .*\n\u00a0\u00a0└ sudo callback_lab /),
  ])
  expect(annotations).toMatchObject({ passing: [], shown: [] })
  expect(annotations['prepared']).toHaveLength(1)
  expect(printed.match(/❯ story\.test\.ts:\d+:\d+ transaction/g)).toHaveLength(3)
  expect(printed).toContain('└ execute callback_lab')
  // Comments of a pull request, at the lines of the transactions.
  const lines = [...printed.matchAll(/^::notice file=.*,line=(\d+),.*title=transaction/gm)].map(
    ([, line]) => STORY.split('\n')[Number(line) - 1],
  )
  expect(lines).toEqual([
    expect.stringContaining("act('error')).catch"),
    expect.stringContaining('lab.callback'),
    expect.stringContaining("act('error')).catch"),
  ])
})

test('all of them, as configured', async () => {
  const { annotations } = await annotationsOf({ SUDOBOX_ANNOTATIONS: 'all' })
  expect(annotations['plain']!.length).toBe(5)
  expect(annotations['plain']!.at(-1)).toContain('it succeeded')
  expect(annotations['passing']).toEqual([])
})

test('none, as configured, and no more than the last ones', async () => {
  const failed: TxResult = {
    chain: 'neutron',
    height: 5n,
    hash: 'AB12',
    code: 5,
    codespace: 'wasm',
    rawLog: 'no',
    events: [],
    gasWanted: 1n,
    gasUsed: 1n,
    data: new Uint8Array(0),
    trace: [],
    sudo: [],
  }
  const states: string[] = []
  const annotate = vi.fn()
  const report = async (state: 'fail' | 'pass') => {
    const annotations = new TransactionAnnotations()
    for (const height of Array.from({ length: 25 }, (_, i) => BigInt(i))) annotations.onTx({ ...failed, height })
    const result = { state }
    annotate.mockImplementation(() => states.push(result.state))
    await annotations.report({ annotate, task: { result } } as never)
    expect(result.state).toBe(state)
    return annotate.mock.calls.splice(0).map(([text]) => String(text))
  }
  vi.stubEnv('SUDOBOX_ANNOTATIONS', 'none')
  expect(await report('fail')).toEqual([])
  vi.unstubAllEnvs()
  expect(await report('pass')).toEqual([])
  // Vitest takes annotations of running tests only. The last 20 are there.
  const told = await report('fail')
  expect(told).toHaveLength(20)
  expect(new Set(states)).toEqual(new Set(['run']))
  expect(told.at(-1)).toBe('transaction AB12 on neutron at height 24: it failed with codespace wasm, code 5: no')
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { colouredLine } from '../../src/base/plain-line.js'
import { junitReport } from '../../src/cli/output/junit.js'
import { exceptionLines, findingLines, noteLines } from '../../src/cli/output/fuzz-output.js'
import { terminal } from '../../src/cli/output/terminal.js'
import { printServed } from '../../src/cli/serve/print.js'
import type { Finding } from '../../src/fuzz/findings/finding.js'
import { expectPlain, HOSTILE } from '../hostile-text.js'
import { fileOf, ROOT, sudobox } from './command.js'

const LAB = join(ROOT, 'contracts/artifacts/callback_lab.wasm')

/** The chain accepts printable labels only. */
const LABEL = '::error::FORGED ##[error]x'

const tx = (message: object) => ({ action: 'tx', from: HOSTILE, messages: [message], memo: HOSTILE })

/** Every text that a fixture names is hostile; the last step fails with the contract's own text. */
const fixture = (last: object = { action: 'block' }) =>
  fileOf(
    JSON.stringify({
      sudobox: 1,
      title: HOSTILE,
      steps: [
        { name: HOSTILE, do: { action: 'account', name: HOSTILE, funds: '100untrn' } },
        { name: HOSTILE, do: tx({ store: { wasm: { path: LAB } } }) },
        { name: HOSTILE, do: tx({ instantiate: { codeId: 1, label: LABEL, msg: {} } }) },
        { name: HOSTILE, do: tx({ execute: { contract: LABEL, msg: { [HOSTILE]: {} } } }), expect: { code: 5 } },
        {
          name: HOSTILE,
          do: tx({ execute: { contract: LABEL, msg: { configure: { callback: 'timeout', behaviour: 'error' } } } }),
        },
        {
          name: HOSTILE,
          do: { action: 'callback', contract: LABEL, message: { timeout: { request: { sequence: 1, data: '' } } } },
        },
        { name: HOSTILE, do: last },
      ],
    }),
    'fixture.json',
  )

describe('no text of a fixture gets a line of its own', () => {
  test.each([
    ['as it is', []],
    ['--trace', ['--trace']],
    ['--quiet', ['--quiet']],
    ['--json', ['--json']],
    ['--gas-profile', ['--gas-profile', join(mkdtempSync(join(tmpdir(), 'sudobox-')), 'gas.folded')]],
    ['--verbose', ['--verbose']],
  ])('replay, %s', async (_, flags) => {
    const { stdout, stderr, code } = await sudobox('replay', ...flags, fixture())
    expectPlain(stdout)
    expectPlain(stderr)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('FORGED')
  })

  test('replay of a step that is not as expected', async () => {
    const { stdout, stderr } = await sudobox(
      'replay',
      '--trace',
      fixture(tx({ execute: { contract: LABEL, msg: { [HOSTILE]: 1 } } })),
    )
    expectPlain(stdout)
    expectPlain(stderr)
    expect(stdout + stderr).toContain('FORGED')
  })
})

describe('errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-'))
  const named = join(folder, 'x\n::error::FORGED.yaml')
  beforeAll(() => writeFileSync(named, `sudobox: 1\n${JSON.stringify(HOSTILE)}: 1\n`))

  test.each([
    ['replay', named],
    ['--verbose', 'replay', named],
    ['replay', join(folder, 'none\nFORGED')],
    ['replay', '--until', HOSTILE, fileOf('sudobox: 1\ntitle: x\nsteps: [{ do: { action: block } }]\n')],
    ['replay', `--${HOSTILE}`],
    ['fuzz', named],
    ['fuzz', '--workers', HOSTILE, named],
    ['shrink', named],
    ['schema', named],
    ['types', named],
    ['vm', named],
    ['gas', named, named, '--script', named],
    ['serve', '--config', named],
    ['reproduce', named],
    ['coverage', HOSTILE],
    [HOSTILE],
  ])('of %j', async (...args) => {
    const { stdout, stderr, code } = await sudobox(...args)
    expect(code).not.toBe(0)
    expectPlain(stdout)
    expectPlain(stderr)
  })
})

/** What the work prints to the console of a command. */
function printed(work: () => void): string {
  let text = ''
  const print = (...parts: readonly unknown[]): void =>
    void (text += `${parts.map((part) => colouredLine(String(part))).join(' ')}\n`)
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(print))
  try {
    work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return text
}

test('serve prints one line for each account', () => {
  const sandbox = createSandbox({ chains: { neutron: {} } })
  const account = { name: HOSTILE, address: 'neutron1x', addresses: {}, privateKey: '00' }
  const text = printed(() => {
    printServed(
      sandbox,
      { urls: {}, ui: undefined, metrics: undefined, accounts: [account], mnemonics: [], notes: [HOSTILE] },
      { host: '127.0.0.1' } as never,
      undefined,
    )
  })
  expectPlain(text)
  expect(text).toContain('FORGED')
})

const finding = {
  invariant: 'I3',
  text: HOSTILE,
  about: HOSTILE,
  level: 'error',
  exception: { invariant: 'I3', at: HOSTILE },
  seed: 7,
  actions: [],
  lines: [HOSTILE, `1. ${HOSTILE}`],
  file: resolve(`fixtures/found/${HOSTILE}.json`),
} as unknown as Finding

test('findings of a campaign', () => {
  const text = printed(() => {
    const out = terminal(true)
    const note = { ...finding, level: 'note' } as const
    const all = [findingLines(finding, out, true), exceptionLines([finding, finding]), noteLines([note], out)]
    for (const line of all.flat()) console.log(line)
  })
  expectPlain(text)
})

test('the texts of a JUnit report', () => {
  const report = {
    title: HOSTILE,
    seconds: 1,
    seed: 1,
    sequences: 1,
    earlier: 0,
    findings: [finding],
    warnings: [HOSTILE],
  }
  const text = junitReport(report as never, false)
  expect(text.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([])
})

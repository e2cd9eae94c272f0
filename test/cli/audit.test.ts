import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from 'sarif'
import { afterAll, expect, test } from 'vitest'
import { sudobox } from './command.js'

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-audit-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const PING_PONG = 'contracts/artifacts/ping_pong.wasm'

test('lists what concerns the contract with the release that fixes it, and exits with 1', async () => {
  const sarif = join(scratch, 'audit.sarif')
  const { code, stdout, stderr } = await sudobox('audit', PING_PONG, '--wasmd', 'v0.60.0', '--sarif', sarif)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain('CWA-2025-006 Improper error handling may lead to IBC channel opening despite error (High)')
  expect(stdout).toContain('  wasmd 0.60.0, fixed in 0.60.1\n  concerned: ibc_channel_open\n')
  const { results } = (JSON.parse(readFileSync(sarif, 'utf8')) as Log).runs[0]!
  expect(results!.map(({ ruleId }) => ruleId)).toContain('CWA-2025-006')
})

test('a release of wasmvm stands for its cosmwasm-vm', async () => {
  const { stdout } = await sudobox('audit', PING_PONG, '--wasmvm', '2.1.2', '--json')
  const { findings } = JSON.parse(stdout) as { findings: { advisory: { id: string }; fix: string }[] }
  expect(findings.map(({ advisory: { id }, fix }) => [id, fix])).toEqual([
    ['CWA-2024-007', '2.1.4'],
    ['CWA-2025-002', '2.1.6'],
  ])
})

test('nothing is 0; what cannot be read, and a release that is none, are 2', async () => {
  const none = await sudobox('audit', PING_PONG)
  expect(none.code).toBe(0)
  expect(none.stdout).toMatch(/none of \d+ advisories concerns it/)
  const broken = join(scratch, 'broken.wasm')
  writeFileSync(broken, 'no module')
  expect((await sudobox('audit', broken)).stderr).toContain('this WebAssembly module cannot be read')
  const wrong = await sudobox('audit', PING_PONG, '--wasmvm', '2.9.9')
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('no release of wasmvm 2.9.9 is known')
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from 'sarif'
import { afterAll, expect, test } from 'vitest'
import { sudobox } from './command.js'

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-audit-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const PING_PONG = 'contracts/artifacts/ping_pong.wasm'
const audit = (...args: readonly string[]) => sudobox('audit', '--no-campaign', ...args)

interface Row {
  readonly advisory: { readonly id: string }
  readonly fix?: string
}
interface Result {
  readonly findings: readonly Row[]
  readonly patched: readonly Row[]
  readonly notJudged: readonly Row[]
  readonly releases: object
}
const json = async (...args: readonly string[]) => JSON.parse((await audit(...args, '--json')).stdout) as Result
const idsOf = (rows: readonly Row[]) => rows.map(({ advisory: { id } }) => id)

test('says why an advisory concerns the contract and which releases are safe, and exits with 1', async () => {
  const sarif = join(scratch, 'audit.sarif')
  const { code, stdout, stderr } = await audit(PING_PONG, '--wasmd', 'v0.60.0', '--sarif', sarif)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain('CWA-2025-006 Improper error handling may lead to IBC channel opening despite error (High)')
  expect(stdout).toContain('  why:    it decides whether a channel may open: exports ibc_channel_open\n')
  expect(stdout).toContain('  why:    it sends submessages with `reply_on`, and handles their replies: exports reply\n')
  expect(stdout).toContain('  open:   wasmd 0.60.0, fixed in 0.60.1\n')
  expect(stdout).toContain('  safe:   wasmd 0.53.3, 0.54.1, 0.55.1, 0.60.1 and newer\n')
  // All that concern it together.
  expect(stdout).toContain('  wasmd 0.54.3, 0.60.2, 0.61.6 and newer\n')
  expect(stdout).toContain('  neutron, hub, wasmd@0.61, wasmd@0.70, nolus, cosmoshub: all patched\n')
  const { results } = (JSON.parse(readFileSync(sarif, 'utf8')) as Log).runs[0]!
  const levels = Object.fromEntries(results!.map(({ ruleId, level }) => [ruleId, level]))
  expect(levels).toMatchObject({ 'CWA-2025-006': 'warning', 'CWA-2025-002': 'note' })
  expect(levels).not.toHaveProperty('CWA-2022-004')
})

test('a release of wasmvm stands for its cosmwasm-vm', async () => {
  const { findings } = await json(PING_PONG, '--wasmvm', '2.1.2')
  expect(findings.map(({ advisory: { id }, fix }) => [id, fix])).toEqual([
    ['CWA-2024-007', '2.1.4'],
    ['CWA-2025-002', '2.1.6'],
  ])
})

test('a kind of chain stands for its releases, of which others can be given', async () => {
  const neutron = await json(PING_PONG, '--kind', 'neutron')
  expect(neutron.releases).toMatchObject({ wasmvm: '3.0.5', 'cosmwasm-vm': '3.0.6', wasmd: '0.61.12' })
  expect([idsOf(neutron.findings), idsOf(neutron.notJudged)]).toEqual([[], []])
  expect(idsOf(neutron.patched)).toContain('CWA-2025-007')
  const older = await json(PING_PONG, '--kind', 'neutron', '--wasmd', '0.61.5')
  expect(idsOf(older.findings)).toEqual(['CWA-2025-007'])
  // With another VM than its own, the kind has no release of wasmvm.
  const other = await json(PING_PONG, '--kind', 'wasmd@0.70/2.2.0')
  expect(other.releases).toEqual({ wasmd: '0.70.3', 'ibc-go': '11.1.0', 'cosmwasm-vm': '2.2.0' })
  expect(idsOf(other.findings)).toEqual(['CWA-2025-002'])
})

test('without a chain, advisories of chains are listed and not judged', async () => {
  const { code, stdout } = await audit(PING_PONG)
  expect(code).toBe(0)
  expect(stdout).toMatch(/7 of \d+ advisories concern it\n\nnot judged, because no chain is named/)
})

test('what cannot be read, and a chain or release that is none, are 2', async () => {
  const broken = join(scratch, 'broken.wasm')
  writeFileSync(broken, 'no module')
  expect((await audit(broken)).stderr).toContain('this WebAssembly module cannot be read')
  const wrong = await audit(PING_PONG, '--wasmvm', '2.9.9')
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('no release of wasmvm 2.9.9 is known')
  const kind = await audit(PING_PONG, '--kind', 'neutrn')
  expect(kind.code).toBe(2)
  expect(kind.stderr).toContain('similar: neutron')
  const both = await audit(PING_PONG, '--config', 'campaign.yaml')
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('give one of them')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createVm, runVmScriptFile, scheduleOf } from 'sudobox/vm'
import { ADVISORIES, isAffected } from '../../src/audit/index.js'
import { compareResults, type NativeResult } from '../vm/compare.js'

// Each advisory that two releases show: both are run, both are what their native programs recorded, and they differ as the advisory says.

const RELEASES = new URL('../../fixtures/vm/releases/', import.meta.url)
const recorded = (version: string, script: string) =>
  JSON.parse(readFileSync(new URL(`results-${version}/${script}.json`, RELEASES), 'utf8')) as NativeResult
const run = (version: string, script: string) =>
  runVmScriptFile(new URL(`scripts/${script}.json`, RELEASES).pathname, { version })

const shown = (id: string) => {
  const { shown: how } = ADVISORIES.find((advisory) => advisory.id === id)!
  if (how.with !== 'vm') throw new Error(`${id} is not shown by releases`)
  return how
}

/** What became dearer and what cheaper with the patch, by the steps of a script. */
function gasOf(id: string, script: string) {
  const { before, after } = shown(id)
  const [old, patched] = [before, after].map((version) => {
    const result = run(version, script)
    expect(compareResults(result, recorded(version, script)).differences).toEqual([])
    return result.steps.map(({ name, gas_used_internally: internal, gas_used_externally: external }) => ({
      name,
      gas: Number(internal ?? 0) + Number(external ?? 0),
    }))
  })
  const differing = (sign: number) =>
    patched!.filter(({ gas }, i) => Math.sign(gas - old![i]!.gas) === sign).map(({ name }) => name)
  return { dearer: differing(1), cheaper: differing(-1), equal: differing(0) }
}

test('CWA-2023-004: a function of a hundred params is stored before the patch, and refused after it', () => {
  const { before, after } = shown('CWA-2023-004')
  const bytes = readFileSync(new URL('check-1/params_100.wasm', RELEASES))
  const native = (version: string) =>
    (
      JSON.parse(readFileSync(new URL(`check_wasm-${version}.json`, RELEASES), 'utf8')) as {
        readonly modules: Readonly<Record<string, { readonly check_wasm: unknown }>>
      }
    ).modules['params_100.wasm']!.check_wasm
  expect(native(before)).toBe('ok')
  expect(() => createVm({ version: before }).store(bytes)).not.toThrow()
  const { text } = native(after) as { readonly text: string }
  expect(text).toContain('function with more than 50 parameters')
  expect(() => createVm({ version: after }).store(bytes)).toThrow(text)
})

test('CWA-2024-004: with the patch, code of many branches costs more', () => {
  const { dearer, cheaper } = gasOf('CWA-2024-004', 'control.from-1.5')
  expect(dearer.length).toBeGreaterThan(0)
  expect(cheaper).toEqual([])
})

test('CWA-2024-007: with the patch, what runs before an else is charged, and nothing gets cheaper', () => {
  const { dearer, cheaper } = gasOf('CWA-2024-007', 'control.from-1.5')
  expect(dearer.length).toBeGreaterThan(0)
  expect(cheaper).toEqual([])
})

test('CWA-2025-002: with the patch, calls of the host have a price, and nothing gets cheaper', () => {
  const { dearer, cheaper } = gasOf('CWA-2025-002', 'host.from-2.1')
  expect(dearer.length).toBeGreaterThan(0)
  expect(cheaper).toEqual([])
})

test('the releases that show an advisory are on both sides of its patch', () => {
  for (const { id, affected, shown: how } of ADVISORIES) {
    if (how.with !== 'vm') continue
    expect([id, isAffected(how.before, affected), isAffected(how.after, affected)]).toEqual([id, true, false])
    expect([how.before, how.after].map((version) => scheduleOf(version).checkedBy)).toEqual(['vectors', 'vectors'])
  }
})

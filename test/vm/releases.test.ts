import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createVm, runVmScriptFile, scheduleOf, vmVersions } from 'sudobox/vm'
import { compareResults, type NativeResult } from './compare.js'

const NATIVE = new URL('../../fixtures/vm/native/', import.meta.url)
const run = (name: string, version: string) =>
  runVmScriptFile(new URL(`scripts/${name}.json`, NATIVE).pathname, { version })
const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`results/${name}.json`, NATIVE), 'utf8')) as NativeResult & {
    steps: { gas_left?: number }[]
  }

/** Steps that do not come out as 3.0.10 has them, when run as 3.0.9. */
const stepsThatDiffer = (name: string): string[] => {
  const { differences } = compareResults(run(name, '3.0.9'), recorded(name))
  const ofSteps = differences.filter((text) => text.startsWith('step '))
  return [...new Set(ofSteps.map((text) => /"(.*?)"/.exec(text)![1]!))]
}

describe('releases differ where the native ones do', () => {
  test('3.0.9 canonicalises what f32.neg and f32.abs leave pending', () => {
    expect(stepsThatDiffer('nan')).toEqual(['f32 neg(payload+1)', 'f32 abs(-payload+1)'])
    const [neg] = run('nan', '3.0.9').steps.filter(({ name }) => name === 'f32 neg(payload+1)')
    expect(Buffer.from(neg!.result_base64!, 'base64').readUInt32LE()).toBe(0x7fc00000)
  })

  test('3.0.9 does not compile functions with two results', () => {
    expect(run('ret_two', '3.0.9').steps[0]!.create_error?.kind).toBe('CompileErr')
    expect(run('ret_two', '3.0.10').steps[0]!.error?.kind).toBe('ResultMismatch')
  })

  test('the type of wasm values has another name in 3.0.9', () => {
    expect(run('ret_i64', '3.0.9').steps[0]!.error?.text).toBe(
      "Couldn't convert from wasmer::value::Value to u32. Input: 16",
    )
  })

  test('gas at the native stack limit is the native gas, to the unit, in 3.0.10', () => {
    const want = recorded('stack').steps.map(({ gas_left }) => gas_left)
    expect(run('stack', '3.0.10').steps.map(({ gas_left }) => Number(gas_left))).toEqual(want)
  })

  test('frames of 3.0.9 are smaller where there are locals, and equal where there are none', () => {
    const [older, newer] = ['3.0.9', '3.0.10'].map((version) => run('stack', version).steps)
    const differing = older!.filter((step, i) => step.gas_left !== newer![i]!.gas_left).map(({ name }) => name)
    expect(differing).toEqual([
      'infinite recursion, 10 i64 locals',
      'infinite recursion, 100 locals',
      'depth 15000',
      'depth 20000',
      'depth 30000',
      'depth 60000',
    ])
    expect(older!.find(({ name }) => name === 'depth 15000')!.error).toBeUndefined()
  })

  test('every release has a schedule, and an unknown one is named with those that are known', () => {
    for (const version of vmVersions()) expect(scheduleOf(version).version).toBe(version)
    // Line 1.0 has another parser: its verdicts are not those of ours.
    expect(() => createVm({ version: '1.0.0' })).toThrow(/no gas schedule for cosmwasm-vm 1\.0\.0[\s\S]*1\.5\.0/)
    expect(() => createVm({ version: '2.5.0' })).toThrow(/no gas schedule for cosmwasm-vm 2\.5\.0[\s\S]*3\.0\.10/)
    expect(() => createVm({ version: '3.0.99' })).toThrow(/the newest of its line: 3\.0\.11/)
  })

  test('exactly the releases with vectors are documented as checked by vectors', () => {
    const recorded = readdirSync(new URL('../../fixtures/vm/releases/', import.meta.url))
      .filter((name) => name.startsWith('results-'))
      .map((name) => name.slice('results-'.length))
    const checked = vmVersions().filter((version) => scheduleOf(version).checkedBy === 'vectors')
    expect(checked.sort()).toEqual([...recorded, '3.0.10'].sort())
    expect(scheduleOf('1.5.1').checkedBy).toBe('range')
  })

  test.for([
    ['1.5.0', 150_000n * 2n],
    ['2.0.5', 115n + 1_610n],
    ['3.0.10', 115n + 1_610n],
  ] as const)('one nop and the end of a function in %s', ([version, perCall]) => {
    const { operator, accounting } = scheduleOf(version)
    expect(BigInt(operator + accounting)).toBe(perCall)
  })
})

import { describe, expect, test } from 'vitest'
import { BUILT_IN_CAPABILITIES, createVm, VmError, vmVersions } from 'sudobox/vm'
import { acceptingReleases, closestRelease, rangesOf } from '../../src/vm/accepting.js'
import { contract } from './wat.js'

const CAPABILITIES = new Set(BUILT_IN_CAPABILITIES)
const BODY = '(i32.const 16)'
/** Line 1 requires it. */
const INSTANTIATE = `(func (export "instantiate") (param i32 i32 i32) (result i32) ${BODY})`
const EVERY =
  '3.1.0-rc.0 to 3.1.0-rc.1, 3.0.0 to 3.0.11, 2.3.0 to 2.3.6, 2.2.0 to 2.2.11, 2.1.0 to 2.1.7, 2.0.0 to 2.0.9, 1.5.0 to 1.5.11'
const CANDIDATES = '3.1.0-rc.0 to 3.1.0-rc.1'
const BEFORE_WASMER_7 = EVERY.replace('3.0.11', '3.0.9').replace('2.3.6', '2.3.4').replace('2.2.11', '2.2.9')
const WITHOUT_LOCALS_LIMIT =
  '3.1.0-rc.0, 3.0.0 to 3.0.8, 2.3.0 to 2.3.3, 2.2.0 to 2.2.8, 2.1.0 to 2.1.7, 2.0.0 to 2.0.9, 1.5.0 to 1.5.11'
const SINCE_2 = EVERY.replace(', 1.5.0 to 1.5.11', '')
const SINCE_2_1 = SINCE_2.replace(', 2.0.0 to 2.0.9', '')

const more = (text: string, imports = ''): Uint8Array => contract(BODY, `${INSTANTIATE} ${text}`, imports)
const locals = (count: number): string => `(func (local${' i32'.repeat(count)}))`
const params = (count: number): string => `(func (param${' i32'.repeat(count)}))`

/** A file of each kind about which releases differ, and one past each limit that they share. */
const FILES: readonly (readonly [string, Uint8Array, string])[] = [
  ['a plain contract', more(''), EVERY],
  ['no instantiate', contract(BODY), SINCE_2],
  ['100 locals', more(locals(100)), EVERY],
  ['101 locals', more(locals(101)), WITHOUT_LOCALS_LIMIT],
  ['10,001 locals in all', more(locals(100).repeat(101)), WITHOUT_LOCALS_LIMIT],
  ['50 params', more(params(50)), EVERY],
  ['51 params', more(params(51)), `${SINCE_2}, 1.5.0`],
  ['101 params', more(params(101)), '1.5.0'],
  ['10,050 params in all', more(params(50).repeat(201)), '1.5.0 to 1.5.11'],
  ['10,001 functions', more('(func)'.repeat(10_001)), `${SINCE_2}, 1.5.0`],
  ['20,001 functions', more('(func)'.repeat(20_001)), '1.5.0'],
  ['a table of 2,501', more('(table 2501 2501 funcref)'), ''],
  ['two results', more('(func (result i32 i32) (i32.const 1) (i32.const 2))'), ''],
  [
    'a curve that came late',
    more('', '(import "env" "secp256r1_verify" (func (param i32 i32 i32) (result i32)))'),
    SINCE_2_1,
  ],
  ['an unknown import', more('', '(import "env" "nothing" (func))'), ''],
  ['passive data', more('(data "a")'), BEFORE_WASMER_7],
  ['an operator on references', more('(func (drop (ref.null func)))'), '3.1.0-rc.1'],
  ['an operator on bulk memory', more('(func (memory.fill (i32.const 0) (i32.const 0) (i32.const 0)))'), CANDIDATES],
  ['a capability', more('(func (export "requires_tea"))'), ''],
  ['no module', new Uint8Array([0, 0x61]), ''],
]

describe('the releases that accept a file', () => {
  test.for(FILES)('%s', ([, wasm, ranges]) => {
    expect(rangesOf(acceptingReleases(wasm, CAPABILITIES))).toBe(ranges)
  })

  test.for(FILES)('store it, and the others do not: %s', ([, wasm]) => {
    const stores = (version: string): boolean => {
      try {
        return createVm({ version }).store(wasm) !== undefined
      } catch (error) {
        if (error instanceof VmError) return false
        throw error
      }
    }
    expect(acceptingReleases(wasm, CAPABILITIES)).toEqual(vmVersions().filter(stores))
  })

  test('the closest one is the newest of the same line, or the newest of all, and no candidate', () => {
    expect(closestRelease('3.0.9', ['1.5.0', '3.0.7', '3.0.8', '3.1.0-rc.0'])).toBe('3.0.8')
    expect(closestRelease('2.3.4', ['2.2.8', '2.3.1', '2.3.3', '3.0.8'])).toBe('2.3.3')
    expect(closestRelease('3.0.10', ['2.0.9', '2.1.0', '3.1.0-rc.0'])).toBe('2.1.0')
    expect(closestRelease('3.0.9', ['3.1.0-rc.0'])).toBeUndefined()
    expect(closestRelease('3.0.9', [])).toBeUndefined()
  })
})

describe('a refused file', () => {
  const refusal = (version: string, wasm: Uint8Array): VmError => {
    try {
      createVm({ version }).store(wasm)
    } catch (error) {
      if (error instanceof VmError) return error
      throw error
    }
    throw new Error(`${version} accepted the file`)
  }

  test("has the native VM's text, and says which releases accept it", () => {
    const error = refusal('3.0.9', more(locals(105)))
    expect(error.shortMessage).toBe(
      'Error during static Wasm validation: Wasm contract contains function with more than 100 locals: 105',
    )
    expect(error.details).toEqual([
      `cosmwasm-vm 3.0.9 refuses this file; releases that accept it: ${WITHOUT_LOCALS_LIMIT}`,
      "right, if the chain runs one of them: vm: '3.0.8' in the options of the chain, or --vm 3.0.8",
    ])
  })

  test('that no release accepts has no such lines', () => {
    expect(refusal('3.0.9', more('(table 2501 2501 funcref)')).details).toEqual([])
  })
})

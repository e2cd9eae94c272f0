import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { lowerWasm } from '../../src/build/lower.js'
import { isDebug, sectionsOf, withoutSections } from '../../src/build/wasm-sections.js'
import { createVm, VmError, vmVersions } from 'sudobox/vm'
import { assemble, contract } from '../vm/wat.js'

const CALL = '(call $later)'
const later = (text: string): Uint8Array =>
  contract(
    `${CALL} (i32.const 16)`,
    `(func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16)) ${text}`,
  )

/** What can be lowered, with a value that the lowered code must give as well. */
const LOWERED: readonly (readonly [string, string, bigint])[] = [
  [
    'memory.copy to a later place',
    '(memory.copy (i32.const 2) (i32.const 0) (i32.const 6)) (i64.load (i32.const 0))',
    0x0605_0403_0201_0201n,
  ],
  [
    'memory.copy to an earlier place',
    '(memory.copy (i32.const 0) (i32.const 2) (i32.const 6)) (i64.load (i32.const 0))',
    0x0807_0807_0605_0403n,
  ],
  [
    'memory.fill',
    '(memory.fill (i32.const 1) (i32.const 0xff) (i32.const 3)) (i64.load (i32.const 0))',
    0x0807_0605_ffff_ff01n,
  ],
  ['sign extension', '(i64.extend8_s (i64.const 0x80))', -128n],
  ['a saturating conversion of infinity, which stays,', '(i64.trunc_sat_f64_u (f64.const inf))', -1n],
  ['a saturating conversion of no number, which stays,', '(i64.trunc_sat_f32_s (f32.const nan))', 0n],
]

/** Each code is a function of its own, called by its number. */
const module = (codes: readonly string[]): Uint8Array =>
  assemble(`(module (memory (export "memory") 1) (data (i32.const 0) "\\01\\02\\03\\04\\05\\06\\07\\08")
    ${codes.map((code, i) => `(func $code${i} (export "${i}") (result i64) ${code})`).join('\n')})`)

/** In an instance of its own, since memory changes. */
const valueOf = (wasm: Uint8Array, index: number): unknown => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm.slice()))
  return (exports[String(index)] as () => unknown)()
}

const OUTSIDE = '(memory.copy (i32.const 65535) (i32.const 0) (i32.const 2)) (i64.const 1)'
const original = module([...LOWERED.map(([, code]) => code), OUTSIDE])
let lowered: Uint8Array
beforeAll(async () => {
  lowered = await lowerWasm(original, 'test.wasm')
})

test.for(LOWERED.map((row, index) => [...row, index] as const))('%s has the same value', ([, , value, index]) => {
  expect(valueOf(original, index)).toBe(value)
  expect(valueOf(lowered, index)).toBe(value)
})

test('a memory.copy past the end of the memory still fails', () => {
  expect(() => valueOf(original, LOWERED.length)).toThrow(WebAssembly.RuntimeError)
  expect(() => valueOf(lowered, LOWERED.length)).toThrow(WebAssembly.RuntimeError)
})

test('names of functions stay', () => {
  expect(Buffer.from(lowered).includes(Buffer.from('code0'))).toBe(true)
})

test('the contract VM refuses the file, with the way out, and takes the lowered one', async () => {
  const wasm = later('(func $later (memory.fill (i32.const 0) (i32.const 0) (i32.const 8)))')
  const vm = createVm()
  const refused = expect(() => vm.store(wasm))
  refused.toThrow(VmError)
  refused.toThrow(
    /bulk memory support is not enabled.*\n.*right: sudobox build, or sudobox lower FILE OUT \(docs\/building\.md\)/,
  )
  expect(vm.store(await lowerWasm(wasm, 'test.wasm')).entryPoints).toContain('execute')
})

test('a saturating conversion is taken by every release of the contract VM', () => {
  const wasm = later('(func $later (drop (i64.trunc_sat_f64_u (f64.const 1))))')
  for (const version of vmVersions()) expect(createVm({ version }).store(wasm)).toBeDefined()
})

test('a call by a table is written as in the first release', async () => {
  const wasm = Buffer.from(
    assemble(`(module (type $t (func)) (table 1 1 funcref) (elem (i32.const 0) $there) (func $there)
      (func (export "0") (result i64) (call_indirect (type $t) (i32.const 0)) (i64.const 7)))`),
  )
  // The index of the table in five bytes, as the linker of Rust 1.82 leaves it; body and section grow by four.
  const at = wasm.lastIndexOf(Buffer.from([0x11, 0x00, 0x00]))
  const { start, end } = sectionsOf(wasm).find(({ name }) => name === 'code')!
  const longer = Buffer.concat([wasm.subarray(0, at + 2), Buffer.from([0x80, 0x80, 0x80, 0x80]), wasm.subarray(at + 2)])
  longer[start + 1]! += 4
  longer[wasm.lastIndexOf(end - at + 3, at)]! += 4
  expect(valueOf(longer, 0)).toBe(7n)
  const short = await lowerWasm(longer, 'test.wasm')
  expect(valueOf(short, 0)).toBe(7n)
  expect(Buffer.from(short).includes(Buffer.from([0x11, 0x00, 0x00, 0x42, 0x07]))).toBe(true)
})

const KEPT = '(memory 1)'

/** What cannot be lowered, by the words that name it. */
const STAYING: readonly (readonly [string, string])[] = [
  [
    'bulk memory other than memory.copy and memory.fill',
    `(module ${KEPT} (data "a") (func (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 1))))`,
  ],
  ['reference types', `(module (table 1 1 funcref) (func (drop (table.get 0 (i32.const 0)))))`],
  ['functions or blocks with several results', '(module (func (result i32 i32) (i32.const 1) (i32.const 2)))'],
  ['SIMD', '(module (func (param v128) (drop (v128.not (local.get 0)))))'],
]

test.for(STAYING)('%s is named', async ([words, text]) => {
  await expect(lowerWasm(assemble(text), 'mine.wasm')).rejects.toThrow(
    `mine.wasm cannot be lowered, since it has ${words}`,
  )
})

test('all that stays is named, and nothing that is lowered', async () => {
  const wasm = assemble(`(module ${KEPT} (data "a") (func (result i32 i32)
    (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 1)) (memory.fill (i32.const 0) (i32.const 0) (i32.const 1))
    (i32.extend8_s (i32.const 1)) (i32.const 2)))`)
  await expect(lowerWasm(wasm, 'mine.wasm')).rejects.toThrow(
    'mine.wasm cannot be lowered, since it has bulk memory other than memory.copy and memory.fill, functions or blocks with several results\n',
  )
})

test('what is no module, or is cut off, is refused', async () => {
  await expect(lowerWasm(new Uint8Array([1, 2, 3]), 'mine.wasm')).rejects.toThrow(
    'mine.wasm cannot be lowered: Binaryen cannot read it',
  )
  const whole = assemble(`(module ${KEPT})`)
  await expect(lowerWasm(whole.subarray(0, whole.length - 2), 'mine.wasm')).rejects.toThrow('cannot be lowered')
})

test('custom sections that are no debug information stay', async () => {
  const section = Buffer.concat([Buffer.from([0, 21, 18]), Buffer.from('cw_migrate_version'), Buffer.from('42')])
  const wasm = await lowerWasm(new Uint8Array(Buffer.concat([original, section])), 'test.wasm')
  expect(sectionsOf(wasm).map(({ name }) => name)).toContain('cw_migrate_version')
})

test('debug information is left out of a file without a change of its code', () => {
  const twin = new Uint8Array(readFileSync('contracts/artifacts/callback_lab.debug.wasm'))
  const names = sectionsOf(twin).map(({ name }) => name)
  expect(names.some(isDebug)).toBe(true)
  const plain = withoutSections(twin, isDebug)
  expect(sectionsOf(plain).map(({ name }) => name)).toEqual(names.filter((name) => !isDebug(name)))
  expect(WebAssembly.validate(plain as Uint8Array<ArrayBuffer>)).toBe(true)
  const code = (wasm: Uint8Array): Uint8Array => {
    const { start, end } = sectionsOf(wasm).find(({ name }) => name === 'code')!
    return wasm.subarray(start, end)
  }
  expect(Buffer.compare(code(plain), code(twin))).toBe(0)
})

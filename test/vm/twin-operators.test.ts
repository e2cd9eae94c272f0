// A debug twin stays as it was compiled: it may have operators that chains refuse, and that are lowered in the contract itself.
import { expect, test } from 'vitest'
import { createVm, VmError } from 'sudobox/vm'
import { COUNTS_LINES } from '../../src/coverage/index.js'
import { noteTwin } from '../../src/vm/debug/index.js'
import { checksumOf } from '../../src/vm/internal.js'
import { scheduleOf, twinSchedule, vmVersions } from '../../src/vm/schedules.js'
import { PatchedCode } from '../../src/vm/stand-in/patched-code.js'
import { parse } from '../../src/vm/wasm/parse.js'
import { execute } from './call.js'
import { contract } from './wat.js'

const INSTANTIATE = '(func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))'
/** The answer is the text at 64. */
const answering = (code: string): Uint8Array => contract(`${code} (i32.const 16)`, INSTANTIATE)

const CONTRACT = answering('(i64.store (i32.const 64) (i64.const 0x6161616161616161))')

const FILL = '(memory.fill (i32.const 64) (i32.const 0x62) (i32.const 8))'
const COPY = '(memory.copy (i32.const 66) (i32.const 64) (i32.const 3))'
const FIRST = '(i32.store8 (i32.const 64) (i32.const 0x63))'

/** Code of twins, and what they answer. */
const TWINS: readonly (readonly [string, string, string])[] = [
  ['memory.fill', FILL, 'bbbbbbbb'],
  ['memory.copy', `${FILL} ${FIRST} ${COPY}`, 'cbcbbbbb'],
  ['both where no code reaches', `(block (br 0) ${COPY} ${FILL}) ${FILL}`, 'bbbbbbbb'],
  [
    'both beside floats',
    `(f64.store (i32.const 128) (f64.mul (f64.const 2) (f64.const 3)))
     (memory.fill (i32.const 64) (i32.const 0x62) (i32.trunc_f64_u (f64.add (f64.load (i32.const 128)) (f64.const 2))))`,
    'bbbbbbbb',
  ],
  [
    'a NaN that waits below a copy, and is made canonical',
    `(i32.const 64) (f64.add (f64.const nan:0x8000000000001) (f64.const 1)) ${FILL} ${COPY} f64.store`,
    '\0\0\0\0\0\0\xf8\x7f',
  ],
]

for (const [name, code, answer] of TWINS)
  test(`a twin with ${name} runs in place of its contract`, () => {
    const twin = answering(code)
    const own = answering(`(i64.store (i32.const 64) (i64.const ${TWINS.findIndex(([one]) => one === name)}))`)
    noteTwin(checksumOf(own), `${name}.debug.wasm`, () => twin)
    for (const version of ['1.5.11', '2.2.2', '3.0.10']) {
      const vm = createVm({ version, instrument: COUNTS_LINES })
      const { checksum } = vm.store(own)
      const { data } = execute(vm, checksum)
      expect(Buffer.from(data!).toString('latin1')).toBe(answer)
    }
  })

test('a copy past the end of the memory fails in a twin too', () => {
  const twin = answering('(memory.copy (i32.const 65535) (i32.const 0) (i32.const 2))')
  noteTwin(checksumOf(CONTRACT), 'past.debug.wasm', () => twin)
  const vm = createVm({ instrument: COUNTS_LINES })
  expect(execute(vm, vm.store(CONTRACT).checksum).error?.shortMessage).toContain('out of bounds memory access')
})

test('a twin with copies can be mutated', () => {
  const module = parse(answering(`${FILL} ${COPY}`), twinSchedule(scheduleOf('3.0.10')))
  expect(new PatchedCode(module, twinSchedule(scheduleOf('3.0.10'))).compile([]).compiled).toBeInstanceOf(
    WebAssembly.Module,
  )
})

test('no release but candidates takes the same operators in a contract, in code that is reached or not', () => {
  for (const version of vmVersions().filter((one) => !one.startsWith('3.1')))
    for (const [, code] of TWINS)
      expect(() => createVm({ version }).store(answering(code)), `${version} ${code}`).toThrow(VmError)
})

test('a twin has no other operators of bulk memory', () => {
  const own = answering('(i64.store (i32.const 64) (i64.const 99))')
  const twin = contract(
    '(table.copy (i32.const 0) (i32.const 0) (i32.const 0)) (i32.const 16)',
    `${INSTANTIATE} (table 1 1 funcref)`,
  )
  noteTwin(checksumOf(own), 'table.debug.wasm', () => twin)
  expect(() => createVm({ instrument: COUNTS_LINES }).store(own)).toThrow('Bulk memory operation detected: TableCopy')
})

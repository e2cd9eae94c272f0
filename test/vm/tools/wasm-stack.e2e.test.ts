import { execFileSync } from 'node:child_process'
import { createVm, mockBackend, type VmError } from 'sudobox/vm'
import { expect, test } from 'vitest'
import { demangle } from '../../../src/vm/tools/demangle.js'
import { contract } from '../wat.js'
import { execute } from '../call.js'

const vm = createVm()

/** A contract in which `execute` calls functions that Rust could have made. */
const trapping = (body: string, more = '', imports = ''): Uint8Array =>
  contract(
    '(call $_ZN5vault8contract7execute17h0123456789abcdefE)',
    `(func $_ZN5vault8contract7execute17h0123456789abcdefE (result i32) (call $_RNvNtCs1234_5vault6ledger5spend))
     (func $_RNvNtCs1234_5vault6ledger5spend (result i32) ${body}) ${more}`,
    imports,
  )

/** Its error. */
function fault(body: string, more = '', imports = '', gasLimit = 1_000_000_000n): VmError {
  const { checksum } = vm.store(trapping(body, more, imports))
  const { error } = execute(vm, checksum, { gasLimit, backend: mockBackend() })
  if (!error) throw new Error('it succeeded')
  return error
}

const STACK = ['vault::ledger::spend', 'vault::contract::execute', 'execute']

test('a trap has the functions that were running, with their names in the source', () => {
  const error = fault('unreachable')
  expect(error.shortMessage).toBe('Error executing Wasm: Wasmer runtime error: RuntimeError: unreachable')
  expect(error.functions).toEqual(STACK)
})

test('running out of gas, an error of the host, and a trap in a call of the host have them too', () => {
  expect(fault('(loop $l (br $l)) (i32.const 0)').functions).toEqual(STACK)
  const write = '(import "env" "db_write" (func $db_write (param i32 i32)))'
  expect(fault('(call $db_write (i32.const -8) (i32.const 16)) (i32.const 0)', '', write).functions).toEqual(STACK)
})

test('the stack of a panic begins at the function that panicked', () => {
  const abort = '(import "env" "abort" (func $abort (param i32)))'
  const error = fault(
    '(call $_ZN4core9panicking9panic_fmt17h0123456789abcdefE) (i32.const 0)',
    `(func $_ZN4core9panicking9panic_fmt17h0123456789abcdefE (call $rust_begin_unwind))
     (func $rust_begin_unwind (call $abort (i32.const 16)))`,
    abort,
  )
  expect(error.shortMessage).toContain('Aborted: ')
  expect(error.functions).toEqual(STACK)
})

test('code without a name section fails as before, without a stack', () => {
  const stripped = withoutNames(contract('unreachable'))
  const { checksum } = vm.store(stripped)
  const { error } = execute(vm, checksum)
  expect(error?.functions).toEqual([])
  expect(error?.shortMessage).toContain('unreachable')
})

test("the engine's stack limit is restored, and an installed stack formatter still works", () => {
  const { stackTraceLimit } = Error
  const previous: unknown = Reflect.get(Error, 'prepareStackTrace')
  try {
    Error.prepareStackTrace = () => 'formatted'
    expect(fault('unreachable').functions[0]).toBe(STACK[0])
    expect(new Error('x').stack).toBe('formatted')
  } finally {
    Reflect.set(Error, 'prepareStackTrace', previous)
  }
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})

test.each([
  ['_ZN5vault6ledger5spend17h0123456789abcdefE', 'vault::ledger::spend'],
  ['_RNvNtCs1234_7mycrate3foo3bar', 'mycrate::foo::bar'],
  [
    '_ZN4core3ptr85drop_in_place$LT$std..rt..lang_start$LT$$LP$$RP$$GT$..$u7b$$u7b$closure$u7d$$u7d$$GT$17h0123456789abcdefE',
    'core::ptr::drop_in_place<std::rt::lang_start<()>::{{closure}}>',
  ],
  ['_ZN3foo', '_ZN3foo'],
  ['execute', 'execute'],
])('the name %s is %s', (mangled, readable) => {
  expect(demangle(mangled)).toBe(readable)
})

test('the built package has the demangler', () => {
  const code = `
    import { createVm, mockBackend, MOCK_ENV, MOCK_INFO } from './dist/vm/index.js'
    const vm = createVm()
    const { checksum } = vm.store(Buffer.from(process.argv[1], 'base64'))
    const args = [MOCK_ENV, MOCK_INFO, '{}'].map((text) => new TextEncoder().encode(text))
    const { error } = vm.call(checksum, 'execute', args, { backend: mockBackend(), gasLimit: 1_000_000_000n })
    console.log(error.functions.join())`
  const args = ['--input-type=module', '-e', code, Buffer.from(trapping('unreachable')).toString('base64')]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe(STACK.join())
})

/** The module without its custom sections. */
function withoutNames(wasm: Uint8Array): Uint8Array {
  const kept: number[] = [...wasm.subarray(0, 8)]
  for (let at = 8; at < wasm.length;) {
    const start = at
    const id = wasm[at++]!
    let size = 0
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++]!
      size |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    at += size
    if (id !== 0) kept.push(...wasm.subarray(start, at))
  }
  return Uint8Array.from(kept)
}

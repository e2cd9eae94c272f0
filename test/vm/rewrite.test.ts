import { describe, expect, test } from 'vitest'
import { createVm } from 'sudobox/vm'
import { Writer } from '../../src/vm/wasm/writer.js'
import { execute, visible } from './call.js'
import { bodyOf, withBigBody } from './large.js'
import { contract } from './wat.js'

const run = (wasm: Uint8Array) => {
  const vm = createVm()
  return visible(execute(vm, vm.store(wasm).checksum, { gasLimit: 10_000_000_000n }))
}
const many = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(' ')

describe('rewriting a module keeps what it has', () => {
  const few = run(contract('(i32.const 16)'))

  // The contract of the tests has four types, one global and five exports of its own.
  test.each([
    ['types', (n: number) => many(n - 4, (i) => `(type (func (param i32 i64) (param ${'i32 '.repeat(i % 90)})))`)],
    ['globals', (n: number) => many(n - 1, (i) => `(global (mut i64) (i64.const ${i}))`)],
    ['exports', (n: number) => many(n - 5, (i) => `(export "more ${i}" (memory 0))`)],
    ['functions', (n: number) => many(n - 4, () => '(func)')],
  ])('up to a count of %s that needs another byte', (_, more) => {
    // Items that nobody uses cost nothing.
    for (const count of [119, 120, 121, 122, 123, 124, 126, 127, 128, 129, 300])
      expect(run(contract('(i32.const 16)', more(count)))).toEqual(few)
  })

  test('a global behind others keeps its value, and gets it back before the next call', () => {
    const vm = createVm()
    const wasm = contract(
      `(i64.store (i32.const 64) (i64.add (global.get $a) (global.get $b)))
       (global.set $b (i64.const 0)) (global.set $a (i64.const 0)) (i32.const 16)`,
      '(global (mut i32) (i32.const 5)) (global $a (mut i64) (i64.const 700)) (global (mut f64) (f64.const 1)) (global $b (mut i64) (i64.const 77))',
    )
    const { checksum } = vm.store(wasm)
    const answers = Array.from({ length: 3 }, () => Buffer.from(execute(vm, checksum).data!).readBigUInt64LE())
    expect(answers).toEqual([777n, 777n, 777n])
  })
})

/** Source: cosmwasm-vm 3.0.10 `metering.rs`: a call ends a run (1,610), as the end of the function that does nothing. */
test('a body that is too large with its charges written out is metered by calls', () => {
  const base = contract('(call $big) (i32.const 16)', '(func $leaf) (func $big)')
  const calls = (count: number) => run(withBigBody(base, bodyOf([count, 0x10, 3])))
  const none = calls(0)
  for (const count of [1_000, 300_000]) {
    const { data, error, gas } = calls(count)
    expect({ data, error }).toEqual({ data: none.data, error: none.error })
    expect(gas.usedInternally - none.gas.usedInternally).toBe(BigInt(count) * 2n * 1_610n)
  }
})

/** Source: the binary format's signed integers, as the engine reads them. */
test('integers of up to 53 bits are written as the engine reads them', () => {
  for (const value of [
    0,
    63,
    64,
    -64,
    -65,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    -(2 ** 31),
    -(2 ** 31) - 1,
    -(2 ** 40),
    2 ** 53 - 1,
  ]) {
    const out = new Writer(64)
    out.signed(value)
    const content = [1, 0x7e, 0, 0x42, ...out.finish(), 0x0b]
    const module = new WebAssembly.Module(
      Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 6, content.length, ...content, 7, 5, 1, 1, 0x76, 3, 0),
    )
    const { v } = new WebAssembly.Instance(module).exports as unknown as { v: { value: bigint } }
    expect(v.value).toBe(BigInt(value))
  }
})

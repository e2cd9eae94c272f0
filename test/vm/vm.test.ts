import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
import { asciiKey } from '../../src/store/key.js'
import { BackendError, createVm, mockBackend, MockStorage, VmError, type Backend } from 'sudobox/vm'
import { execute } from './call.js'
import { assemble, contract } from './wat.js'

const stored = (wasm: Uint8Array) => {
  const vm = createVm()
  return { vm, checksum: vm.store(wasm).checksum }
}

/** Reads the key `k` and gives the byte that it found, or traps. */
const READER = contract(
  `(i32.store8 (i32.const 300) (i32.const 107))
   (i32.store (i32.const 200) (i32.const 300)) (i32.store (i32.const 204) (i32.const 1)) (i32.store (i32.const 208) (i32.const 1))
   (i64.store (i32.const 64) (i64.load8_u (i32.load (call $read (i32.const 200)))))
   (i32.const 16)`,
  '',
  '(import "env" "db_read" (func $read (param i32) (result i32)))',
)

describe('the module cache', () => {
  test('keeps a code by its checksum, and gives its own bytes back', () => {
    const wasm = contract('(i32.const 16)')
    const { vm, checksum } = stored(wasm)
    expect(vm.store(wasm)).toBe(vm.report(checksum))
    expect(vm.wasm(checksum)).toEqual(wasm)
    wasm[8] = 0xff
    expect(vm.wasm(checksum)).not.toEqual(wasm)
  })

  test('reports the capabilities of a code', () => {
    const wasm = assemble(`(module (memory (export "memory") 1)
      (func (export "allocate") (param i32) (result i32) unreachable) (func (export "deallocate") (param i32))
      (func (export "interface_version_8")) (func (export "requires_staking")) (func (export "requires_iterator"))
      (func (export "sudo") (param i32 i32) (result i32) unreachable)
      (func (export "migrate") (param i32 i32) (result i32) unreachable)
      (func (export "helper")))`)
    const version = new TextEncoder().encode('cw_migrate_version42')
    const custom = Uint8Array.of(0, version.length + 1, 18, ...version)
    const report = createVm().store(new Uint8Array([...wasm, ...custom]))
    expect([...report.entryPoints]).toEqual(['migrate', 'sudo'])
    expect(report.requiredCapabilities).toEqual(['iterator', 'staking'])
    expect(report.hasIbcEntryPoints).toBe(false)
    expect(report.contractMigrateVersion).toBe(42n)
  })

  test('a checksum that was never stored is a misuse', () => {
    const vm = createVm()
    expect(() => vm.report('00')).toThrow(UsageError)
    expect(() => execute(vm, '00')).toThrow(/no code with checksum 00/)
  })

  test('bytes that are not a module are refused with the native kind of error', () => {
    expect(() => createVm().store(new Uint8Array([1, 2, 3]))).toThrow(VmError)
    expect(() => createVm({ memoryLimit: -1 })).toThrow(UsageError)
  })
})

describe('a call', () => {
  test('starts with clean memory and globals, whatever the last call left', () => {
    const { vm, checksum } = stored(
      contract(
        `(i64.store (i32.const 64) (i64.add (i64.load (i32.const 5000)) (i64.extend_i32_u (global.get $count))))
         (i64.store (i32.const 5000) (i64.const 77))
         (global.set $count (i32.const 5))
         (if (i32.eq (i32.load8_u (i32.load (local.get $msg))) (i32.const 120)) (then unreachable))
         (i32.const 16)`,
        '(global $count (mut i32) (i32.const 1))',
      ),
    )
    for (const msg of ['{}', 'x', '{}', '{}', 'x', '{}']) {
      const { data, error } = execute(vm, checksum, { msg })
      if (msg === 'x') expect(error?.shortMessage).toMatch(/RuntimeError: unreachable$/)
      else expect(Buffer.from(data!).readBigUInt64LE()).toBe(1n)
    }
  })

  test('sees memory in the size of a new instance after another one grew it', () => {
    const { vm, checksum } = stored(
      contract(
        `(i64.store (i32.const 64) (i64.extend_i32_u (i32.add
           (i32.mul (memory.size) (i32.const 1000)) (memory.grow (i32.const 3)))))
         (i32.const 16)`,
      ),
    )
    for (let i = 0; i < 3; i++) {
      const { data, memoryPagesBefore, memoryPagesAfter } = execute(vm, checksum)
      expect(Buffer.from(data!).readBigUInt64LE()).toBe(1001n)
      expect([memoryPagesBefore, memoryPagesAfter]).toEqual([1, 4])
    }
  })

  test('runs within a query of another call, on an instance of its own', () => {
    const { vm, checksum } = stored(READER)
    const inner: Backend = { ...mockBackend(), storage: new MockStorage([[asciiKey('k'), Uint8Array.of(9)]]) }
    const seen: bigint[] = []
    class Nesting extends MockStorage {
      override get(): Uint8Array {
        const { data } = execute(vm, checksum, { backend: inner })
        seen.push(Buffer.from(data!).readBigUInt64LE())
        return Uint8Array.of(4)
      }
    }
    const { data } = execute(vm, checksum, { backend: { ...mockBackend(), storage: new Nesting() } })
    expect(seen).toEqual([9n])
    expect(Buffer.from(data!).readBigUInt64LE()).toBe(4n)
  })

  test('takes limits up to 64 bits', () => {
    const { vm, checksum } = stored(contract('(i32.const 16)'))
    const used = execute(vm, checksum).gas.usedInternally
    for (const gasLimit of [2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n])
      expect(execute(vm, checksum, { gasLimit }).gas).toEqual({
        limit: gasLimit,
        remaining: gasLimit - used,
        usedExternally: 0n,
        usedInternally: used,
      })
  })

  test("ends in a typed error when the engine's stack is the smaller one", () => {
    const { vm, checksum } = stored(contract('(call $deep) (i32.const 16)', '(func $deep (call $deep))'))
    const run = () => execute(vm, checksum, { gasLimit: 10n ** 12n })
    expect(run().error?.shortMessage).toMatch(/call stack exhausted/)
    // The host has used up most of the stack before it calls.
    const within = (levels: number): ReturnType<typeof run> => (levels === 0 ? run() : within(levels - 1))
    let outcome = run()
    for (let levels = 1_000; outcome.error?.kind !== 'EngineStack'; levels += 1_000) outcome = within(levels)
    const { data, error } = outcome
    expect(data).toBeUndefined()
    expect(error?.kind).toBe('EngineStack')
    expect(error?.message).toMatch(/--stack-size=3900[\s\S]*stackSizeMb/)
    // The instance is fit for the next call.
    expect(execute(vm, checksum, { gasLimit: 1_000n }).error?.kind).toBe('GasDepletion')
  })
})

describe('a failing backend', () => {
  const run = (get: MockStorage['get']) => {
    const { vm, checksum } = stored(READER)
    class Failing extends MockStorage {
      override get = get
    }
    return execute(vm, checksum, { backend: { ...mockBackend(), storage: new Failing() }, gasLimit: 10_000_000n })
  }
  const prefix = 'Error executing Wasm: Wasmer runtime error: RuntimeError: '

  test('that runs out of gas unwinds with the text of gas depletion, and its gas counts', () => {
    const { error, gas } = run((_key, report) => {
      report.external = 1_234
      throw new BackendError('outOfGas', 'meter ended')
    })
    expect(error?.kind).toBe('RuntimeErr')
    expect(error?.shortMessage).toBe(`${prefix}Ran out of gas during contract execution`)
    expect(gas.usedExternally).toBe(1_234n)
    expect(gas.limit - gas.remaining - gas.usedInternally).toBe(1_234n)
  })

  test('that uses more gas than is left ends the call', () => {
    const { error, gas } = run((_key, report) => {
      report.external = 1e12
      return undefined
    })
    expect(error?.shortMessage).toBe(`${prefix}Ran out of gas during contract execution`)
    expect(gas.remaining).toBe(0n)
    expect(gas.usedInternally).toBe(0n)
  })

  test.for([
    [new BackendError('unknown', 'boom'), 'Unknown error during call into backend: boom'],
    [new BackendError('badArgument', ''), 'Bad argument'],
    [new BackendError('user', 'no'), 'User error during call into backend: no'],
    [new TypeError('x is not a function'), 'Unknown error during call into backend: x is not a function'],
  ] as const)('%s', ([thrown, text]) => {
    const { error } = run(() => {
      throw thrown
    })
    expect(error?.kind).toBe('RuntimeErr')
    expect(error?.shortMessage).toBe(`${prefix}Error calling into the VM's backend: ${text}`)
  })
})

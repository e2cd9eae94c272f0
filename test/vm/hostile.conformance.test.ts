import { describe, expect, test } from 'vitest'
import { createVm, VmError, type CallOutcome } from 'sudobox/vm'
import { execute } from './call.js'
import { bodyOf, withBigBody } from './large.js'
import { assemble, contract } from './wat.js'

/** The gas of a callback on Neutron: 1 000 000 SDK gas. Bad code may burn it, within a second. */
const SUDO_LIMIT = 1_000_000n * 140_000n
/** A second on a machine of its own; CPU time grows up to threefold where other work shares the cores and their caches. */
const SECOND = 3 * 1_000

/** Milliseconds of CPU time, of all threads. */
function cpuTime<T>(run: () => T): { value: T; milliseconds: number } {
  const before = process.cpuUsage()
  const value = run()
  const { user, system } = process.cpuUsage(before)
  return { value, milliseconds: (user + system) / 1000 }
}

const stored = (wasm: Uint8Array, gasLimit = SUDO_LIMIT): ((limit?: bigint) => CallOutcome) => {
  const vm = createVm()
  const { checksum } = vm.store(wasm)
  return (limit = gasLimit) => execute(vm, checksum, { gasLimit: limit })
}

const IMPORTS = `
  (import "env" "debug" (func $debug (param i32)))
  (import "env" "db_read" (func $read (param i32) (result i32)))
  (import "env" "db_write" (func $write (param i32 i32)))
`

/** A region at 200 over `length` bytes from 4096 on. */
const region = (length: number): string =>
  `(i32.store (i32.const 200) (i32.const 4096)) (i32.store (i32.const 204) (i32.const ${length})) (i32.store (i32.const 208) (i32.const ${length}))`

/** What each does for ever. */
const LOOPS: Readonly<Record<string, string>> = {
  'loops with nothing in them': '(loop (br 0)) (i32.const 16)',
  'loops over long runs': `(loop ${'(drop (i32.add (i32.const 1) (i32.const 2)))'.repeat(200)} (br 0)) (i32.const 16)`,
  'divides and takes roots': `(local $n i64) (local $f f64) (local.set $n (i64.const -1)) (loop
    ${'(local.set $n (i64.or (i64.div_u (local.get $n) (i64.const 3)) (i64.const 1)))'.repeat(20)}
    ${'(local.set $f (f64.sqrt (f64.add (local.get $f) (f64.const 2))))'.repeat(20)} (br 0)) (i32.const 16)`,
  'calls through a table': '(loop (call_indirect (type $t) (i32.const 0)) (br 0)) (i32.const 16)',
  'takes all memory and writes to all of it': `(local $at i32) (drop (memory.grow (i32.const 511))) (loop
    (i64.store (local.get $at) (i64.const -1)) (local.set $at (i32.and (i32.add (local.get $at) (i32.const 64)) (i32.const 0x1ffffff)))
    (br 0)) (i32.const 16)`,
  'asks for more memory': '(loop (drop (memory.grow (i32.const 1))) (br 0)) (i32.const 16)',
  'asks for absurdly much memory': '(loop (drop (memory.grow (i32.const -1))) (br 0)) (i32.const 16)',
  'prints a little': `${region(1)} (loop (call $debug (i32.const 200)) (br 0)) (i32.const 16)`,
  'prints two megabytes': `(drop (memory.grow (i32.const 40))) ${region(2_000_000)} (loop (call $debug (i32.const 200)) (br 0)) (i32.const 16)`,
  'reads the store': `${region(10)} (loop (drop (call $read (i32.const 200))) (br 0)) (i32.const 16)`,
  'writes the largest values': `(drop (memory.grow (i32.const 2))) ${region(60_000)} (loop (call $write (i32.const 200) (i32.const 200)) (br 0)) (i32.const 16)`,
}

describe('a contract that never ends', () => {
  test.for(Object.entries(LOOPS))('%s', ([, body]) => {
    const run = stored(
      contract(body, '(type $t (func)) (table 1 1 funcref) (elem (i32.const 0) $f) (func $f)', IMPORTS),
    )
    // The second call finds compiled code and a memory that was used.
    for (const limit of [SUDO_LIMIT, SUDO_LIMIT / 10n]) {
      const { value, milliseconds } = cpuTime(() => run(limit))
      expect(value.error?.shortMessage).toMatch(/Ran out of gas during contract execution$/)
      expect(value.gas.remaining).toBe(0n)
      expect(value.memoryPagesAfter).toBeLessThanOrEqual(512)
      expect(milliseconds).toBeLessThan(SECOND)
    }
  })

  test('keeps the memories of only a few calls, however many there were', async () => {
    const run = stored(contract(LOOPS['takes all memory and writes to all of it']!, '(type $t (func))', IMPORTS))
    // Enough to write to all of it once.
    const once = SUDO_LIMIT / 90n
    run(once)
    const before = process.memoryUsage().rss
    for (let i = 0; i < 48; i++) expect(run(once).memoryPagesAfter).toBe(512)
    // 48 memories are 1,536 MiB. The collector returns them in tasks of its own, later where the heap is large.
    await expect.poll(() => process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024)
  })

  const around = (allocate: string, more = ''): Uint8Array =>
    assemble(`(module (memory (export "memory") 1) (func (export "interface_version_8"))
      (func (export "allocate") (param i32) (result i32) ${allocate}) (func (export "deallocate") (param i32)) ${more}
      (func (export "execute") (param i32 i32 i32) (result i32) (i32.const 16)))`)

  test('within allocate', () => {
    const { value, milliseconds } = cpuTime(stored(around('(loop (br 0)) (i32.const 16)')))
    expect(value.error?.kind).toBe('GasDepletion')
    expect(value.gas.remaining).toBe(0n)
    expect(milliseconds).toBeLessThan(SECOND)
  })

  test('within start, which has no gas at all', () => {
    const { value, milliseconds } = cpuTime(stored(around('(i32.const 16)', '(func $s (loop (br 0))) (start $s)')))
    expect(value.error?.kind).toBe('InstantiationErr')
    expect(value.gas.remaining).toBe(SUDO_LIMIT)
    expect(milliseconds).toBeLessThan(SECOND)
  })
})

describe('a contract that asks too much at once', () => {
  const outcomeOf = (body: string, more = '') => {
    const { value, milliseconds } = cpuTime(stored(contract(body, more, IMPORTS)))
    expect(milliseconds).toBeLessThan(SECOND)
    return value
  }

  test('a debug print that is longer than allowed', () => {
    const { error, gas } = outcomeOf(
      `(drop (memory.grow (i32.const 40))) ${region(2_100_000)} (call $debug (i32.const 200)) (i32.const 16)`,
    )
    expect(error?.shortMessage).toMatch(/Region length too big\. Got 2100000, limit 2097152$/)
    expect(gas.remaining).toBeGreaterThan(0n)
  })

  test('a debug print that reaches beyond memory', () => {
    const { error } = outcomeOf(`${region(1_000_000)} (call $debug (i32.const 200)) (i32.const 16)`)
    expect(error?.shortMessage).toMatch(/Tried to access memory of region/)
  })

  test.for([
    ['at once', '(func $deep (call $deep))'],
    ['by two functions', '(func $deep (call $other)) (func $other (call $deep))'],
    ['through a table', '(table 1 1 funcref) (elem (i32.const 0) $deep) (func $deep (call_indirect (i32.const 0)))'],
    ['with many locals', '(func $deep (local i64 i64 i64 i64 i64 i64 i64 i64) (call $deep))'],
  ] as const)('recursion without end, %s', ([, functions]) => {
    const { error, gas } = outcomeOf('(call $deep) (i32.const 16)', functions)
    expect(error?.kind).toBe('RuntimeErr')
    expect(error?.shortMessage).toMatch(/call stack exhausted$/)
    expect(gas.remaining).toBeGreaterThan(0n)
  })
})

describe('a module that asks too much', () => {
  const refused = (more: string): VmError => {
    const wasm = contract('(i32.const 16)', more)
    const { value, milliseconds } = cpuTime(() => {
      try {
        return createVm().store(wasm)
      } catch (error) {
        return error
      }
    })
    expect(milliseconds).toBeLessThan(SECOND)
    expect(value).toBeInstanceOf(VmError)
    return value as VmError
  }
  const locals = (count: number): string => `(local ${'i64 '.repeat(count)})`

  test('50,000 locals in one function', () => {
    expect(refused(`(func ${locals(50_000)})`).shortMessage).toMatch(/more than 100 locals: 50000$/)
    expect(refused(`(func ${locals(50_001)})`).shortMessage).toMatch(/more than 100 locals: 50001$/)
  })

  test('many locals in many functions', () => {
    expect(refused(`(func ${locals(99)})`.repeat(1_100)).shortMessage).toMatch(/function locals in total/)
  })

  test('functions, and parameters of them', () => {
    expect(refused('(func)'.repeat(20_001)).shortMessage).toMatch(/more than 20000 functions$/)
    expect(refused(`(func (param ${'i32 '.repeat(101)}))`).shortMessage).toMatch(/more than 100 parameters$/)
  })

  test('a table and a memory beyond the limits', () => {
    expect(refused('(table 1 2501 funcref)').shortMessage).toMatch(/too large max limit$/)
    const wasm = assemble('(module (memory (export "memory") 513))')
    expect(() => createVm().store(wasm)).toThrow(/memory's minimum must not exceed 512 pages/)
  })
})

describe('one function of 800 KB', () => {
  const base = contract('(call $big) (i32.const 16)', '(func $leaf) (func $big)')
  const leaf = 3
  /** What it repeats, by how many bytes that takes, and what closes what it opened. */
  const SHAPES: Readonly<Record<string, readonly [code: readonly number[], close?: readonly number[]]>> = {
    'loops side by side': [[0x03, 0x40, 0x0b]],
    'loops within loops': [[0x03, 0x40], [0x0b]],
    'blocks within blocks': [[0x02, 0x40], [0x0b]],
    calls: [[0x10, leaf]],
    'ifs with an else': [[0x41, 0x00, 0x04, 0x40, 0x05, 0x0b]],
    'branches not taken': [[0x41, 0x00, 0x0d, 0x00]],
  }
  const program = ([code, close = []]: (typeof SHAPES)[string], times: number): Uint8Array =>
    withBigBody(base, bodyOf([times, ...code], ...(close.length > 0 ? [[times, ...close] as const] : [])))
  const used = (wasm: Uint8Array, gasLimit = SUDO_LIMIT) => {
    const vm = createVm()
    return execute(vm, vm.store(wasm).checksum, { gasLimit })
  }

  test.for(Object.entries(SHAPES))('%s: runs, and costs as much per piece as a small one', ([, shape]) => {
    const gasOf = (times: number): bigint => {
      const { error, gas } = used(program(shape, times))
      expect(error).toBeUndefined()
      return gas.usedInternally
    }
    const [code, close = []] = shape
    const times = Math.floor(800_000 / (code.length + close.length))
    const [one, three, many] = [gasOf(1), gasOf(3), gasOf(times)]
    expect(many - one).toBe(((three - one) / 2n) * BigInt(times - 1))
  })

  test('is exhausted at the last unit', () => {
    const wasm = program(SHAPES['loops side by side']!, 266_000)
    const vm = createVm()
    const { checksum } = vm.store(wasm)
    const enough = execute(vm, checksum, { gasLimit: SUDO_LIMIT }).gas.usedInternally
    expect(execute(vm, checksum, { gasLimit: enough }).gas.remaining).toBe(0n)
    const { error, gas } = execute(vm, checksum, { gasLimit: enough - 1n })
    expect([error?.kind, gas.remaining]).toEqual(['GasDepletion', 0n])
  })

  test.for([
    ['two megabytes of loops', () => program(SHAPES['loops side by side']!, 700_000)],
    [
      'a table of 700,000 branches',
      () => program([[0x41, 0x00, 0x0e, 0xe0, 0xdc, 0x2a, ...new Uint8Array(700_001)]], 1),
    ],
  ] as const)('%s: runs, or is refused with a reason', ([, make]) => {
    const wasm = make()
    try {
      expect(used(wasm).error).toBeUndefined()
    } catch (error) {
      expect(error).toBeInstanceOf(VmError)
      expect((error as VmError).kind).toMatch(/^(?:StaticValidationErr|CompileErr)$/)
    }
  })
})

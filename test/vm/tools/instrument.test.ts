import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../src/base/errors.js'
import { createVm, mockBackend, MockStorage, type Instrument, type Vm } from 'sudobox/vm'
import { MAX_COUNTERS } from '../../../src/vm/tools/loops.js'
import { execute, visible } from '../call.js'
import { contract } from '../wat.js'

const stored = (instrument: Instrument, wasm: Uint8Array) => {
  const vm = createVm({ instrument })
  return { vm, checksum: vm.store(wasm).checksum }
}

/** Counts to the number of bytes of the message. */
const LOOP = contract(
  `(local $n i32) (local.set $n (i32.load offset=8 (local.get $msg)))
   (if (i32.eq (local.get $n) (i32.const 3)) (then (call $odd)) (else (nop)))
   (block (loop (br_if 1 (i32.eqz (local.get $n)))
     (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br 0)))
   (i32.const 16)`,
  '(func $odd) (func $never (drop (i32.const 1)))',
)

describe('coverage', () => {
  test('counts the blocks that ran, as often as they ran, until it is reset', () => {
    const { vm, checksum } = stored({ coverage: true }, LOOP)
    const coverage = vm.coverage(checksum)
    const run = (msg: string): Map<string, number[]> => {
      coverage.reset()
      expect(execute(vm, checksum, { msg }).error).toBeUndefined()
      const byFunction = new Map<string, number[]>()
      coverage.blocks.forEach((block, i) => {
        const name = ['marker', 'deallocate', 'allocate', 'odd', 'never', 'execute'][block.function]!
        byFunction.set(name, [...(byFunction.get(name) ?? []), coverage.counters[i]!])
      })
      return byFunction
    }
    // entry, then, else, behind the if, the loop's head, behind br_if, behind the loop and the block
    expect(run('12').get('execute')).toEqual([1, 0, 1, 1, 3, 2, 0, 1])
    expect(run('12').get('odd')).toEqual([0])
    const three = run('123')
    expect(three.get('execute')).toEqual([1, 1, 0, 1, 4, 3, 0, 1])
    expect(three.get('odd')).toEqual([1])
    expect(three.get('never')).toEqual([0])
    expect(three.get('allocate')).toEqual([3])
  })

  /** Three loops in a row, the first with another one inside; the last one never ends, or traps after so many rounds. */
  const NESTED = contract(
    `(local $n i32) (local $m i32) (local.set $n (i32.load offset=8 (local.get $msg)))
     (loop $outer (local.set $m (i32.const 4))
       (loop $inner (local.set $m (i32.sub (local.get $m) (i32.const 1))) (br_if $inner (local.get $m)))
       (if (i32.const 0) (then (loop $never (br $never))))
       (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $outer (local.get $n)))
     (block (br 0) (loop $unreachable (br_if $unreachable (i32.const 1))))
     (call $trap (i32.load offset=8 (local.get $msg)))
     (i32.const 16)`,
    `(func $trap (param $n i32) (loop $rounds (call $inside)
       (if (i32.eqz (local.get $n)) (then unreachable))
       (local.set $n (i32.sub (local.get $n) (i32.const 1))) (br $rounds)))
     (func $inside)`,
  )
  const countsOf = (vm: Vm, checksum: string) => (index: number) => {
    const { blocks, counters } = vm.coverage(checksum)
    return blocks.flatMap((block, i) => (block.function === index ? [counters[i]!] : []))
  }

  test('counts loops in loops exactly, also where the call fails, and adds calls up', () => {
    const { vm, checksum } = stored({ coverage: true }, NESTED)
    const counts = countsOf(vm, checksum)
    // Entry; heads of both loops, behind the inner one's branch and end; `if`, its loop and behind it; behind the `if`; at the end.
    const execution = (n: number): number[] => [1, n, 4 * n, n, n, 0, 0, 0, n, 1, 1, 1]
    const sum = (lists: number[][]): number[] => lists[0]!.map((_, i) => lists.reduce((all, list) => all + list[i]!, 0))
    expect(execute(vm, checksum, { msg: '123' }).error).toMatchObject({ kind: 'RuntimeErr' })
    expect(counts(5)).toEqual(execution(3))
    expect(counts(3)).toEqual([1, 4, 1, 3, 0])
    expect(counts(4)).toEqual([4])
    for (const msg of ['1', '12345']) expect(execute(vm, checksum, { msg }).error).toBeDefined()
    expect(counts(5)).toEqual(sum([execution(3), execution(1), execution(5)]))
    expect(counts(3)).toEqual([3, 12, 3, 9, 0])
    expect(counts(4)).toEqual([12])
  })

  test('counts loops up to where the gas ends', () => {
    const { vm, checksum } = stored({ coverage: true }, NESTED)
    const counts = countsOf(vm, checksum)
    const msg = 'x'.repeat(500)
    const used = execute(vm, checksum, { msg }).gas.usedInternally
    const seen = new Set<string>()
    for (let short = 1n; short < 30n; short++) {
      vm.coverage(checksum).reset()
      expect(execute(vm, checksum, { msg, gasLimit: used - short * 700n }).error).toMatchObject({
        kind: 'GasDepletion',
      })
      const [entry, head, trap, behind] = counts(3)
      const [inside] = counts(4)
      expect([entry, trap]).toEqual([1, 0])
      // A round begins, then calls the function, which is no loop and counts by a call, then goes on.
      expect([0, 1]).toContain(head! - inside!)
      expect([0, 1]).toContain(inside! - behind!)
      seen.add(`${head! - behind!}`)
    }
    expect(seen).toEqual(new Set(['0', '1']))
  })

  // The engine compiles one function with 50,000 loops.
  test('counts the blocks of more loops than there are counters for', { timeout: 60_000 }, () => {
    // Of each loop its head and what is behind the branch count as in a loop; what is behind the loop does not.
    const once = '(loop(br_if 0(i32.const 0)))'
    const twice = '(loop (local.set $n (i32.eqz (local.get $n))) (br_if 0 (local.get $n)))'
    const counted = MAX_COUNTERS / 2 - 1
    const wasm = contract(
      `(call $counted) (call $astride) (call $called) (i32.const 16)`,
      `(func $counted ${once.repeat(counted)})
       (func $astride (local $n i32) (loop ${twice.repeat(2)}))
       (func $called (local $n i32) ${twice.repeat(3)})`,
    )
    const { vm, checksum } = stored({ coverage: true }, wasm)
    const counts = countsOf(vm, checksum)
    const times = (count: number, of: number[]): number[] => Array.from({ length: count }, () => of).flat()
    for (const calls of [1, 2]) {
      expect(execute(vm, checksum).error).toBeUndefined()
      expect(counts(3).filter((count) => count !== calls)).toEqual([])
      expect(counts(3)).toHaveLength(1 + 3 * counted)
      expect(counts(4)).toEqual([1, 1, ...times(2, [2, 1, 1]), 1].map((count) => count * calls))
      expect(counts(5)).toEqual([1, ...times(3, [2, 1, 1])].map((count) => count * calls))
    }
  })

  test('names places in the original module', () => {
    const { vm, checksum } = stored({ coverage: true }, LOOP)
    for (const { offset } of vm.coverage(checksum).blocks) expect(offset).toBeLessThan(LOOP.length)
  })
})

describe('a profile', () => {
  const READER = contract(
    `(i32.store (i32.const 200) (i32.const 300)) (i32.store (i32.const 204) (i32.const 1)) (i32.store (i32.const 208) (i32.const 1))
     (call $down (i32.const 3)) (drop (call $read (i32.const 200)))
     (call_indirect (type $nothing) (i32.const 0)) (drop (call_indirect (type $reading) (i32.const 200) (i32.const 1)))
     (i32.const 16)`,
    `(type $nothing (func)) (type $reading (func (param i32) (result i32)))
     (table 2 2 funcref) (elem (i32.const 0) $leaf $read)
     (func $leaf) (func $down (param $n i32)
       (if (local.get $n) (then (call $down (i32.sub (local.get $n) (i32.const 1)))) (else (call $leaf))))`,
    '(import "env" "db_read" (func $read (param i32) (result i32)))',
  )
  const run = (gasLimit: bigint, get?: MockStorage['get']) => {
    const { vm, checksum } = stored({ profile: true }, READER)
    class Reading extends MockStorage {
      override get = get ?? (() => Uint8Array.of(7))
    }
    const backend = { ...mockBackend(), storage: new Reading() }
    const outcome = execute(vm, checksum, { gasLimit, backend })
    return { vm, checksum, outcome, profile: vm.profile(checksum) }
  }
  const row = ({ functions }: ReturnType<typeof run>['profile'], name: string) =>
    functions.find((item) => item.name === name)!

  test('adds up to the gas of the call, by functions and their callees', () => {
    const { outcome, profile } = run(10_000_000n)
    expect(outcome.error).toBeUndefined()
    const self = profile.functions.reduce((sum, item) => sum + item.self, 0n)
    expect(self + profile.outside).toBe(outcome.gas.usedInternally + outcome.gas.usedExternally)
    expect(row(profile, 'leaf')).toMatchObject({ calls: 2, self: 2n * 1610n, total: 2n * 1610n })
    const down = row(profile, 'down')
    expect(down.calls).toBe(4)
    // The recursion counts once: all levels, and the leaf below the last.
    expect(down.total).toBe(down.self + 1610n)
    expect(row(profile, 'env.db_read').calls).toBe(1)
    expect(row(profile, 'env.db_read').self).toBeGreaterThanOrEqual(18_000n)
    // One for each argument, and one within each read, of which the table hides the second.
    expect(profile.functions.find(({ index }) => index === 3)!.calls).toBe(5)
  })

  test('adds up wherever the gas ends', () => {
    const { outcome } = run(10_000_000n)
    const used = outcome.gas.usedInternally
    for (let gasLimit = 0n; gasLimit < used; gasLimit += used / 150n) {
      const { profile, outcome: short } = run(gasLimit)
      const self = profile.functions.reduce((sum, item) => sum + item.self, 0n)
      expect(self + profile.outside).toBe(gasLimit)
      expect(short.error).toBeDefined()
    }
  })

  test('keeps a call within a call of the same code apart', () => {
    const { vm, checksum } = stored({ profile: true }, READER)
    let inner = 0n
    class Nesting extends MockStorage {
      override get(): Uint8Array | undefined {
        if (inner > 0n) return undefined
        inner = 1n
        inner = execute(vm, checksum, { gasLimit: 5_000_000n, backend: { ...mockBackend(), storage: this } }).gas
          .usedInternally
        return undefined
      }
    }
    const outer = execute(vm, checksum, { backend: { ...mockBackend(), storage: new Nesting() } })
    const { functions, outside } = vm.profile(checksum, { reset: true })
    expect(functions.reduce((sum, item) => sum + item.self, outside)).toBe(inner + outer.gas.usedInternally)
    expect(vm.profile(checksum)).toEqual({ functions: [], outside: 0n })
  })
})

test('the error of a VM that observes nothing tells how to change that, and results are the same', () => {
  const plain = stored({}, LOOP)
  expect(() => plain.vm.coverage(plain.checksum)).toThrow(UsageError)
  expect(() => plain.vm.profile(plain.checksum)).toThrow(/instrument: \{ profile: true \}/)
  const observed = stored({ coverage: true, profile: true }, LOOP)
  for (const gasLimit of [0n, 1_000_000n, 2_000_000n, 10_000_000n])
    expect(visible(execute(observed.vm, observed.checksum, { gasLimit }))).toEqual(
      visible(execute(plain.vm, plain.checksum, { gasLimit })),
    )
})

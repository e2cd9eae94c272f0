// Operators that the candidates of line 3.1 run: on ranges of memory and tables, and on references.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createVm, scheduleOf, VmError } from 'sudobox/vm'
import { fc, property, runs } from '../random.js'
import { execute, visible } from './call.js'
import { contract } from './wat.js'

const MODULES = new URL('../../fixtures/vm/releases/modules/', import.meta.url)
const moduleOf = (name: string): Uint8Array => readFileSync(new URL(`${name}.wasm`, MODULES))
const ANSWER = '(i32.const 16)'
const TABLE = `(table $t 4 20 funcref) (elem (i32.const 0) func $one) (elem $passive func $one $two) (data $passive "abcdefgh")
  (func $one) (func $two)`

/** The gas of the code, without that of a contract that does nothing. */
function gasOf(version: string, code: string, more = TABLE): bigint {
  const used = (body: string): bigint => {
    const vm = createVm({ version })
    const { error, gas } = execute(vm, vm.store(contract(`${body} ${ANSWER}`, more)).checksum)
    expect(error).toBeUndefined()
    return gas.usedInternally
  }
  return used(code) - used('')
}

describe('a price by what is moved', () => {
  const constants = (count: number): bigint => BigInt(count * scheduleOf('3.1.0-rc.1').operator)
  const units = (length: number, unit: number): bigint => BigInt(Math.ceil(length / unit))
  const upTo = (max: number) => fc.integer({ min: 0, max })

  property([upTo(4_000)], { numRuns: runs(20) })('of memory.copy, memory.fill and memory.init', (length) => {
    const range = `(i32.const 2000) (i32.const 0) (i32.const ${length})`
    expect(gasOf('3.1.0-rc.1', `(memory.copy ${range})`)).toBe(4_500_000n + 50_176n * units(length, 64) + constants(3))
    expect(gasOf('3.1.0-rc.1', `(memory.fill ${range})`)).toBe(2_900_000n + 32_768n * units(length, 64) + constants(3))
    const part = Math.min(length, 8)
    const init = `(memory.init $passive (i32.const 0) (i32.const 0) (i32.const ${part}))`
    expect(gasOf('3.1.0-rc.1', init)).toBe(310_000n + 32_768n * units(part, 64) + constants(3))
  })

  property([upTo(16), upTo(4)], { numRuns: runs(10) })('of table.grow, and memory.grow', (more, pages) => {
    const grow = `(drop (table.grow $t (ref.func $one) (i32.const ${more})))`
    expect(gasOf('3.1.0-rc.1', grow)).toBe(108_145n + 4n * 4_383n + 3_471n * BigInt(more) + constants(3))
    const growMemory = `(drop (memory.grow (i32.const ${pages})))`
    expect(gasOf('3.1.0-rc.1', growMemory)).toBe(2_300_000n + 32n * units(pages, 8_192) + constants(2))
  })

  test('there is none on the first candidate', () => {
    expect(gasOf('3.1.0-rc.0', '(memory.fill (i32.const 2000) (i32.const 1) (i32.const 4000))')).toBe(4n * 115n)
  })
})

test('the first candidate refuses operators on references, and no release before it runs bulk operators', () => {
  const stored = (version: string, code: string) => () =>
    createVm({ version }).store(contract(`${code} ${ANSWER}`, TABLE))
  expect(stored('3.1.0-rc.0', '(drop (ref.is_null (table.get $t (i32.const 0))))')).toThrow(
    'Reference type operation detected: TableGet { table: 0 }. Reference types are not supported.',
  )
  expect(stored('3.1.0-rc.1', '(drop (ref.is_null (table.get $t (i32.const 0))))')).not.toThrow()
  expect(stored('3.0.11', '(data.drop $passive)')).toThrow(VmError)
  expect(stored('3.1.0-rc.0', '(data.drop $passive)')).not.toThrow()
})

describe.each(['3.1.0-rc.0', '3.1.0-rc.1'])('cosmwasm-vm %s', (version) => {
  const names = version === '3.1.0-rc.0' ? ['bulk'] : ['bulk', 'references']
  const modules = new Map(names.map((name) => [name, moduleOf(name)]))
  // The first cases of both modules; those after them fill the stack.
  const operand = fc.oneof(fc.nat(20), fc.constantFrom(4096, 4100, 65_528, 65_536, 0xffffffff))
  const call = fc
    .tuple(fc.nat(30), fc.array(operand, { minLength: 4, maxLength: 4 }))
    .map(([number, operands]) =>
      [number.toString(16).padStart(2, '0'), ...operands.map((one) => one.toString(16).padStart(8, '0'))].join(''),
    )

  property([fc.constantFrom(...names), fc.array(call, { minLength: 2, maxLength: 6 })], { numRuns: runs(40) })(
    'no call sees what one before it did to tables and segments',
    (name, calls) => {
      const used = createVm({ version })
      const { checksum } = used.store(modules.get(name)!)
      for (const msg of calls) {
        const fresh = createVm({ version })
        fresh.store(modules.get(name)!)
        expect(visible(execute(used, checksum, { msg }))).toEqual(visible(execute(fresh, checksum, { msg })))
      }
    },
  )

  property([fc.constantFrom(...names), call], { numRuns: runs(40) })(
    'what was used is just enough, one less is not',
    (name, msg) => {
      const vm = createVm({ version })
      const { checksum } = vm.store(modules.get(name)!)
      const first = execute(vm, checksum, { msg })
      if (first.error?.kind === 'GasDepletion') return
      const { usedInternally, usedExternally } = first.gas
      const used = usedInternally + usedExternally
      const exact = execute(vm, checksum, { msg, gasLimit: used })
      expect([exact.error?.shortMessage, exact.gas.remaining]).toEqual([first.error?.shortMessage, 0n])
      const short = execute(vm, checksum, { msg, gasLimit: used - 1n })
      expect([short.error?.kind, short.gas.remaining]).toEqual(['GasDepletion', 0n])
    },
  )
})

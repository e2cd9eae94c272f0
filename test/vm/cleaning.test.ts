import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  createVm,
  MOCK_ENV,
  MOCK_INFO,
  mockBackend,
  MockStorage,
  type CallOutcome,
  type EntryPoint,
  type Vm,
  type VmOptions,
} from 'sudobox/vm'
import { execute, visible } from './call.js'
import { assemble } from './wat.js'

const TOUCHED: VmOptions = { cleaning: 'touched' }

/** The steps of a script of the real contracts, each over the store that those before it left, and all of them many times. */
function outcomes(name: string, options: VmOptions, rounds: number) {
  const folder = new URL('../../reference/vm/time/', import.meta.url)
  const { wasm, steps } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
    wasm: string
    steps: { name: string; entry: EntryPoint; msg_text?: string }[]
  }
  const vm = createVm(options)
  const { checksum } = vm.store(new Uint8Array(readFileSync(new URL(wasm, folder))))
  const storage = new MockStorage()
  const small = steps.filter(({ name: step }) => !/SDK gas|to the limit/.test(step))
  return Array.from({ length: rounds }, () => small)
    .flat()
    .map(({ entry, msg_text: msg = '{}' }) => {
      const info = entry === 'instantiate' || entry === 'execute' ? [MOCK_INFO] : []
      const args = [MOCK_ENV, ...info, msg].map((text) => new TextEncoder().encode(text))
      return visible(
        vm.call(checksum, entry, args, { backend: { ...mockBackend(), storage }, gasLimit: 500_000_000_000n }),
      )
    })
}

describe('memory of which only the touched part is cleaned', () => {
  test.for(['cw20_base.json', 'callback_lab.json'])('%s: real contracts behave the same', (name) => {
    expect(outcomes(name, TOUCHED, 40)).toEqual(outcomes(name, {}, 40))
  })

  /** Laid out as rustc does: a stack below 65,536, data and heap above. Its answer is the 8 bytes at `at` as it finds them before it writes there. */
  const writing = (at: number, depth: number): Uint8Array =>
    assemble(`(module (memory (export "memory") 3)
      (global $stack (mut i32) (i32.const 65536))
      (global $heap (mut i32) (i32.const 70000))
      (data (i32.const 65552) "\\00\\01\\01\\00\\08\\00\\00\\00\\08\\00\\00\\00")
      (func (export "interface_version_8"))
      (func (export "deallocate") (param i32))
      (func (export "allocate") (param $size i32) (result i32) (local $region i32)
        (local.set $region (global.get $heap))
        (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
        (i32.store offset=4 (local.get $region) (local.get $size))
        (i32.store offset=8 (local.get $region) (i32.const 0))
        (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
        (local.get $region))
      (func (export "execute") (param i32 i32 i32) (result i32)
        (global.set $stack (i32.sub (global.get $stack) (i32.const ${depth})))
        (i64.store (i32.const 65792) (i64.load (i32.const ${at})))
        (i64.store (i32.const ${at}) (i64.const -1))
        (global.set $stack (i32.add (global.get $stack) (i32.const ${depth})))
        (i32.const 65552)))`)
  const answers = (wasm: Uint8Array, calls: number, options: VmOptions): (string | undefined)[] => {
    const vm: Vm = createVm(options)
    const { checksum } = vm.store(wasm)
    return Array.from({ length: calls }, () => execute(vm, checksum)).map(
      ({ data, error }: CallOutcome) => error?.shortMessage ?? (data && Buffer.from(data).toString('hex')),
    )
  }
  const ALL_CLEAN = Array.from({ length: 200 }, () => '00'.repeat(8))

  test('the part above the lowest stack pointer is cleaned', () => {
    expect(answers(writing(65_000, 4096), 200, TOUCHED)).toEqual(ALL_CLEAN)
    expect(answers(writing(65_536 - 4096 - 100, 4096), 200, TOUCHED)).toEqual(ALL_CLEAN)
  })

  test('a contract that writes below its stack is detected, and cleaned completely from then on', () => {
    expect(answers(writing(1024, 64), 200, TOUCHED)).toEqual(ALL_CLEAN)
  })
})

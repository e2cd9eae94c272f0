import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createVm, MOCK_ENV, MOCK_INFO, mockBackend, type Instrument } from 'sudobox/vm'
import { NotedAnswers } from '../../../src/vm/debug/answers.js'
import { runCheckedScript } from '../../../src/vm/script/run.js'
import { OperandReader } from '../../../src/vm/operands.js'
import { compareResults, versionOf, type NativeResult } from '../compare.js'
import { contract } from '../wat.js'

/** Compares the first 8 bytes of the message with a product, and the first 4 with a number; then it traps. */
const GUARD = contract(
  `(local $data i32) (local.set $data (i32.load (local.get $msg)))
   (drop (i64.lt_s (i64.load (local.get $data)) (i64.mul (i64.const 3) (i64.const 0x6000000000000001))))
   (drop (i32.ge_u (i32.const 0xfffffff0) (i32.load (local.get $data))))
   (drop (i32.eq (i32.load (local.get $data)) (i32.load (local.get $data))))
   (if (i64.eq (i64.load (local.get $data)) (i64.const 77)) (then (return (i32.const 16))))
   (unreachable)`,
)

test('what a call compares numbers with, halves of 64 bits and failures included', () => {
  const vm = createVm()
  const { checksum } = vm.store(GUARD)
  const message = new Uint8Array(8)
  new DataView(message.buffer).setBigUint64(0, 0x12345678_9abcdef0n, true)
  const answers = new NotedAnswers()
  const args = [new TextEncoder().encode(MOCK_ENV), new TextEncoder().encode(MOCK_INFO), message]
  const gasLimit = 1_000_000_000n
  const { error } = vm.call(checksum, 'execute', args, { backend: mockBackend(), gasLimit, answers })
  expect(error).toBeDefined()
  const call = { checksum, wasm: () => GUARD, version: vm.version, capabilities: [], entry: 'execute', args } as const
  const [whole, low] = [0x12345678_9abcdef0n, 0x9abcdef0n]
  const found = new OperandReader().read({ ...call, gasLimit, answers }, [whole, low, 5n])
  expect([...found.get(whole)!]).toEqual([0x2000000000000003n, 77n])
  expect([...found.get(low)!]).toEqual([0xfffffff0n])
  expect([...found.get(5n)!]).toEqual([])
})

test('code that reports operands gives the results of the native VM, gas to the unit', () => {
  const read = (folder: string): string => readFileSync(`fixtures/vm/artifacts/${folder}/cw20_base.json`, 'utf8')
  const expected = JSON.parse(read('results')) as NativeResult
  const instrument = { operands: true } as Instrument
  const run = runCheckedScript(read('scripts'), {
    file: 'fixtures/vm/artifacts/scripts/cw20_base.json',
    version: versionOf(expected),
    instrument,
  })
  expect(compareResults(run, expected).differences).toEqual([])
})

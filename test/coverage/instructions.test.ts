import { expect, test } from 'vitest'
import wabtModule from 'wabt'
import { endsInPanic, instructionsOf } from '../../src/coverage/instructions.js'
import { parse } from '../../src/vm/wasm/parse.js'

const wabt = await wabtModule()

function read(body: string) {
  const { buffer } = wabt.parseWat('a.wat', `(module (func $panic) (func (param i32) ${body}))`).toBinary({})
  const module = parse(buffer, { passiveData: true, bulkMemory: true, references: 'all', migrateVersion: false })
  return { module, body: module.bodies[1]! }
}

/** Opcodes at positions. */
const opcodes = ({ module }: ReturnType<typeof read>, positions: readonly number[]) =>
  positions.map((position) => module.bytes[position])

test('structural operators and unreachable code are not counted as instructions', () => {
  const code = read('(block (loop (br 1) (drop (i32.const 1))) (nop)) (drop (local.get 0))')
  const found = instructionsOf(code.module, code.body).map(({ position }) => position)
  expect(opcodes(code, found)).toEqual([0x0c, 0x20, 0x1a])
})

test('a branch leads behind its block, to the start of a loop, or into an arm of an if', () => {
  const code = read(`
    (block (br_if 0 (local.get 0)) (call $panic))
    (loop (br_if 0 (local.get 0)))
    (if (local.get 0) (then (call $panic)) (else (return)))
    (unreachable)`)
  const choices = instructionsOf(code.module, code.body).flatMap(({ choice }) => (choice ? [choice] : []))
  // A call, then the loop; the end of the loop, then its body; the else part, then the other one.
  expect(choices.map(({ onZero, onOther }) => opcodes(code, [onZero, onOther]))).toEqual([
    [0x10, 0x03],
    [0x0b, 0x20],
    [0x0f, 0x10],
  ])
})

test('a path that must reach unreachable is a panic, also through calls and ends of blocks; one that may turn off is not', () => {
  const of = (body: string) => {
    const code = read(body)
    return endsInPanic(code.module, code.body, code.body.code)
  }
  expect(of('(block (call $panic)) (unreachable)')).toBe(true)
  expect(of('(block (br_if 0 (local.get 0))) (unreachable)')).toBe(false)
  expect(of('(call $panic)')).toBe(false)
})

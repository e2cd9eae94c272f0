import { expect, test } from 'vitest'
import { OwnCode, ownCodeOf, type RawFrame, type RawSpan, type Symbols } from '../../src/vm/debug/index.js'
import type { Module } from '../../src/vm/wasm/index.js'
import { parse } from '../../src/vm/wasm/parse.js'
import { assemble } from './wat.js'

const READING = { passiveData: true, bulkMemory: true, references: 'all', migrateVersion: false } as const

const REGISTRY = '/home/me/.cargo/registry/src/index.example.org-0000000000000000'
const WRAPPER = 'contracts/token/src/lib.rs'
const frame = (file: string, line: number): RawFrame => ({ symbol: '', file, line, column: 1 })

/** A module whose function 0 calls 1 and 2, and what its debug information would say. */
function contractOf(own: (code: { start: number; end: number }) => readonly RawSpan[], files: readonly string[]) {
  const module = parse(assemble('(module (func (call 1) (call 2)) (func) (func (nop)))'), READING)
  const [first, ...others] = module.bodies.map(({ code, end }) => ({ start: code, end }))
  const spans = [...own(first!), ...others.map((range, i) => ({ ...range, frames: [frame(files[i]!, 7)] }))]
  const symbols = {
    spans: (low: number, high: number) => spans.filter(({ start, end }) => start < high && end > low),
    frames: (at: number) => spans.find(({ start, end }) => start <= at && at < end)?.frames ?? [],
  } as unknown as Symbols
  return [module, symbols] as const satisfies readonly [Module, Symbols]
}

const CALLED = [`${REGISTRY}/cw20-base-2.0.0/src/contract.rs`, `${REGISTRY}/cosmwasm-std-2.2.2/src/exports.rs`]

test('a contract that only wraps a published crate has the code of that crate as its own', () => {
  const own = ownCodeOf(...contractOf((code) => [{ ...code, frames: [frame(WRAPPER, 14)] }], CALLED))
  expect(own.crates).toEqual(['cw20-base'])
  expect(own.has(frame(`${REGISTRY}/cw20-base-2.0.0/src/allowances.rs`, 1))).toBe(true)
  expect(own.has(frame(`${REGISTRY}/cw20-2.0.0/src/msg.rs`, 1))).toBe(false)
  expect(own.has(frame(`${REGISTRY}/cosmwasm-std-2.2.2/src/math.rs`, 1))).toBe(false)
  expect(own.has(frame(WRAPPER, 14))).toBe(true)
  expect(own.has(frame(WRAPPER, 0))).toBe(false)
})

test('so has one in which the crate was inlined', () => {
  const inlined = [frame(`${REGISTRY}/cw3-flex-multisig-2.0.0/src/contract.rs`, 30), frame(WRAPPER, 14)]
  const [library] = CALLED.slice(1)
  expect(ownCodeOf(...contractOf((code) => [{ ...code, frames: inlined }], [library!, library!])).crates).toEqual([
    'cw3-flex-multisig',
  ])
})

/** A function of as many lines as its calls have bytes, and as many more inlined ones. */
const lines =
  (count: number) =>
  (code: { start: number; end: number }): readonly RawSpan[] =>
    Array.from({ length: count }, (_, i) => ({ ...code, frames: [frame(WRAPPER, i + 1)] }))

test('what a contract with code of its own calls is a library', () => {
  expect(ownCodeOf(...contractOf(lines(24), CALLED)).crates).toEqual(['cw20-base'])
  expect(ownCodeOf(...contractOf(lines(25), CALLED)).crates).toEqual([])
})

test('named crates are instead of that', () => {
  const [module, symbols] = contractOf(lines(1), CALLED)
  expect(ownCodeOf(module, symbols, []).crates).toEqual([])
  const own = ownCodeOf(module, symbols, ['cw_utils'])
  expect(own.hasFile(`${REGISTRY}/cw-utils-2.0.0/src/payment.rs`)).toBe(true)
  expect(own.hasFile(CALLED[0]!)).toBe(false)
  expect(new OwnCode(['cw20']).hasFile(CALLED[0]!)).toBe(false)
  expect(new OwnCode().hasFile('')).toBe(false)
})

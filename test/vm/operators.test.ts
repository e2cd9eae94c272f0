import wabtModule from 'wabt'
import { expect, test } from 'vitest'
import { KIND, Kind, NAME, SATURATING } from '../../src/vm/wasm/operators.js'

const wabt = await wabtModule()

/** Bytes after an opcode, where there are any, all zero. */
const IMMEDIATES: Readonly<Record<number, number>> = {
  [Kind.index]: 1,
  [Kind.memory]: 2,
  [Kind.i32Const]: 1,
  [Kind.i64Const]: 1,
  [Kind.f32Const]: 4,
  [Kind.f64Const]: 8,
  [Kind.br]: 1,
  [Kind.brIf]: 1,
  [Kind.brTable]: 2,
  [Kind.call]: 1,
  [Kind.callIndirect]: 2,
  [Kind.memorySize]: 1,
  [Kind.memoryGrow]: 1,
}
const STRUCTURED: readonly number[] = [Kind.block, Kind.loop, Kind.if, Kind.else, Kind.end]
const OPCODES = [...KIND.keys()].filter(
  (opcode) => ![Kind.invalid, Kind.reference, Kind.prefix, ...STRUCTURED].includes(KIND[opcode]! as never),
)

const size = (content: readonly number[]): number[] => [(content.length & 0x7f) | 0x80, content.length >> 7]
const section = (id: number, ...content: readonly number[]): number[] => [id, ...size(content), ...content]

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** The names that wabt gives to the operators of a body. */
function namesOf(code: readonly number[]): string[] {
  const body = [0, ...code, 0x0b]
  const module = wabt.readWasm(
    Uint8Array.of(
      ...HEAD,
      ...section(1, 1, 0x60, 0, 0),
      ...section(3, 1, 0),
      ...section(10, 1, ...size(body), ...body),
    ),
    {},
  )
  const text = module.toText({ foldExprs: false, inlineExport: false })
  module.destroy()
  return [...text.matchAll(/^ {4}([a-z]\S*)/gm)].map(([, name]) => name!.replace(/\)+$/, ''))
}

test('every operator has the name and the immediates that wabt reads', () => {
  const code = OPCODES.flatMap((opcode) => [opcode, ...Array.from({ length: IMMEDIATES[KIND[opcode]!] ?? 0 }, () => 0)])
  expect(OPCODES.map((opcode) => NAME[opcode])).toEqual(namesOf(code))
  expect(OPCODES.length).toBeGreaterThan(170)
})

test('saturating conversions give integers of the first type in their names', () => {
  const names = namesOf(SATURATING.flatMap((_, sub) => [0xfc, sub]))
  expect(names.map((name) => (name.startsWith('i32.trunc_sat') ? 0x7f : 0x7e))).toEqual([...SATURATING])
})

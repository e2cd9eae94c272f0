import { expect, test } from 'vitest'
import { assemble } from '../wat.js'
import { Instances, type Instance } from './instances.js'

/**
 * Each operator's result waits on the stack above a sum that is still owed a canonical NaN, until a call takes both: the rewritten code has
 * to know of every operator what it takes and gives. The sum itself is canonical by then. Results are the engine's own; gas is 115 for an operator and 1,610 for one that ends a run.
 */

type Type = 'i32' | 'i64' | 'f32' | 'f64'
/** Code of the operator with its operands, the type of its result, and what it costs. */
type Row = readonly [code: string, type: Type, gas: number]

const OPERATOR = 115
const END_OF_RUN = 1_610
const OPERANDS: Readonly<Record<Type, readonly string[]>> = {
  i32: ['(i32.const 77)', '(i32.const 5)'],
  i64: ['(i64.const -91)', '(i64.const 6)'],
  f32: ['(f32.const 6.75)', '(f32.const 1.5)'],
  f64: ['(f64.const 9.125)', '(f64.const 2.5)'],
}
const row = (name: string, takes: readonly Type[], gives: Type): Row => [
  `(${name} ${takes.map((type, i) => OPERANDS[type][i]!).join(' ')})`,
  gives,
  OPERATOR * (takes.length + 1),
]
const words = (text: string): string[] => text.split(' ')
const INTEGERS = ['i32', 'i64'] as const
const FLOATS = ['f32', 'f64'] as const

const ROWS: readonly Row[] = [
  ...INTEGERS.flatMap((t) => [
    row(`${t}.eqz`, [t], 'i32'),
    ...words('eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u').map((op) => row(`${t}.${op}`, [t, t], 'i32')),
    ...words('clz ctz popcnt extend8_s extend16_s').map((op) => row(`${t}.${op}`, [t], t)),
    ...words('add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr').map((op) =>
      row(`${t}.${op}`, [t, t], t),
    ),
    ...words('load load8_s load8_u load16_s load16_u').map((op) => row(`${t}.${op}`, ['i32'], t)),
    ...FLOATS.flatMap((f) =>
      words('trunc_f_s trunc_f_u trunc_sat_f_s trunc_sat_f_u').map((op) =>
        row(`${t}.${op.replace('_f_', `_${f}_`)}`, [f], t),
      ),
    ),
  ]),
  ...FLOATS.flatMap((f) => [
    ...words('eq ne lt gt le ge').map((op) => row(`${f}.${op}`, [f, f], 'i32')),
    ...words('abs neg ceil floor trunc nearest sqrt').map((op) => row(`${f}.${op}`, [f], f)),
    ...words('add sub mul div min max copysign').map((op) => row(`${f}.${op}`, [f, f], f)),
    ...INTEGERS.flatMap((t) => ['s', 'u'].map((sign) => row(`${f}.convert_${t}_${sign}`, [t], f))),
    row(`${f}.load`, ['i32'], f),
  ]),
  ...words('load32_s load32_u').map((op) => row(`i64.${op}`, ['i32'], 'i64')),
  row('i64.extend32_s', ['i64'], 'i64'),
  row('i64.extend_i32_s', ['i32'], 'i64'),
  row('i64.extend_i32_u', ['i32'], 'i64'),
  row('i32.wrap_i64', ['i64'], 'i32'),
  row('f32.demote_f64', ['f64'], 'f32'),
  row('f64.promote_f32', ['f32'], 'f64'),
  row('i32.reinterpret_f32', ['f32'], 'i32'),
  row('i64.reinterpret_f64', ['f64'], 'i64'),
  row('f32.reinterpret_i32', ['i32'], 'f32'),
  row('f64.reinterpret_i64', ['i64'], 'f64'),
  row('memory.size', [], 'i32'),
  row('memory.grow', ['i32'], 'i32'),
  ...([...INTEGERS, ...FLOATS] as const).flatMap((t): Row[] => {
    const [a, b] = OPERANDS[t]
    return [
      [a!, t, OPERATOR],
      [`(select ${a} ${b} (i32.const 0))`, t, 4 * OPERATOR],
      [`(global.get $${t})`, t, OPERATOR],
      [`(local.get $${t})`, t, OPERATOR],
      [`(local.tee $${t} ${a})`, t, 2 * OPERATOR],
      [`(global.set $${t} ${b}) (global.get $${t})`, t, 3 * OPERATOR],
      [`(local.set $${t} ${b}) (local.get $${t})`, t, 3 * OPERATOR],
      [`(block (result ${t}) ${a})`, t, 2 * OPERATOR + END_OF_RUN],
      [`(loop (result ${t}) ${a})`, t, OPERATOR + 2 * END_OF_RUN],
      [`(if (result ${t}) (i32.const 0) (then ${a}) (else ${b}))`, t, 2 * OPERATOR + 2 * END_OF_RUN],
      [`(if (result ${t}) (i32.const 1) (then ${a}) (else ${b}))`, t, 2 * OPERATOR + 2 * END_OF_RUN],
      [`(block (result ${t}) ${a} (br 0))`, t, 2 * OPERATOR + END_OF_RUN],
      [`(block (result ${t}) ${a} (br_if 0 (i32.const 1)) drop ${b})`, t, 3 * OPERATOR + END_OF_RUN],
      [`(block (result ${t}) ${a} (br_table 0 0 (i32.const 1)))`, t, 3 * OPERATOR + END_OF_RUN],
      [`(call $one_${t})`, t, OPERATOR + 2 * END_OF_RUN],
      [
        `(call_indirect (type $one_${t}) (i32.const ${[...INTEGERS, ...FLOATS].indexOf(t)}))`,
        t,
        2 * OPERATOR + 2 * END_OF_RUN,
      ],
      [`${a} (drop ${b})`, t, 3 * OPERATOR],
      [`(i64.store (i32.const 64) (i64.const 1)) ${a}`, t, 4 * OPERATOR],
      [`(${t}.store (i32.const 64) ${b}) (${t}.load (i32.const 64))`, t, 5 * OPERATOR],
      [`nop ${a}`, t, 2 * OPERATOR],
    ]
  }),
]

const TYPES = [...INTEGERS, ...FLOATS]
const MODULE = assemble(`(module
  (memory (export "memory") 1 4)
  (data (i32.const 77) "\\81\\82\\83\\84\\85\\86\\87\\41")
  (table funcref (elem ${TYPES.map((t) => `$one_${t}`).join(' ')}))
  ${TYPES.map(
    (t) => `
      (type $one_${t} (func (result ${t})))
      (global $${t} (mut ${t}) ${OPERANDS[t][1]})
      (func $one_${t} (type $one_${t}) ${OPERANDS[t][0]})
      (func $second_${t} (param f64 ${t}) (result ${t}) (local.get 1))
      (func $first_${t} (param f64 ${t}) (result i64) (i64.reinterpret_f64 (local.get 0)))`,
  ).join('\n')}
  ${ROWS.map(([code, t], i) => {
    const locals = TYPES.map((each) => `(local $${each} ${each})`).join(' ')
    return `
      (func (export "f${i}") (result ${t}) ${locals}
        (f64.add (f64.const 1) (f64.const 2)) ${code} (call $second_${t}))
      (func (export "nan${i}") (result i64) ${locals}
        (f64.add (f64.const nan:0x8000000000123) (f64.const 2)) ${code} (call $first_${t}))`
  }).join('\n')})`)

const CANONICAL = 0x7ff8_0000_0000_0000n
const call = ({ exports }: Instance, name: string): unknown => (exports[name] as () => unknown)()

test.each(['3.0.10', '3.0.9', '2.2.9'])('what stands above a pending value is as in the engine: %s', (release) => {
  const plain = new Instances(undefined).add(MODULE, new Map())
  const instances = new Instances(release)
  const rewritten = instances.add(MODULE, new Map())
  const wrong: unknown[] = []
  for (const [i, [code, , gas]] of ROWS.entries()) {
    const want = { value: call(plain, `f${i}`), paid: BigInt(gas + 4 * OPERATOR + 3 * END_OF_RUN) }
    const value = instances.call(() => call(rewritten, `f${i}`))
    const got = { value, paid: instances.paid(rewritten) }
    const bits = instances.call(() => call(rewritten, `nan${i}`))
    if (bits !== CANONICAL) wrong.push({ code, bits })
    if (!Object.is(got.value, want.value) || got.paid !== want.paid) wrong.push({ code, want, got })
  }
  expect(wrong).toEqual([])
})

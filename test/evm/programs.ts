import { fc } from '../random.js'

/** Contracts that a program may call; a test gives each a program. */
export const CONTRACTS = [0xc1, 0xc2, 0xc3].map((byte) => `0x${byte.toString(16).padStart(40, '0')}` as const)

/** Piece of code, which begins and ends with the same stack. */
type Code = readonly number[]

/** Bytes that push a number. */
const push = (value: bigint | number): Code => {
  const digits = value.toString(16)
  const bytes = [...Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex')]
  return [0x5f + bytes.length, ...bytes]
}

const EDGES = [0n, 1n, 2n, 30n, 31n, 32n, 33n, 255n, 256n, 257n]
  .concat([64n, 128n, 255n].flatMap((bits) => [(1n << bits) - 1n, 1n << bits]))
  .concat([(1n << 256n) - 1n, (1n << 256n) - 2n])
const word = fc.oneof(fc.constantFrom(...EDGES), fc.bigInt(0n, (1n << 256n) - 1n))
const place = fc.nat(200)
const length = fc.nat(80)
const slot = fc.nat(4)
const contract = fc.constantFrom(...CONTRACTS.map(BigInt), 2n, 4n, 0xdeadn)

/** Jumps are told relative to the PC, so code stays right where it is put. */
const skipIf = (condition: Code, body: Code): Code => {
  // PC + (what is between) is where the JUMPDEST lies.
  const over = 1 + 3 + 1 + 1 + body.length
  return [...condition, 0x58, 0x61, over >> 8, over & 255, 0x01, 0x57, ...body, 0x5b]
}

const repeat = (times: number, body: Code): Code => {
  // JUMPDEST with the counter on the stack; body; counter - 1; back while it is not zero.
  const back = body.length + 6
  return [...push(times), 0x5b, ...body, 0x60, 1, 0x90, 0x03, 0x80, 0x61, back >> 8, back & 255, 0x58, 0x03, 0x57, 0x50]
}

/**
 * A program that mostly runs to its end: operands come before the opcode that takes them, jumps meet their target.
 * @param missing opcodes that the fork does not have
 */
export function programs(missing: readonly number[]): fc.Arbitrary<Uint8Array> {
  const known = (...opcodes: number[]): fc.Arbitrary<number> =>
    fc.constantFrom(...opcodes.filter((opcode) => !missing.includes(opcode)))
  /** Where a value comes from: a number, the surroundings, or what is in memory, in storage or in the input. */
  const value: fc.Arbitrary<Code> = fc.oneof(
    { arbitrary: word.map((number) => push(number)), weight: 4 },
    known(
      0x30,
      0x32,
      0x33,
      0x34,
      0x36,
      0x38,
      0x3a,
      0x3d,
      0x41,
      0x42,
      0x43,
      0x44,
      0x45,
      0x46,
      0x47,
      0x48,
      0x58,
      0x59,
      0x5a,
    ).map((op) => [op]),
    place.map((at) => [...push(at), 0x51]),
    place.map((at) => [...push(at), 0x35]),
    slot.map((at) => [...push(at), 0x54]),
    fc.tuple(slot, known(0x54, 0x5c)).map(([at, op]) => [...push(at), op]),
    contract.chain((of) => fc.constantFrom(0x31, 0x3b, 0x3f).map((op) => [...push(of), op])),
  )

  const binary = known(
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    0x0b,
    0x10,
    0x11,
    0x12,
    0x13,
    0x14,
    0x16,
    0x17,
    0x18,
    0x1a,
    0x1b,
    0x1c,
    0x1d,
  )
  const arithmetic = fc.oneof({ arbitrary: binary, weight: 9 }, fc.constantFrom(8, 9))

  /** A value that is computed of others. */
  const { expression } = fc.letrec<{ expression: Code }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      value,
      fc.tuple(known(0x15, 0x19, 0x1e), tie('expression')).map(([op, a]) => [...a, op]),
      fc.tuple(binary, tie('expression'), tie('expression')).map(([op, a, b]) => [...b, ...a, op]),
      fc
        .tuple(fc.constantFrom(8, 9), tie('expression'), tie('expression'), tie('expression'))
        .map(([op, a, b, n]) => [...n, ...b, ...a, op]),
      fc.tuple(tie('expression'), fc.nat(40)).map(([base, exponent]) => [...push(exponent), ...base, 0x0a]),
      fc.tuple(place, length).map(([at, size]) => [...push(size), ...push(at), 0x20]),
    ),
  }))

  const call = fc
    .record({
      op: known(0xf1, 0xf2, 0xf4, 0xfa),
      gas: fc.oneof(fc.nat(5000), fc.constant(200_000)),
      to: contract,
      value: fc.nat(2),
      input: fc.tuple(place, length),
      output: fc.tuple(place, length),
    })
    .map(({ op, gas, to, value, input, output }) => [
      ...push(output[1]),
      ...push(output[0]),
      ...push(input[1]),
      ...push(input[0]),
      ...(op < 0xf4 ? push(value) : []),
      ...push(to),
      ...push(gas),
      op,
    ])

  /** Operations on numbers, mostly edges, each of whose results the slot that is written in the end depends on. */
  const sums: fc.Arbitrary<Code> = fc
    .array(fc.tuple(arithmetic, word, word, word), { minLength: 10, maxLength: 30 })
    .map((operations) => [
      ...push(1),
      ...operations.flatMap(([op, ...operands]) => [
        ...operands.flatMap((operand) => push(operand)),
        op,
        ...(op === 0x08 || op === 0x09 ? [] : [0x90, 0x50]),
        0x90,
        0x60,
        3,
        0x02,
        0x01,
      ]),
      ...push(9),
      0x55,
    ])

  /** Something with an effect; the stack is as before. */
  const { statement } = fc.letrec<{ statement: Code; block: Code }>((tie) => ({
    statement: fc.oneof(
      { maxDepth: 2 },
      { arbitrary: fc.tuple(expression, place).map(([a, at]) => [...a, ...push(at), 0x52]), weight: 4 },
      fc.tuple(expression, place).map(([a, at]) => [...a, ...push(at), 0x53]),
      { arbitrary: fc.tuple(expression, slot).map(([a, at]) => [...a, ...push(at), 0x55]), weight: 2 },
      fc.tuple(expression, slot, known(0x55, 0x5d)).map(([a, at, op]) => [...a, ...push(at), op]),
      fc
        .tuple(known(0x37, 0x39, 0x5e), place, place, length)
        .map(([op, to, from, size]) => [...push(size), ...push(from), ...push(to), op]),
      fc
        .tuple(place, length, fc.array(value, { maxLength: 4 }))
        .map(([at, size, topics]) => [...topics.flat(), ...push(size), ...push(at), 0xa0 + topics.length]),
      call.map((code) => [...code, 0x50]),
      call.map((code) => [...code, 0x50, 0x3d, ...push(0), ...push(0), 0x3e]),
      fc
        .tuple(fc.nat(2), place, length)
        .map(([value, at, size]) => [...push(size), ...push(at), ...push(value), 0xf0, 0x50]),
      fc
        .nat(16)
        .chain((depth) =>
          fc
            .tuple(fc.array(value, { minLength: depth + 1, maxLength: depth + 1 }), fc.boolean())
            .map(([values, dup]) =>
              dup
                ? [...values.flat(), 0x80 + Math.min(depth, 15), ...Array<number>(depth + 2).fill(0x50)]
                : [
                    ...values.flat(),
                    ...(depth === 0 ? [] : [0x8f + depth]),
                    0x5f,
                    0x52,
                    ...Array<number>(depth).fill(0x50),
                  ],
            ),
        ),
      // Both have the lengths of what they jump over in them, so they can stand anywhere.
      fc.tuple(expression, tie('block')).map(([condition, body]) => skipIf(condition, body)),
      fc.tuple(fc.integer({ min: 1, max: 3 }), tie('block')).map(([times, body]) => repeat(times, body)),
    ),
    block: fc.array(tie('statement'), { maxLength: 3 }).map((codes) => codes.flat()),
  }))

  const end: fc.Arbitrary<Code> = fc.oneof(
    { arbitrary: fc.tuple(place, length).map(([at, size]) => [...push(size), ...push(at), 0xf3]), weight: 4 },
    fc.tuple(place, length).map(([at, size]) => [...push(size), ...push(at), 0xfd]),
    fc.constant([0x00]),
    contract.map((to) => [...push(to), 0xff]),
    // Mostly an error: a jump to anywhere, too few operands, an opcode that there is not.
    fc.constantFrom([0x60, 3, 0x56], [0x01], [0xfe], [0x0c], [0x60, 0, 0x60, 1, 0x60, 0, 0x3e]),
  )

  return fc
    .tuple(sums, fc.array(statement, { minLength: 1, maxLength: 12 }), end)
    .map(([first, statements, last]) => Uint8Array.from([...first, ...statements.flat(), ...last]))
}

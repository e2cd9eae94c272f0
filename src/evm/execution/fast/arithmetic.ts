const WORD = (1n << 256n) - 1n
const signed = (word: bigint): bigint => BigInt.asIntN(256, word)
const unsigned = (number: bigint): bigint => BigInt.asUintN(256, number)

/**
 * The result of an arithmetic opcode, 0x02 to 0x0b, for the top word and the one below it. The most common ones (ADD, SUB) are in the loop itself,
 * where a call would cost more than they do.
 */
export function arithmetic(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x02:
      return (a * b) & WORD
    case 0x04:
      return b === 0n ? 0n : a / b
    case 0x05:
      return b === 0n ? 0n : unsigned(signed(a) / signed(b))
    case 0x06:
      return b === 0n ? 0n : a % b
    case 0x07:
      return b === 0n ? 0n : unsigned(signed(a) % signed(b))
    case 0x0b:
      return a < 31n ? unsigned(BigInt.asIntN(8 * Number(a) + 8, b)) : b
    default:
      throw new Error(`${opcode} is not an arithmetic opcode of two words`)
  }
}

/** The result of an opcode of comparison or bitwise logic, 0x10 to 0x1d, in the same way. The loop itself has LT, EQ and AND. */
export function comparisonOrBitwise(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x11:
      return a > b ? 1n : 0n
    case 0x12:
      return signed(a) < signed(b) ? 1n : 0n
    case 0x13:
      return signed(a) > signed(b) ? 1n : 0n
    case 0x17:
      return a | b
    case 0x18:
      return a ^ b
    case 0x1a:
      return a > 31n ? 0n : (b >> (8n * (31n - a))) & 0xffn
    case 0x1b:
      return a > 255n ? 0n : unsigned(b << a)
    case 0x1c:
      return a > 255n ? 0n : b >> a
    case 0x1d:
      return unsigned(signed(b) >> (a > 255n ? 255n : a))
    default:
      throw new Error(`${opcode} is not an opcode of comparison or bitwise logic of two words`)
  }
}

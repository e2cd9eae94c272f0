import { hex, type Hex } from '../../hex.js'
import { keccak256 } from '../../crypto/hash.js'
import { codeOf, PUSH0, PUSH32 } from './code.js'

const JUMPI = 0x57

/** How often the basic blocks of a code ran. */
export class BlockCounts {
  /** Keccak-256 of the code. */
  readonly codeHash: Hex
  /** For each byte of the code, the number of the block that begins there, or {@link NO_BLOCK}. */
  readonly blocks: Int32Array
  /** One counter per block, live; they wrap around at 2^32. */
  readonly counters: Uint32Array

  constructor(code: Uint8Array, codeHash: Hex) {
    this.codeHash = codeHash
    this.blocks = blocksOf(code)
    this.counters = new Uint32Array(this.blocks.reduce((most, block) => Math.max(most, block + 1), 0))
  }

  /** Counts the block that begins at a byte, if one does. */
  ran(at: number): void {
    const block = this.blocks[at] ?? NO_BLOCK
    if (block !== NO_BLOCK) this.counters[block]!++
  }
}

const NO_BLOCK = -1

/** A block begins at the first byte, at each destination of a jump, and behind each jump that may not be taken. */
function blocksOf(code: Uint8Array): Int32Array {
  const { jumps } = codeOf(code)
  const end = code.length - metadataLength(code)
  const blocks = new Int32Array(code.length).fill(NO_BLOCK)
  let count = 0
  let isBehindJump = true
  for (let at = 0; at < end; at++) {
    if (isBehindJump || jumps[at] === 1) blocks[at] = count++
    const opcode = code[at]!
    isBehindJump = opcode === JUMPI
    if (opcode > PUSH0 && opcode <= PUSH32) at += opcode - PUSH0
  }
  return blocks
}

/** A map of at most 15 entries. */
const CBOR_MAP = 0xa0

/** Compilers append CBOR with its length in the last two bytes. Source: Solidity docs, "Contract Metadata" */
function metadataLength(code: Uint8Array): number {
  const length = ((code.at(-2) ?? 0) << 8) + (code.at(-1) ?? 0)
  const first = code[code.length - 2 - length] ?? 0
  return (first & 0xf0) === CBOR_MAP && length > 0 ? length + 2 : 0
}

/** Counts the blocks of all codes of contracts that run. */
export class EvmCoverage {
  readonly #byHash = new Map<Hex, BlockCounts>()
  readonly #known = new WeakMap<Uint8Array, BlockCounts>()

  /** Those of a code, whose bytes must not change. */
  of(code: Uint8Array): BlockCounts {
    let counts = this.#known.get(code)
    if (counts !== undefined) return counts
    const codeHash = hex(keccak256(code))
    counts = this.#byHash.get(codeHash) ?? new BlockCounts(code, codeHash)
    this.#byHash.set(codeHash, counts)
    this.#known.set(code, counts)
    return counts
  }

  /** Those of all codes that ran, in the order in which they first did. */
  get all(): Iterable<BlockCounts> {
    return this.#byHash.values()
  }
}

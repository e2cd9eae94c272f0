import { contractRows, getInstance } from '../../modules/wasm/index.js'
import { jsonIn, type Json } from '../../sandbox/internal.js'
import { constantsOf } from '../../vm/tools/index.js'
import type { RandomSource } from '../random-source.js'
import { rowsOfContract } from '../chains/rows.js'
import type { Start } from '../setup.js'

/** How many words and numbers of each source one message may use. */
const DRAWN = 4
const MAX_STORED = 64
/** The maximum number of rows that are read per contract. */
const MAX_ROWS = 200
const MAX_LENGTH = 64

/** Words and numbers from contracts: constants in their code, and stored values. */
export class Dictionary {
  readonly #start: Start
  readonly #texts: readonly string[]
  readonly #numbers: readonly bigint[]
  readonly #stored = new Set<string>()

  constructor(start: Start) {
    this.#start = start
    const constants = start.subjects.flatMap(({ config, address, solidity }) => {
      const { host } = start.sandbox.chain(config.chain)!
      if (solidity !== undefined || host.isDouble(address)) return []
      const { checksum } = getInstance(host.app.context, host.app.address(address))
      return constantsOf(host.app.vm.wasm(checksum))
    })
    // Words with upper case are mostly Rust names.
    this.#texts = [...new Set(constants.flatMap(({ texts }) => texts))].filter((text) => /^[a-z][^A-Z]{2,}$/.test(text))
    this.#numbers = [...new Set(constants.flatMap(({ numbers }) => numbers))]
  }

  /** Reads what the contracts store now. */
  readState(): void {
    for (const { config, address, solidity } of this.#start.subjects) {
      const { host } = this.#start.sandbox.chain(config.chain)!
      const { app } = host
      let rows = 0
      if (solidity !== undefined) {
        for (const { value } of rowsOfContract(host, address)) {
          if (rows++ === MAX_ROWS) break
          this.#store(wordInSlot(value))
        }
        continue
      }
      for (const { key, value } of contractRows(app.context, app.address(address))) {
        if (rows++ === MAX_ROWS) break
        for (const text of [...textsIn(key), ...leavesOf(value)]) this.#store(text)
      }
    }
  }

  /** A few words and numbers. */
  draw(random: RandomSource): { readonly words: readonly string[]; readonly numbers: readonly bigint[] } {
    const stored = someOf([...this.#stored], random)
    return {
      words: [...someOf(this.#texts, random), ...stored],
      numbers: [...someOf(this.#numbers, random), ...stored.filter((text) => /^\d{1,30}$/.test(text)).map(BigInt)],
    }
  }

  #store(text: string): void {
    if (text.length < 2 || (text.length > MAX_LENGTH && !isWordOfEvm(text)) || this.#stored.has(text)) return
    this.#stored.add(text)
    // A text that is seen again keeps its position, which decides what is drawn for a seed.
    const [oldest] = this.#stored
    if (this.#stored.size > MAX_STORED) this.#stored.delete(oldest!)
  }
}

const someOf = <T>(list: readonly T[], random: RandomSource): readonly T[] =>
  list.length === 0 ? [] : Array.from({ length: DRAWN }, () => random.pick(list))

/** Printable parts of a key, such as an id after the name of a map. */
const textsIn = (key: Uint8Array): readonly string[] =>
  Buffer.from(key)
    .toString('latin1')
    .match(/[\x21-\x7e]{2,}/g) ?? []

/** 32 bytes in hex, such as the id of a record. */
export const isWordOfEvm = (text: string): boolean => /^0x[0-9a-f]{64}$/.test(text)

/** The longest text that one slot holds, in bytes. */
const MAX_IN_SLOT = 31
/** The length of the largest integers that are amounts, in bytes; what is longer is an address, a hash, or several values. */
const MAX_NUMBER = 16

/** What a slot of a contract in Solidity holds: a short text, a number, or 32 bytes. Its key is a hash. Source: Solidity documentation, "Layout of State Variables in Storage" */
function wordInSlot(value: Uint8Array): string {
  const slot = Buffer.concat([Buffer.alloc(32 - value.length), value])
  const length = slot[31]! / 2
  const text = slot.toString('latin1', 0, length)
  if (Number.isInteger(length) && length > 0 && length <= MAX_IN_SLOT && /^[\x21-\x7e]+$/.test(text)) return text
  const hex = slot.toString('hex')
  return slot.subarray(0, 32 - MAX_NUMBER).every((byte) => byte === 0) ? String(BigInt(`0x${hex}`)) : `0x${hex}`
}

/** Texts and numbers in a stored value, if it is JSON. */
function leavesOf(value: Uint8Array): readonly string[] {
  const parsed = jsonIn(value)
  if (parsed === undefined) return []
  const found: string[] = []
  const walk = (one: Json): void => {
    if (typeof one === 'string' || typeof one === 'number') found.push(String(one))
    else if (typeof one === 'object' && one !== null)
      Object.values(one as object).forEach((member: Json) => walk(member))
  }
  walk(parsed)
  return found
}

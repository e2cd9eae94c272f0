import { readFileSync } from 'node:fs'
import { fromHex } from '../../src/base/bytes.js'
import { keyOf, type Key } from '../../src/store/key.js'
import { MultiStore, type MultiStoreOptions } from '../../src/store/multistore.js'
import { Random } from './random.js'

/** What the reference implementation says of the story below; written by `reference/store`. */
export const reference = JSON.parse(
  readFileSync(new URL('../../fixtures/store/reference.json', import.meta.url), 'utf8'),
) as {
  heights: number
  hashes: string[]
  /** Random questions of each height; `ops` is the SHA-256 over the data of both proof ops. */
  proofs: { height: number; store: string; key: string; ops: string }[]
  /** What verification says of a proof op when bit `i % 8` of byte `i` is flipped, as places in `verdicts`. */
  flipped: { height: number; store: string; key: string; op: 0 | 1; verdicts: number[] }[]
  verdicts: string[]
}

export const keyOfHex = (hex: string): Key => keyOf(fromHex(hex))

const NAMES = ['acc', 'bank', 'empty', 'ibc', 'wasm']
const OPERATIONS = 80
const QUESTIONS = 4

const keyFrom = (random: Random): Key =>
  keyOf(Uint8Array.from({ length: 1 + random.next(3) }, () => random.next(7) * 42))

/** The story that `reference/store` tells, up to a height (default: all of it). */
export function tellReference(options: MultiStoreOptions = {}, until = reference.heights): MultiStore {
  const random = new Random(1)
  const stores = new MultiStore(NAMES, options)
  for (let height = 1; height <= until; height++) {
    const layer = stores.working.branch()
    for (let i = 0; i < OPERATIONS; i++) {
      const name = NAMES[random.next(5)]!
      const key = keyFrom(random)
      const remove = random.next(3) === 0
      const value = random.bytes(1 + random.next(60))
      if (name === 'empty') continue
      if (remove) stores.view(layer, name).delete(key)
      else stores.view(layer, name).set(key, value)
    }
    layer.write()
    stores.commit(height)
    for (let i = 0; i < QUESTIONS * NAMES.length; i++) keyFrom(random)
  }
  return stores
}

import { createHash, type Hash } from 'node:crypto'
import type { RunnerTestCase } from 'vitest'
import { sharedSetUp } from '../../base/index.js'
import { trial } from './trial.js'

/** Characters of a digest: two contracts that answer differently have another one. */
const LENGTH = 16
/** What runs outside of tests, or in a set-up that they share. */
const OUTSIDE = ''

/** A digest of what the contract answers in each test. */
export class Digests {
  readonly #hashes = new Map<string, Hash>()
  #test = OUTSIDE
  #isInSetUp = false

  constructor() {
    trial.on('begin', ({ id }: RunnerTestCase) => void (this.#test = id))
    trial.on('end', () => void (this.#test = OUTSIDE))
    sharedSetUp.subscribe((edge) => void (this.#isInSetUp = edge === 'begin'))
  }

  /** @param answer what the contract has answered */
  see(answer: Uint8Array): void {
    const test = this.#isInSetUp ? OUTSIDE : this.#test
    let hash = this.#hashes.get(test)
    if (hash === undefined) this.#hashes.set(test, (hash = createHash('sha256')))
    hash.update(answer)
  }

  /** What was answered since it was asked last, by id of the test; of what runs outside of tests by an empty one. */
  take(): ReadonlyMap<string, string> {
    const taken = new Map([...this.#hashes].map(([test, hash]) => [test, hash.digest('hex').slice(0, LENGTH)]))
    this.#hashes.clear()
    return taken
  }
}

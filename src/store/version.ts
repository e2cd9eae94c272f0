import { savedClass } from '../base/object-graph/index.js'
import type { BaseStores } from './base-store.js'
import { changeSet, type ChangeSet } from './change-set.js'
import type { Commitment, Trees } from './commitment.js'
import type { Journal, Roots } from './layer.js'

/** What was written since the height before. */
interface Written {
  /** Names of all stores. */
  readonly names: readonly string[]
  readonly journal: Journal | undefined
  readonly before: Roots
  readonly bases: BaseStores | undefined
  /** Stores that this height no longer commits to. */
  readonly unmounted?: readonly string[] | undefined
}

/** The state at the end of one height. */
export class Version {
  static readonly saved = savedClass({
    name: 'Version',
    type: Version,
    write: (version) => ({ height: version.height, roots: version.roots, written: version.#written }),
    read: ({ height, roots, written }) => new Version(height, roots, written),
  })

  readonly height: number
  readonly roots: Roots
  readonly #written: Written | undefined
  #commitment: Commitment | undefined

  /** @param written undefined for a height of another chain @param commitment of such a height; others {@link follow} one */
  constructor(height: number, roots: Roots, written: Written | undefined, commitment?: Commitment) {
    this.height = height
    this.roots = roots
    this.#written = written
    this.#commitment = commitment
  }

  /** App hash and proofs of this height; computed on demand. */
  get commitment(): Commitment {
    return this.#commitment!
  }

  /** Sets the commitment to the one that follows from the height before. @param trees those of this height, where they are known */
  follow(before: Commitment, trees?: Trees): Commitment {
    this.#commitment = before.next(this.height, () => this.changes(), trees, this.#written?.unmounted)
    return this.#commitment
  }

  /** Changes since the previous height, one list per store, for IAVL to replay. Computed at each call. */
  changes(): ChangeSet {
    if (this.#written === undefined) return new Map()
    const { names, journal, before, bases } = this.#written
    return changeSet(names, journal, before, this.roots, bases)
  }
}

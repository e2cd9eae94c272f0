import { NotSupportedError, toUtf8, UsageError } from '../base/index.js'
import type { ChangeSet } from './change-set.js'
import { commitHash, storeProofs, type StoreHashes } from './commit-info.js'
import { IavlTree } from './iavl/tree.js'
import { keyBytes, type Key } from './key.js'
import type { ProofOp } from './proof-ops.js'

/** The tree of each store, by name. */
export type Trees = ReadonlyMap<string, IavlTree>
type IsBelow = (store: string, key: Key) => boolean

/**
 * A long replay keeps the trees of its last 1,024 heights and of every 1,024th height before them. All others keep their change sets,
 * which are much smaller, and are replayed from the nearest trees when somebody asks for them.
 */
export const KEPT_TREES = 1024

/** The result of a query with `prove`. */
export interface ProvenValue {
  /** Undefined when the key is absent; the proof then proves its absence. */
  readonly value: Uint8Array | undefined
  readonly ops: readonly ProofOp[]
}

/**
 * What a height commits to: one IAVL tree per store, and the app hash over them, which is in the header of the *next* height.
 * Computed lazily: a request for a hash or proof replays the change sets since the last computed height in order,
 * each height as one version of the trees, so that the hashes are those of a chain that commits every height. Source: cosmossdk.io/store v1.1 `rootmulti`.
 *
 * A commitment is an immutable successor of another one: heights abandoned by restoring a snapshot keep theirs, and a height that is run again gets a new one.
 */
export class Commitment {
  readonly height: number
  /** Whether a row lies below the committed ones. */
  readonly #isBelow: IsBelow | undefined
  #source:
    | {
        readonly before: Commitment
        readonly changes: () => ChangeSet
        readonly depth: number
        readonly unmounted: readonly string[]
      }
    | undefined
  #trees: Trees | undefined
  #hashes: StoreHashes | undefined
  #hash: Uint8Array | undefined
  #proofs: ReadonlyMap<string, Uint8Array> | undefined

  private constructor(height: number, trees: Trees | undefined, isBelow: IsBelow | undefined) {
    this.height = height
    this.#trees = trees
    this.#isBelow = isBelow
  }

  /**
   * Before the first height: empty stores. @param names of all stores that are committed, sorted
   * @param isBelow whether a store has a row that is not committed to, such as one of a forked chain
   */
  static before(names: readonly string[], isBelow?: IsBelow): Commitment {
    return new Commitment(0, new Map(names.map((name) => [name, IavlTree.empty])), isBelow)
  }

  /** The commitment of a later height. @param changes the ordered changes of all stores since this one @param trees what they lead to, where it is known @param unmounted stores that it does not commit to */
  next(height: number, changes: () => ChangeSet, trees?: Trees, unmounted: readonly string[] = []): Commitment {
    const next = new Commitment(height, trees, this.#isBelow)
    if (trees === undefined) next.#source = { before: this, changes, depth: this.pending + 1, unmounted }
    return next
  }

  /** Maximum number of heights, this one included, that wait to be replayed. */
  get pending(): number {
    return this.#source?.depth ?? 0
  }

  /** Brings the trees up to this height without hashing, and releases what this height needed of earlier ones. */
  replay(): void {
    this.#replayed()
  }

  /** The tree of each store, by name. */
  get trees(): Trees {
    return this.#replayed()
  }

  /** The app hash, 32 bytes. */
  get hash(): Uint8Array {
    return (this.#hash ??= commitHash(this.#storeHashes()))
  }

  /** Root of one store, 32 bytes. @throws UsageError for a store that the chain lacks */
  storeHash(store: string): Uint8Array {
    this.#tree(store)
    return this.#storeHashes().get(store)!
  }

  /**
   * The value of a key and its proof, as `abci_query` of `/store/<store>/key` with `prove` gives them.
   * Empty keys and values cannot be proven (see {@link IavlTree.proof}). @throws UsageError for a store that the chain lacks; NotSupportedError for a
   * row below the committed ones
   */
  query(store: string, key: Key): ProvenValue {
    const tree = this.#tree(store)
    if (tree.get(key) === undefined && this.#isBelow?.(store, key))
      throw new NotSupportedError(
        `a row of the store ${JSON.stringify(store)} is older than the fork and cannot be proven`,
        {
          details: [
            'a forked chain commits to the rows that were written since; right: write the row first, or `ibc: { proofs: "trust" }`',
          ],
        },
      )
    this.#proofs ??= storeProofs(this.#storeHashes())
    return {
      value: tree.get(key),
      ops: [
        { type: 'ics23:iavl', key: keyBytes(key), data: tree.proof(key) },
        { type: 'ics23:simple', key: toUtf8(store), data: this.#proofs.get(store)! },
      ],
    }
  }

  #tree(store: string): IavlTree {
    const trees = this.#replayed()
    const tree = trees.get(store)
    if (tree !== undefined) return tree
    throw new UsageError(`there is no store ${JSON.stringify(store)}`, {
      details: [`stores: ${[...trees.keys()].join(', ')}`],
    })
  }

  #storeHashes(): StoreHashes {
    return (this.#hashes ??= new Map([...this.#replayed()].map(([name, { hash }]) => [name, hash])))
  }

  #replayed(): Trees {
    if (this.#trees !== undefined) return this.#trees
    const waiting: Commitment[] = [this]
    let before = this.#source!.before
    for (; before.#trees === undefined; before = before.#source!.before) waiting.push(before)
    for (let later = waiting.length - 1; later >= 0; later--) {
      const commitment = waiting[later]!
      commitment.#advance()
      if (later + 1 < waiting.length && !keepsTrees(later + 1)) waiting[later + 1]!.#forget()
      if (keepsTrees(later)) commitment.#source = undefined
    }
    return this.#trees!
  }

  /** Replays this height on the trees of the one before, whose app hash may be part of the changes. */
  #advance(): void {
    const { before, changes, unmounted } = this.#source!
    const trees = new Map(before.#trees)
    for (const store of unmounted) trees.delete(store)
    for (const [store, rows] of changes()) trees.set(store, before.#trees!.get(store)!.next(this.height, rows))
    this.#trees = trees
  }

  /** Keeps the app hash and what to replay. */
  #forget(): void {
    this.#trees = undefined
    this.#hashes = undefined
    this.#proofs = undefined
  }
}

/** Whether a replay keeps the trees of a height. @param later how many heights of the replay come after it */
const keepsTrees = (later: number): boolean => later < KEPT_TREES || later % KEPT_TREES === 0

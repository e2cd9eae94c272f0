import { UsageError } from '../base/index.js'
import type { BaseStore, BaseStores } from './base-store.js'
import { Commitment, type Trees } from './commitment.js'
import { uint64Key } from './key.js'
import type { KVStore } from './kv.js'
import { Layer, LayerStore, type Journal, type Roots } from './layer.js'
import { Cursor, emptyRoot, get, newOwner, remove, set, type Root } from './ordered-map.js'
import { Version } from './version.js'

export type { Trees } from './commitment.js'
export { Version } from './version.js'

export interface MultiStoreOptions {
  /** How many finished heights stay readable and provable (default: all of them). */
  readonly keepHistory?: number
  /** When app hashes are computed: on demand (default), or at the end of each height. The hashes are the same. */
  readonly commitment?: 'lazy' | 'eager'
}

/** All state and history at one moment; immutable. Only {@link MultiStore} creates and restores it. */
export interface StoreSnapshot {
  readonly roots: Roots
  readonly journal: Journal | undefined
  readonly versions: Root<Version>
  readonly latest: Version | undefined
  readonly bases: BaseStores | undefined
  readonly unmounted: readonly string[] | undefined
}

/**
 * All stores of a chain by name, the working state of the height in progress and the states of finished heights.
 * Genesis is not a height of its own: it belongs to the first one. Source: cosmossdk.io/store `rootmulti`.
 */
export class MultiStore {
  readonly names: readonly string[]
  readonly #positions: ReadonlyMap<string, number>
  readonly #keep: number
  readonly #eager: boolean
  readonly #empty: Roots
  readonly #before: Commitment
  #bases: BaseStores | undefined
  #unmounted: readonly string[] | undefined
  #working: Layer
  #versions: Root<Version> = emptyRoot()
  #latest: Version | undefined

  constructor(names: readonly string[], options: MultiStoreOptions = {}) {
    this.names = names.toSorted()
    this.#positions = new Map(this.names.map((name, position) => [name, position]))
    this.#keep = options.keepHistory ?? Infinity
    this.#eager = options.commitment === 'eager'
    this.#before = Commitment.before(this.names)
    this.#empty = this.names.map(() => emptyRoot())
    this.#working = new Layer(this.#empty)
    if (this.#positions.size !== names.length) throw new UsageError(`two stores of one name: ${names.join(', ')}`)
    if (!(this.#keep >= 1)) throw new UsageError(`keepHistory must be at least 1, not ${this.#keep}`)
  }

  /** The state of the height in progress; branch it, or write it directly. Get it again after `restore`. */
  get working(): Layer {
    return this.#working
  }
  get latest(): Version | undefined {
    return this.#latest
  }
  /** An object that stands for the working state: the same one until something is written, and again after a return to it. */
  get head(): object {
    return this.#working.journal ?? this.#latest ?? this.#empty
  }

  /**
   * Starts after a height of another chain, whose rows lie below everything that is written here. What is committed are the rows written since:
   * a proof of any other row is refused. @param baseOf the rows of a store; undefined for a store that starts empty
   * @throws UsageError when something was written or committed already
   */
  startOn(height: number, baseOf: (name: string) => BaseStore | undefined): void {
    if (this.#latest !== undefined || this.#working.journal !== undefined)
      throw new UsageError('these stores have a state already: start on another one before anything is written')
    this.#bases = this.names.map(baseOf)
    this.#working.close()
    const roots: Roots = this.names.map(() => emptyRoot())
    this.#working = new Layer(roots, this.#bases)
    const known = new Map(this.names.map((name, position) => [name, this.#bases![position]]))
    const commitment = Commitment.before(this.names, (name, key) => known.get(name)?.get(key) !== undefined)
    this.#keepVersion(new Version(height, roots, undefined, commitment))
  }

  /** One store of a layer. @throws UsageError for a name that this chain lacks. */
  view(layer: Layer, name: string): KVStore {
    return new LayerStore(layer, this.#position(name))
  }

  /** See {@link Layer.content}. @throws UsageError for a name that this chain lacks */
  content(layer: Layer, name: string): object {
    return layer.content(this.#position(name))
  }

  /**
   * From the next height on, what is committed to are these stores. The others keep their rows, for heights before it.
   * Source: cosmos-sdk store/v2 rootmulti `loadVersion`, which loads those that the program knows.
   * @param names all of those that are written from now on
   */
  mount(names: readonly string[]): void {
    this.#unmounted = this.names.filter((name) => !names.includes(name))
  }

  #position(name: string): number {
    const position = this.#positions.get(name)
    if (position === undefined)
      throw new UsageError(`there is no store ${JSON.stringify(name)}`, {
        details: [`stores: ${this.names.join(', ')}`],
      })
    return position
  }

  /** Ends a height. @throws UsageError when a branch is open or the height does not follow. */
  commit(height: number): Version {
    if (this.#latest !== undefined && height <= this.#latest.height)
      throw new UsageError(`height ${height} does not follow height ${this.#latest.height}`)
    this.#working.assertWritable()
    const before = this.#latest?.roots ?? this.#empty
    const bases = this.#bases
    const journal = this.#working.journal
    const roots = this.#working.freeze()
    const version = new Version(height, roots, {
      names: this.names,
      journal,
      before,
      bases,
      unmounted: this.#unmounted,
    })
    const commitment = version.follow(this.#latest?.commitment ?? this.#before)
    this.#working.close()
    this.#working = new Layer(roots, bases)
    this.#keepVersion(version)
    if (this.#eager) void commitment.hash
    // Change sets of heights that are no longer kept must not accumulate.
    else if (commitment.pending > this.#keep) commitment.replay()
    this.#prune(height)
    return version
  }

  #keepVersion(version: Version): void {
    this.#latest = version
    this.#versions = set(this.#versions, uint64Key(BigInt(version.height)), version, newOwner())
  }

  /** A copy of the state at the end of a height: what is written to it is lost. @throws UsageError as {@link version} */
  layerAt(height: number): Layer {
    return new Layer(this.version(height).roots, this.#bases)
  }

  /** The state at the end of a height. @throws UsageError when it is not (or no longer) stored. */
  version(height: number): Version {
    const version = get(this.#versions, uint64Key(BigInt(height)))
    if (version !== undefined) return version
    const first = new Cursor(this.#versions, undefined, undefined, false).value
    throw new UsageError(`no state is kept for height ${height}`, {
      details: [first === undefined ? 'no height is finished yet' : `kept: ${first.height} to ${this.#latest?.height}`],
    })
  }

  /** The kept versions of heights `from` and above, ascending. */
  *versionsFrom(from: number): Generator<Version> {
    for (
      const cursor = new Cursor(this.#versions, uint64Key(BigInt(from)), undefined, false);
      cursor.valid;
      cursor.next()
    )
      yield cursor.value!
  }

  /** Takes constant time, whatever the size of the state; any number of snapshots may exist. @throws UsageError when a branch is open. */
  snapshot(): StoreSnapshot {
    this.#working.assertWritable()
    return {
      roots: this.#working.freeze(),
      journal: this.#working.journal,
      versions: this.#versions,
      latest: this.#latest,
      bases: this.#bases,
      unmounted: this.#unmounted,
    }
  }

  /**
   * Restores a snapshot, any number of times, also a later one.
   * @param trees for a snapshot that another process has saved: its {@link newestTrees} @throws UsageError when a branch is open.
   */
  restore(snapshot: StoreSnapshot, trees?: Trees): void {
    this.#working.assertWritable()
    if (trees !== undefined) this.#commitTo(snapshot, trees)
    this.#working.close()
    this.#bases = snapshot.bases
    this.#unmounted = snapshot.unmounted
    this.#working = new Layer(snapshot.roots, snapshot.bases, snapshot.journal)
    this.#versions = snapshot.versions
    this.#latest = snapshot.latest
  }

  /**
   * What the newest height commits to: with it and a snapshot, another process can go on.
   * @throws UsageError before the first height, and where heights are forgotten or lie above those of another chain
   */
  get newestTrees(): Trees {
    if (this.#latest === undefined || this.#keep !== Infinity || this.#bases !== undefined)
      throw new UsageError('only stores that keep all their heights can be saved')
    return this.#latest.commitment.trees
  }

  /** Older heights commit to what follows from their changes. */
  #commitTo({ versions, latest }: StoreSnapshot, trees: Trees): void {
    let commitment = this.#before
    for (const cursor = new Cursor(versions, undefined, undefined, false); cursor.valid; cursor.next()) {
      const version = cursor.value!
      commitment = version.follow(commitment, version === latest ? trees : undefined)
    }
  }

  #prune(height: number): void {
    if (this.#keep === Infinity) return
    const owner = newOwner()
    for (;;) {
      const oldest = new Cursor(this.#versions, undefined, undefined, false).value!
      if (oldest.height > height - this.#keep) return
      this.#versions = remove(this.#versions, uint64Key(BigInt(oldest.height)), owner)
    }
  }
}

import { LRUCache } from 'lru-cache'
import { keccak256 } from '../crypto/hash.js'
import { minimalBytes, unhex, wordBytes, type Hex } from '../hex.js'
import { rlpBytes, rlpList } from './rlp.js'
import { trieDelete, trieGet, triePut, trieRoot, type TrieNode } from './trie.js'
import { accountExists, type StateView } from './view.js'
import { EMPTY_CODE_HASH } from '../crypto/hash.js'

/** What the leaf of an account keeps besides the hashed bytes. */
interface AccountLeaf {
  readonly address: Hex
  readonly storage: StorageTrie
}

type StorageTrie = TrieNode<bigint> | undefined
export type AccountTrie = TrieNode<AccountLeaf> | undefined

/** An account that was changed, and those of its slots that were. */
interface Change {
  readonly address: Hex
  readonly slots: readonly bigint[]
}

/** The trie of a sealed version, as far as it is known. */
export interface SealedTrie {
  readonly version: number
  /** What differs from the version before. */
  readonly changes: readonly Change[]
  /** The trie, and the changes that are not in it yet. Undefined for most old versions: their tries are rebuilt from an earlier one on demand. */
  lagging: Lagging | undefined
}

/** A trie that is out of date, and the accounts and slots that differ from it. */
interface Lagging {
  readonly trie: AccountTrie
  readonly dirty: ReadonlyMap<Hex, ReadonlySet<bigint>>
}

/** How many of the newest versions keep their tries, which are 15 to 20 KB each. */
const RECENT = 64
/** Every 64th of the older versions keeps its trie, so at most this many versions have to be applied again for one in between. */
const EACH = 64

/** Hashes of addresses and of slots' numbers, of all states of the process. */
const KEYS = new LRUCache<Hex | bigint, Uint8Array>({
  max: 65_536,
  memoMethod: (of) => keccak256(typeof of === 'bigint' ? wordBytes(of) : unhex(of)),
})

/**
 * The Merkle tries over a flat state, updated lazily: a write only marks what is out of date, and the next request for a root brings
 * it up to date. Tries are persistent, so the trie of a sealed version costs only as much memory as has changed.
 */
export class Roots {
  readonly #state: StateView
  readonly #start: () => AccountTrie
  /** Undefined until it is needed: the trie of the state from which this one starts. */
  #trie: { readonly root: AccountTrie } | undefined
  /** Accounts that differ from the trie, each with the slots that do. */
  #dirty = new Map<Hex, Set<bigint>>()
  /** What was brought up to date since the last version was sealed. */
  #refreshed: ReadonlyMap<Hex, ReadonlySet<bigint>>[] = []
  /** Versions ascending. */
  readonly #sealed: SealedTrie[] = []
  /** The old version whose trie was requested last. */
  #asked: { readonly sealed: SealedTrie; readonly trie: AccountTrie } | undefined

  /** @param start the trie of the state that `state` starts from. */
  constructor(state: StateView, start: () => AccountTrie = () => undefined) {
    this.#state = state
    this.#start = start
  }

  /** The account, or one slot of it, may differ from the trie. */
  touch(address: Hex, slot?: bigint): void {
    let slots = this.#dirty.get(address)
    if (slots === undefined) this.#dirty.set(address, (slots = new Set()))
    if (slot !== undefined) slots.add(slot)
  }

  /** The state's root. */
  root(): Uint8Array {
    return trieRoot(this.current())
  }

  /** The trie of the state as it is now. */
  current(): AccountTrie {
    const before = this.#trieBefore()
    if (this.#dirty.size === 0) return before
    const root = this.#update(before, this.#dirty, this.#state)
    this.#refreshed.push(this.#dirty)
    this.#trie = { root }
    this.#dirty = new Map()
    return root
  }

  seal(version: number): SealedTrie {
    const changes = changesOf([...this.#refreshed, this.#dirty])
    const sealed: SealedTrie = { version, changes, lagging: { trie: this.#trieBefore(), dirty: union([this.#dirty]) } }
    this.#refreshed = []
    this.#sealed.push(sealed)
    const old = this.#sealed.length - 1 - RECENT
    if (old % EACH !== 0 && old > 0) this.#sealed[old]!.lagging = undefined
    return sealed
  }

  /** Makes a version that was rewound the newest again. */
  replay(sealed: SealedTrie): void {
    this.#sealed.push(sealed)
    this.#goTo(this.#lagging(this.#sealed.length - 1))
  }

  rewind(version: number): void {
    while ((this.#sealed.at(-1)?.version ?? 0) > version) this.#sealed.pop()
    this.#goTo(this.#lagging(this.#sealed.length - 1))
  }

  /** Forgets the oldest versions before this one, as far as the trie of a later one does not start from theirs. Returns how many. */
  forget(version: number): number {
    const count = Math.floor(this.#indexOf(version) / EACH) * EACH
    return this.#sealed.splice(0, count).length
  }

  /** The trie of a sealed version; `view` is the state at it. */
  at(version: number, view: StateView): AccountTrie {
    const index = this.#indexOf(version)
    const sealed = this.#sealed[index]
    if (sealed === undefined) return undefined
    if (this.#asked?.sealed === sealed) return this.#asked.trie
    const { trie: before, dirty } = this.#lagging(index)
    if (dirty.size === 0) return before
    const trie = this.#update(before, dirty, view)
    if (sealed.lagging === undefined) this.#asked = { sealed, trie }
    else sealed.lagging = { trie, dirty: new Map() }
    return trie
  }

  /** The trie of a sealed version, built when it is asked for. */
  later(version: number, view: StateView): () => AccountTrie {
    const index = this.#indexOf(version)
    if (index < 0) return () => undefined
    const lagging = this.#laggingLater(index)
    return () => {
      const { trie, dirty } = lagging()
      return this.#update(trie, dirty, view)
    }
  }

  #trieBefore(): AccountTrie {
    this.#trie ??= { root: this.#start() }
    return this.#trie.root
  }

  #goTo({ trie, dirty }: Lagging): void {
    this.#trie = { root: trie }
    this.#dirty = union([dirty])
    this.#refreshed = []
  }

  #lagging(index: number): Lagging {
    return index < 0 ? { trie: this.#start(), dirty: new Map() } : this.#laggingLater(index)()
  }

  /** The trie of a version, from that of the nearest one before it that is kept: the first always is. */
  #laggingLater(index: number): () => Lagging {
    let base = index
    while (this.#sealed[base]!.lagging === undefined) base--
    const { lagging } = this.#sealed[base]!
    const later = this.#sealed.slice(base + 1, index + 1)
    return () => {
      if (later.length === 0) return lagging!
      const changes = later.flatMap(({ changes }) => changes)
      return {
        trie: lagging!.trie,
        dirty: union([lagging!.dirty, ...changes.map(({ address, slots }) => new Map([[address, slots]]))]),
      }
    }
  }

  /** Versions ascend, so this is a binary search; -1 for one that is not there. */
  #indexOf(version: number): number {
    let [low, high] = [0, this.#sealed.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sealed[middle]!.version < version) low = middle + 1
      else high = middle
    }
    return this.#sealed[low]?.version === version ? low : -1
  }

  #update(trie: AccountTrie, dirty: Lagging['dirty'], view: StateView): AccountTrie {
    for (const [address, slots] of dirty) trie = this.#refresh(trie, view, address, slots)
    return trie
  }

  /** Hash of an address or of a slot's number: the key in the trie. */
  key(of: Hex | bigint): Uint8Array {
    return KEYS.memo(of)
  }

  #refresh(trie: AccountTrie, state: StateView, address: Hex, slots: ReadonlySet<bigint>): AccountTrie {
    const key = this.key(address)
    if (!accountExists(state, address)) return trieDelete(trie, key)
    let storage = trieGet(trie, key)?.data.storage
    for (const slot of slots) {
      const value = state.storage(address, slot)
      storage =
        value === 0n
          ? trieDelete(storage, this.key(slot))
          : triePut(storage, this.key(slot), { bytes: rlpBytes(minimalBytes(value)), data: slot })
    }
    const account = state.account(address)
    const bytes = rlpList([
      rlpBytes(minimalBytes(account?.nonce ?? 0n)),
      rlpBytes(minimalBytes(state.balance(address))),
      rlpBytes(trieRoot(storage)),
      rlpBytes(account === undefined ? EMPTY_CODE_HASH : unhex(account.codeHash)),
    ])
    return triePut(trie, key, { bytes, data: { address, storage } })
  }
}

type Changed = ReadonlyMap<Hex, Iterable<bigint>>

function union(parts: readonly Changed[]): Map<Hex, Set<bigint>> {
  const all = new Map<Hex, Set<bigint>>()
  for (const part of parts) {
    for (const [address, slots] of part) {
      const known = all.get(address)
      if (known === undefined) all.set(address, new Set(slots))
      else for (const slot of slots) known.add(slot)
    }
  }
  return all
}

const changesOf = (parts: readonly Changed[]): readonly Change[] =>
  [...union(parts)].map(([address, slots]) => ({ address, slots: [...slots] }))

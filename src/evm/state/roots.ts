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

/** The trie of a sealed version, and the changes that are not in it yet. */
export interface SealedTrie {
  readonly version: number
  trie: AccountTrie
  dirty: ReadonlyMap<Hex, ReadonlySet<bigint>>
}

/**
 * The Merkle tries over a flat state. They lag behind it: a write only marks what is out of date, asking for a root brings
 * it up to date. Tries are persistent, so the trie of a sealed version costs one pointer.
 */
export class Roots {
  readonly #state: StateView
  #trie: AccountTrie
  /** Accounts that differ from the trie, each with the slots that do. */
  #dirty = new Map<Hex, Set<bigint>>()
  /** Versions ascending. */
  readonly #sealed: SealedTrie[] = []
  readonly #keys = new Map<Hex | bigint, Uint8Array>()

  /** @param trie the trie of the state that `state` starts from. */
  constructor(state: StateView, trie: AccountTrie) {
    this.#state = state
    this.#trie = trie
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
    for (const [address, slots] of this.#dirty) this.#trie = this.#refresh(this.#trie, this.#state, address, slots)
    this.#dirty = new Map()
    return this.#trie
  }

  seal(version: number): SealedTrie {
    const sealed = { version, trie: this.#trie, dirty: copy(this.#dirty) }
    this.#sealed.push(sealed)
    return sealed
  }

  /** Makes a version that was rewound the newest again. */
  replay(sealed: SealedTrie): void {
    this.#sealed.push(sealed)
    this.#trie = sealed.trie
    this.#dirty = copy(sealed.dirty)
  }

  rewind(version: number): void {
    while ((this.#sealed.at(-1)?.version ?? 0) > version) this.#sealed.pop()
    const last = this.#sealed.at(-1)
    this.#trie = last?.trie
    this.#dirty = copy(last?.dirty ?? new Map())
  }

  /** The trie of a sealed version; `view` is the state at it. */
  at(version: number, view: StateView): AccountTrie {
    const found = this.#sealed.findLast((sealed) => sealed.version === version)
    if (found === undefined) return undefined
    for (const [address, slots] of found.dirty) found.trie = this.#refresh(found.trie, view, address, slots)
    found.dirty = new Map()
    return found.trie
  }

  /** Hash of an address or of a slot's number: the key in the trie. */
  key(of: Hex | bigint): Uint8Array {
    let key = this.#keys.get(of)
    if (key === undefined) {
      key = keccak256(typeof of === 'bigint' ? wordBytes(of) : unhex(of))
      if (this.#keys.size > 100_000) this.#keys.clear()
      this.#keys.set(of, key)
    }
    return key
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

const copy = (dirty: ReadonlyMap<Hex, ReadonlySet<bigint>>): Map<Hex, Set<bigint>> =>
  new Map([...dirty].map(([address, slots]) => [address, new Set(slots)]))

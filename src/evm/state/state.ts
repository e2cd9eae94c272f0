import { NO_BYTES, RpcError, UsageError } from '../../base/index.js'
import { MapBalances, type BalanceSource } from './balances.js'
import { EMPTY_CODE_HASH, keccak256 } from '../crypto/hash.js'
import { hex, type Hex } from '../hex.js'
import { Cells, type AnyCells, type Backing, type Undo } from './cells.js'
import { Roots, type AccountTrie, type SealedTrie } from './roots.js'
import type { AccountRecord, StateView } from './view.js'

const EMPTY_CODE = hex(EMPTY_CODE_HASH)

/** A sealed version, with the one that it came from: its holder can restore it, whatever happened since. */
export interface SealedState {
  readonly version: number
  /** Undefined for the first, and for the oldest that is kept. */
  parent: SealedState | undefined
  readonly changes: readonly { readonly cells: AnyCells; readonly keys: readonly unknown[] }[]
  readonly trie: SealedTrie
  /** The values of `changes`, kept when the version is rewound. */
  undone: readonly (readonly unknown[])[] | undefined
}

/**
 * The state of all accounts, flat: maps for nonces, code hashes and storage, an injected source for balances. Checkpoints
 * are marks in an undo log; sealed versions keep the values that they replaced, so any older state can be read and returned
 * to; the Merkle tries are brought up to date only when a root or a proof is asked.
 */
export class State implements StateView {
  readonly roots: Roots
  readonly #undo: Undo[] = []
  readonly #marks: number[] = []
  readonly #touched = new Set<AnyCells>()
  readonly #accounts: Cells<Hex, AccountRecord | undefined>
  readonly #balances: Cells<Hex, bigint>
  /** Last balance that this state knows of an account: changes from outside are compared with it. */
  readonly #knownBalances = new Map<Hex, bigint>()
  readonly #contracts = new Map<Hex, Storage>()
  /** How many slots of each contract are other than zero. */
  readonly #counts: Cells<Hex, number>
  readonly #codes: Map<Hex, Uint8Array>
  /** Storage values before the transaction, of the slots that it wrote: refunds are computed from them (EIP-2200). */
  readonly #originals = new Map<Hex, Map<bigint, bigint>>()
  /** The sealed versions from the first to the newest. */
  readonly #line: SealedState[] = []
  readonly #base: StateView | undefined

  /** @param init.base the state to read what this one has not written; `init.trie` gives the trie of that state. */
  constructor(init: { balances?: BalanceSource; base?: StateView; trie?: () => AccountTrie } = {}) {
    const { base } = init
    this.roots = new Roots(this, init.trie)
    this.#base = base
    this.#codes = new Map([[EMPTY_CODE, NO_BYTES]])
    const source: BalanceSource =
      init.balances ?? (base === undefined ? new MapBalances() : overlay((address) => base.balance(address)))
    this.#accounts = this.#cells(
      overlay<Hex, AccountRecord | undefined>((address) => base?.account(address)),
      (address) => this.roots.touch(address),
    )
    this.#counts = this.#cells(
      overlay<Hex, number>((address) => base?.filled(address) ?? 0),
      () => undefined,
    )
    this.#balances = this.#cells<Hex, bigint>(source, (address) => {
      this.#knownBalances.set(address, source.get(address))
      this.roots.touch(address)
    })
  }

  account(address: Hex): AccountRecord | undefined {
    return this.#accounts.get(address)
  }

  balance(address: Hex): bigint {
    return this.#balances.get(address)
  }

  storage(address: Hex, slot: bigint): bigint {
    const contract = this.#contracts.get(address)
    return contract === undefined ? (this.#base?.storage(address, slot) ?? 0n) : contract.cells.get(slot)
  }

  code(hash: Hex): Uint8Array {
    return this.#codes.get(hash) ?? this.#base?.code(hash) ?? NO_BYTES
  }

  *slots(address: Hex): Iterable<bigint> {
    const contract = this.#contracts.get(address)
    if (contract !== undefined) yield* contract.values.keys()
    if (this.#base !== undefined) yield* this.#base.slots(address)
  }

  filled(address: Hex): number {
    return this.#counts.get(address)
  }

  setAccount(address: Hex, record: AccountRecord | undefined): void {
    const old = this.#accounts.get(address)
    if (old !== undefined && record !== undefined && old.nonce === record.nonce && old.codeHash === record.codeHash)
      return
    this.#accounts.set(address, record)
  }

  setBalance(address: Hex, value: bigint): void {
    this.#balances.set(address, value)
  }

  setStorage(address: Hex, slot: bigint, value: bigint): void {
    const { cells } = this.#contract(address)
    let original = this.#originals.get(address)
    if (original === undefined) this.#originals.set(address, (original = new Map()))
    const old = cells.get(slot)
    if (!original.has(slot)) original.set(slot, old)
    cells.set(slot, value)
    const change = Number(value !== 0n) - Number(old !== 0n)
    if (change !== 0) this.#counts.set(address, this.filled(address) + change)
  }

  /** Gives the account this code. */
  setCode(address: Hex, code: Uint8Array): void {
    const codeHash = hex(keccak256(code))
    // The caller may reuse its array.
    if (!this.#codes.has(codeHash)) this.#codes.set(codeHash, code.slice())
    this.setAccount(address, { nonce: this.account(address)?.nonce ?? 0n, codeHash })
  }

  clearStorage(address: Hex): void {
    if (this.filled(address) === 0) return
    for (const slot of this.slots(address)) this.setStorage(address, slot, 0n)
  }

  /** Takes the account out of the state, with its balance, code and storage. */
  deleteAccount(address: Hex): void {
    this.clearStorage(address)
    this.setBalance(address, 0n)
    this.setAccount(address, undefined)
  }

  /** The slot's value before the current transaction. */
  originalStorage(address: Hex, slot: bigint): bigint {
    return this.#originals.get(address)?.get(slot) ?? this.storage(address, slot)
  }

  /** A transaction begins: the current values become the original ones. */
  clearOriginals(): void {
    this.#originals.clear()
  }

  /** The balance of an account was changed from outside: the change enters the next root and the history. */
  balanceChanged(address: Hex): void {
    const known = this.#knownBalances.get(address) ?? 0n
    if (this.#balances.get(address) !== known) this.#balances.record(address, known)
  }

  /** Accounts whose balance grew since the last open checkpoint, or since the last version if none is open. */
  gainers(): Hex[] {
    const before = new Map<Hex, bigint>()
    for (const { cells, key, old } of this.#undo.slice(this.#marks.at(-1) ?? 0))
      if (cells === this.#balances && !before.has(key as Hex)) before.set(key as Hex, old as bigint)
    return [...before].filter(([address, old]) => this.balance(address) > old).map(([address]) => address)
  }

  checkpoint(): void {
    this.#marks.push(this.#undo.length)
  }

  commit(): void {
    if (this.#marks.pop() === undefined) throw new UsageError('commit() without a checkpoint')
  }

  revert(): void {
    const mark = this.#marks.pop()
    if (mark === undefined) throw new UsageError('revert() without a checkpoint')
    this.#undoTo(mark)
  }

  /** The newest sealed version; 0 before the first. */
  get version(): number {
    return this.sealed?.version ?? 0
  }

  /** The last sealed state as a value for {@link restore}; undefined before the first. */
  get sealed(): SealedState | undefined {
    return this.#line.at(-1)
  }

  /**
   * Ends a version: what was written since the last one can from now on be read with `at` and undone with `rewind` only.
   * Numbers of versions are never used again, also not after a rewind.
   */
  seal(): number {
    if (this.#marks.length > 0) throw new UsageError('seal() inside a checkpoint')
    const version = ++this.#counter
    const changes: SealedState['changes'][number][] = []
    for (const cells of this.#touched) {
      const keys = cells.seal(version)
      if (keys.length > 0) changes.push({ cells, keys })
    }
    this.#touched.clear()
    this.#undo.length = 0
    this.#originals.clear()
    this.#line.push({ version, parent: this.sealed, changes, trie: this.roots.seal(version), undone: undefined })
    return version
  }

  /** Forgets what is needed only for versions before this one; a few of them may stay. */
  forget(version: number): void {
    const gone = this.#line.splice(0, this.roots.forget(version))
    const oldest = this.#line[0]
    if (gone.length === 0 || oldest === undefined) return
    for (const { changes } of gone)
      for (const { cells, keys } of changes) for (const key of keys) cells.forget(key, oldest.version)
    oldest.parent = undefined
    this.#oldest = oldest.version
  }

  /** Goes to any sealed version, on this branch or an abandoned one. The cost grows with the distance. */
  restore(target: SealedState | undefined): void {
    const ahead: SealedState[] = []
    let common = target
    while (common !== undefined && !this.#isOnLine(common)) {
      ahead.push(common)
      common = common.parent
    }
    this.rewind(common?.version ?? 0)
    for (const sealed of ahead.reverse()) this.#replay(sealed)
  }

  /** Returns to a sealed version of this branch. The cost grows with what changed since. @throws UsageError when that version is not on it. */
  rewind(version: number): void {
    if ((version !== 0 || this.#oldest > 0) && !this.#line.some((sealed) => sealed.version === version))
      throw new UsageError(`there is no version ${version} of the state`)
    for (const cells of this.#touched) cells.discard()
    this.#touched.clear()
    this.#undo.length = 0
    this.#marks.length = 0
    this.#originals.clear()
    while (this.version > version) {
      const sealed = this.#line.pop()!
      sealed.undone = sealed.changes.map(({ cells, keys }) => keys.map((key) => cells.rewind(key)))
    }
    this.roots.rewind(version)
  }

  #replay(sealed: SealedState): void {
    for (const [index, { cells, keys }] of sealed.changes.entries())
      for (const [at, key] of keys.entries()) cells.replay(key, sealed.version, sealed.undone![index]![at])
    this.#line.push(sealed)
    this.roots.replay(sealed.trie)
  }

  /** Versions of the branch are ascending, so this is a binary search. */
  #isOnLine(sealed: SealedState): boolean {
    let [low, high] = [0, this.#line.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#line[middle]!.version < sealed.version) low = middle + 1
      else high = middle
    }
    return this.#line[low] === sealed
  }

  /**
   * The state as it was when the version was sealed. @throws RpcError (-32000) when it is no longer kept, which may be so for the first time
   * in the middle of a long call
   */
  at(version: number): StateView {
    this.#mustKeep(version)
    const kept = <T>(value: T): T => {
      this.#mustKeep(version)
      return value
    }
    return {
      account: (address) => kept(this.#accounts.at(address, version)),
      balance: (address) => kept(this.#balances.at(address, version)),
      storage: (address, slot) =>
        kept(this.#contracts.get(address)?.cells.at(slot, version) ?? this.#base?.storage(address, slot) ?? 0n),
      code: (hash) => this.code(hash),
      slots: (address) => this.#everSlots(address),
      filled: (address) => kept(this.#counts.at(address, version)),
    }
  }

  #mustKeep(version: number): void {
    if (version < this.#oldest)
      throw new RpcError({ code: -32000, message: 'historical state is not available: it is older than keepBlocks' })
  }

  /** An independent state that starts from this one as of a sealed version; changes to it do not affect this one. */
  fork(version: number): State {
    const base = this.at(version)
    return new State({ base, trie: this.roots.later(version, base) })
  }

  *#everSlots(address: Hex): Iterable<bigint> {
    const contract = this.#contracts.get(address)
    if (contract !== undefined) {
      yield* contract.values.keys()
      yield* contract.cells.changedKeys()
    }
    if (this.#base !== undefined) yield* this.#base.slots(address)
  }

  #counter = 0
  /** The oldest version that is kept; 0 when all are. */
  #oldest = 0

  #contract(address: Hex): Storage {
    let contract = this.#contracts.get(address)
    if (contract === undefined) {
      const values = new Map<bigint, bigint>()
      const base = this.#base
      const backing: Backing<bigint, bigint> = {
        get: (slot) => values.get(slot) ?? base?.storage(address, slot) ?? 0n,
        // A zero over an older state must hide what is there; in a state of its own it is no entry.
        set: (slot, value) => (value === 0n && base === undefined ? values.delete(slot) : values.set(slot, value)),
      }
      contract = { values, cells: this.#cells(backing, (slot) => this.roots.touch(address, slot)) }
      this.#contracts.set(address, contract)
    }
    return contract
  }

  #cells<K, V>(backing: Backing<K, V>, onChange: (key: K) => void): Cells<K, V> {
    return new Cells({ backing, undo: this.#undo, touched: this.#touched, onChange })
  }

  #undoTo(mark: number): void {
    while (this.#undo.length > mark) {
      const { cells, key, old } = this.#undo.pop()!
      cells.put(key, old)
    }
  }
}

interface Storage {
  readonly values: Map<bigint, bigint>
  readonly cells: Cells<bigint, bigint>
}

/** A map on top of a read-only source. */
function overlay<K, V>(below: (key: K) => V): Backing<K, V> {
  const own = new Map<K, V>()
  return {
    get: (key) => (own.has(key) ? own.get(key)! : below(key)),
    set: (key, value) => void own.set(key, value),
  }
}

import { NO_BYTES } from '../../../base/index.js'
import { keccak256 } from '../../crypto/hash.js'
import { hex, type Hex } from '../../hex.js'

/** Hash of no code. */
const NO_CODE = hex(keccak256(NO_BYTES))

/** An account as what is below the state has it. */
interface StoredAccount {
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: Hex
}

/** What a state is over. Addresses and hashes are in lower case. */
export interface Stored {
  account(address: Hex): StoredAccount | undefined
  code(hash: Hex): Uint8Array
  storage(address: Hex, slot: bigint): bigint
  hasStorage(address: Hex): boolean
}

export interface EmittedLog {
  readonly address: Hex
  readonly topics: readonly bigint[]
  readonly data: Uint8Array
  /** Set by contracts of the chain alone. */
  readonly height?: bigint
}

/** An account that was touched, with what changed of it. */
export interface StateObject {
  readonly address: Hex
  nonce: bigint
  balance: bigint
  codeHash: Hex
  /** Undefined until it is read. */
  code: Uint8Array | undefined
  hasNewCode: boolean
  isDestroyed: boolean
  /** Made a contract in this transaction. */
  isNew: boolean
  /** Slots as they were before the transaction. */
  readonly before: Map<bigint, bigint>
  readonly written: Map<bigint, bigint>
  /** All slots that are not zero, if they are given instead of the stored ones. */
  replaced: ReadonlyMap<bigint, bigint> | undefined
}

interface JournalEntry {
  readonly undo: () => void
  /** The account that it changes. */
  readonly dirties?: Hex
}

/**
 * Accounts while a transaction runs, with a journal by which a call that fails is undone. Which accounts count as written follows from the journal: a
 * chain writes those, even with the values that they had. Source: cosmos/evm v0.7.3 x/vm/statedb.
 */
export class JournaledState {
  readonly #stored: Stored
  readonly #objects = new Map<Hex, StateObject>()
  readonly #journal: JournalEntry[] = []
  readonly #transient = new Map<string, bigint>()
  readonly #warm = new Map<Hex, Set<bigint>>()
  #logs: readonly EmittedLog[] = []
  #refund = 0n

  constructor(stored: Stored) {
    this.#stored = stored
  }

  get logs(): readonly EmittedLog[] {
    return this.#logs
  }
  get refund(): bigint {
    return this.#refund
  }
  /** Accounts to write, by address. */
  get dirty(): readonly StateObject[] {
    const dirty = new Set(this.#journal.flatMap(({ dirties = [] }) => dirties))
    return [...dirty].sort().map((address) => this.#objects.get(address)!)
  }

  snapshot(): number {
    return this.#journal.length
  }
  revert(snapshot: number): void {
    while (this.#journal.length > snapshot) this.#journal.pop()!.undo()
  }

  /** Has something outside of the state undone with the call that it belongs to. */
  undoing(undo: () => void): void {
    this.#note(undo)
  }

  exists(address: Hex): boolean {
    return this.#find(address) !== undefined
  }
  /** Without nonce, balance and code, or not there at all. */
  isEmpty(address: Hex): boolean {
    const found = this.#find(address)
    return found === undefined || (found.nonce === 0n && found.balance === 0n && found.codeHash === NO_CODE)
  }
  balance(address: Hex): bigint {
    return this.#find(address)?.balance ?? 0n
  }
  nonce(address: Hex): bigint {
    return this.#find(address)?.nonce ?? 0n
  }
  /** Undefined if there is no account. */
  codeHash(address: Hex): Hex | undefined {
    return this.#find(address)?.codeHash
  }
  hasCode(address: Hex): boolean {
    const hash = this.codeHash(address)
    return hash !== undefined && hash !== NO_CODE
  }
  code(address: Hex): Uint8Array {
    const found = this.#find(address)
    if (found === undefined) return NO_BYTES
    return (found.code ??= found.codeHash === NO_CODE ? undefined : this.#stored.code(found.codeHash)) ?? NO_BYTES
  }
  storage(address: Hex, slot: bigint): bigint {
    return this.#find(address)?.written.get(slot) ?? this.committed(address, slot)
  }
  /** The value before the transaction. */
  committed(address: Hex, slot: bigint): bigint {
    const found = this.#find(address)
    if (found === undefined) return 0n
    if (found.replaced !== undefined) return found.replaced.get(slot) ?? 0n
    let value = found.before.get(slot)
    if (value === undefined) found.before.set(slot, (value = this.#stored.storage(address, slot)))
    return value
  }
  hasStorage(address: Hex): boolean {
    return this.#stored.hasStorage(address)
  }
  isNew(address: Hex): boolean {
    return this.#find(address)?.isNew ?? false
  }

  create(address: Hex): StateObject {
    const made: StateObject = {
      address,
      nonce: 0n,
      balance: 0n,
      codeHash: NO_CODE,
      code: undefined,
      hasNewCode: false,
      isDestroyed: false,
      isNew: false,
      before: new Map(),
      written: new Map(),
      replaced: undefined,
    }
    this.#note(() => void this.#objects.delete(address), address)
    this.#objects.set(address, made)
    return made
  }
  markNew(address: Hex): void {
    const found = this.#own(address)
    if (found.isNew) return
    found.isNew = true
    this.#note(() => void (found.isNew = false))
  }
  addBalance(address: Hex, amount: bigint): void {
    const found = this.#own(address)
    if (amount !== 0n) this.#setBalance(found, found.balance + amount)
  }
  subtractBalance(address: Hex, amount: bigint): void {
    this.addBalance(address, -amount)
  }
  setBalance(address: Hex, balance: bigint): void {
    this.#setBalance(this.#own(address), balance)
  }
  /** Has an account with other storage than it has, for the whole message. */
  replaceStorage(address: Hex, slots: ReadonlyMap<bigint, bigint>): void {
    const found = this.#own(address)
    found.replaced = slots
    found.before.clear()
    found.written.clear()
  }
  setNonce(address: Hex, nonce: bigint): void {
    const found = this.#own(address)
    const { nonce: before } = found
    this.#note(() => void (found.nonce = before), address)
    found.nonce = nonce
  }
  setCode(address: Hex, code: Uint8Array): void {
    const found = this.#own(address)
    this.code(address)
    const before = { code: found.code, codeHash: found.codeHash }
    this.#note(() => void Object.assign(found, before), address)
    // It counts as written even if it is undone.
    Object.assign(found, {
      code: code.length === 0 ? undefined : code,
      codeHash: hex(keccak256(code)),
      hasNewCode: true,
    })
  }
  setStorage(address: Hex, slot: bigint, value: bigint): void {
    const found = this.#own(address)
    const before = this.storage(address, slot)
    if (before === value) return
    this.#note(() => void found.written.set(slot, before), address)
    found.written.set(slot, value)
  }
  destroy(address: Hex): void {
    const found = this.#find(address)
    if (found === undefined) return
    const { isDestroyed } = found
    this.#note(() => void (found.isDestroyed = isDestroyed), address)
    found.isDestroyed = true
  }

  transient(address: Hex, slot: bigint): bigint {
    return this.#transient.get(`${address}/${slot}`) ?? 0n
  }
  setTransient(address: Hex, slot: bigint, value: bigint): void {
    const key = `${address}/${slot}`
    const before = this.#transient.get(key) ?? 0n
    if (before === value) return
    this.#note(() => void this.#transient.set(key, before))
    this.#transient.set(key, value)
  }

  log(log: EmittedLog): void {
    const before = this.#logs
    this.#note(() => void (this.#logs = before))
    this.#logs = [...before, log]
  }
  addRefund(gas: bigint): void {
    const before = this.#refund
    this.#note(() => void (this.#refund = before))
    this.#refund += gas
  }

  isWarm(address: Hex): boolean {
    return this.#warm.has(address)
  }
  warm(address: Hex): void {
    if (this.#warm.has(address)) return
    this.#warm.set(address, new Set())
    this.#note(() => void this.#warm.delete(address))
  }
  isWarmSlot(address: Hex, slot: bigint): boolean {
    return this.#warm.get(address)?.has(slot) ?? false
  }
  warmSlot(address: Hex, slot: bigint): void {
    this.warm(address)
    const slots = this.#warm.get(address)!
    if (slots.has(slot)) return
    slots.add(slot)
    this.#note(() => void slots.delete(slot))
  }

  #setBalance(found: StateObject, balance: bigint): void {
    const { balance: before } = found
    this.#note(() => void (found.balance = before), found.address)
    found.balance = balance
  }
  #note(undo: () => void, dirties?: Hex): void {
    this.#journal.push(dirties === undefined ? { undo } : { undo, dirties })
  }
  #own(address: Hex): StateObject {
    return this.#find(address) ?? this.create(address)
  }
  #find(address: Hex): StateObject | undefined {
    const known = this.#objects.get(address)
    if (known !== undefined) return known
    const stored = this.#stored.account(address)
    if (stored === undefined) return undefined
    const found: StateObject = {
      address,
      ...stored,
      code: undefined,
      hasNewCode: false,
      isDestroyed: false,
      isNew: false,
      before: new Map(),
      written: new Map(),
      replaced: undefined,
    }
    this.#objects.set(address, found)
    return found
  }
}

/** The address that a code points to (EIP-7702); undefined if it is other code. */
export const delegateOf = (code: Uint8Array): Hex | undefined =>
  code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00 ? hex(code.subarray(3)) : undefined

import { addressByNonce, addressBySalt, delegateOf } from '../execution/sync/index.js'
import { OP, isCall } from '../execution/watch/opcodes.js'
import type { Step } from '../execution/watch/watcher.js'
import { EMPTY_CODE_HASH } from '../crypto/hash.js'
import { hex, quantity, word, type Hex } from '../hex.js'
import { accountExists, codeAt } from '../state/view.js'
import { OBJECT, TEXT, WORD_BYTES, type Budget } from '../execution/budget.js'
import { addressIn, memoryIn, READS_ACCOUNT } from './reading.js'
import type { TraceEnd, TraceStart, Tracer } from './tracer.js'

export interface PrestateOptions {
  /** Whether both the state before and the changes are returned. */
  readonly diffMode?: boolean | undefined
  readonly disableCode?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  /** Whether accounts that did not exist are shown too. Not together with `diffMode`. */
  readonly includeEmpty?: boolean | undefined
}

export interface Snapshot {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Hex
  readonly codeHash: Hex
  readonly storage: Map<bigint, bigint>
}

interface Written {
  balance?: Hex
  nonce?: number
  code?: Hex
  codeHash?: Hex
  storage?: Record<Hex, Hex>
}

const EMPTY_CODE = hex(EMPTY_CODE_HASH)
const NO_HASH = word(0n)

/** The accounts and slots that an execution touches, as they were before it. Source: go-ethereum eth/tracers/native/prestate.go. */
export class Prestate implements Tracer {
  readonly #options: PrestateOptions
  readonly #budget: Budget
  readonly #before = new Map<Hex, Snapshot>()
  readonly #created = new Set<Hex>()
  readonly #deleted = new Set<Hex>()
  #state!: TraceStart['state']
  #common!: TraceStart['common']
  #zeroesCodeHash = false

  constructor(options: PrestateOptions, budget: Budget) {
    this.#options = options
    this.#budget = budget
  }

  start({ state, common, from, to, coinbase, authorities = [], zeroesCodeHash }: TraceStart): void {
    this.#zeroesCodeHash = zeroesCodeHash === true
    this.#state = state
    this.#common = common
    const target = to ?? this.#creation(from)
    if (to === undefined) this.#created.add(target)
    else this.#followDelegation(to)
    for (const address of [from, target, coinbase, ...authorities]) this.#touch(address)
  }

  opcode(step: Step): void {
    if (step.error !== undefined) return
    const { opcode, stack, address } = step
    const top = stack.at(-1)
    // A fork that does not know an opcode shows it with whatever is on the stack.
    if (top !== undefined && (opcode === OP.SLOAD || opcode === OP.SSTORE)) this.#touchSlot(address, top)
    else if (top !== undefined && READS_ACCOUNT.has(opcode)) {
      this.#touch(addressIn(top))
      // Since Cancun only what the transaction itself made is destroyed (EIP-6780).
      if (opcode === OP.SELFDESTRUCT && (!this.#common.isActivatedEIP(6780) || this.#created.has(address)))
        this.#deleted.add(address)
    } else if (isCall(opcode) && stack.length >= 5) {
      const to = addressIn(stack.at(-2)!)
      this.#touch(to)
      this.#followDelegation(to)
    } else if (opcode === OP.CREATE) this.#make(this.#creation(address))
    else if (opcode === OP.CREATE2 && stack.length >= 4) {
      const code = memoryIn(step, stack.at(-2)!, stack.at(-3)!)
      if (code !== undefined) this.#make(addressBySalt(address, stack.at(-4)!, code))
    }
  }

  result({ isUntold }: Pick<TraceEnd, 'isUntold'> = {}): unknown {
    const { diffMode, includeEmpty } = this.#options
    if (diffMode === true && isUntold !== true) return this.#differences()
    const pre = Object.fromEntries(
      [...this.#before]
        .filter(([, account]) => includeEmpty === true || isUntold === true || !isEmpty(account))
        .map(([address, account]) => [address, this.#write(account)]),
    )
    return diffMode === true ? { post: {}, pre } : pre
  }

  /** Each account that was touched, before and after. */
  changes(): { readonly address: Hex; readonly was: Snapshot; readonly is: Snapshot }[] {
    return [...this.#before].map(([address, was]) => ({
      address,
      was,
      is: this.#snapshot(address, was.storage.keys()),
    }))
  }

  #differences(): { pre: Record<Hex, Written>; post: Record<Hex, Written> } {
    const pre: Record<Hex, Written> = {}
    const post: Record<Hex, Written> = {}
    for (const { address, was, is } of this.changes()) {
      if (this.#deleted.has(address)) {
        if (!isEmpty(was)) pre[address] = this.#write(was)
        continue
      }
      const changed = this.#changed(was, is)
      if (changed === undefined) continue
      post[address] = changed
      const storage = new Map(
        [...was.storage].filter(([slot, value]) => value !== 0n && value !== is.storage.get(slot)),
      )
      if (!isEmpty(was)) pre[address] = this.#write({ ...was, storage })
    }
    return { pre, post }
  }

  #changed(was: Snapshot, is: Snapshot): Written | undefined {
    const { disableCode, disableStorage } = this.#options
    const written: Written = {}
    if (is.balance !== was.balance) written.balance = quantity(is.balance)
    let changed = is.balance !== was.balance || is.nonce !== was.nonce
    if (is.nonce !== was.nonce && is.nonce !== 0n) written.nonce = Number(is.nonce)
    const [before, after] = this.#zeroesCodeHash
      ? [zeroed(was), zeroed(is)]
      : // An account that did not exist is compared as one without code.
        [was.codeHash === NO_HASH ? EMPTY_CODE : was.codeHash, is.codeHash]
    if (after !== before) written.codeHash = after
    if (disableCode !== true && is.code !== was.code) written.code = is.code
    const slots =
      disableStorage === true ? [] : [...is.storage].filter(([slot, value]) => value !== was.storage.get(slot))
    const left = slots.filter(([, value]) => value !== 0n)
    if (left.length > 0) written.storage = writtenSlots(left)
    changed ||= written.codeHash !== undefined || written.code !== undefined || slots.length > 0
    return changed ? written : undefined
  }

  #make(address: Hex): void {
    this.#touch(address)
    this.#created.add(address)
  }

  /** The address of the next contract that an account makes. */
  #creation(from: Hex): Hex {
    return addressByNonce(from, this.#state.account(from)?.nonce ?? 0n)
  }

  #followDelegation(to: Hex): void {
    const target = this.#common.isActivatedEIP(7702) ? delegateOf(codeAt(this.#state, to)) : undefined
    if (target !== undefined) this.#touch(target)
  }

  #touch(address: Hex): Snapshot {
    let account = this.#before.get(address)
    if (account === undefined) this.#before.set(address, (account = this.#snapshot(address, [])))
    return account
  }

  #touchSlot(address: Hex, slot: bigint): void {
    const { storage } = this.#touch(address)
    if (storage.has(slot)) return
    this.#budget.take(2 * WORD_BYTES)
    storage.set(slot, this.#state.storage(address, slot))
  }

  #snapshot(address: Hex, slots: Iterable<bigint>): Snapshot {
    const state = this.#state
    const account = state.account(address)
    const code = codeAt(state, address)
    this.#budget.take(OBJECT + 4 * TEXT + 2 * WORD_BYTES + 2 * code.length)
    return {
      balance: state.balance(address),
      nonce: account?.nonce ?? 0n,
      code: hex(code),
      codeHash: account?.codeHash ?? (accountExists(state, address) ? EMPTY_CODE : NO_HASH),
      storage: new Map([...slots].map((slot) => [slot, state.storage(address, slot)])),
    }
  }

  #write({ balance, nonce, code, codeHash, storage }: Snapshot): Written {
    const { disableCode, disableStorage } = this.#options
    return {
      balance: quantity(balance),
      ...(nonce === 0n ? {} : { nonce: Number(nonce) }),
      ...(disableCode === true || code === '0x' ? {} : { code }),
      ...(codeHash === EMPTY_CODE || codeHash === NO_HASH ? {} : { codeHash }),
      ...(disableStorage === true || storage.size === 0 ? {} : { storage: writtenSlots(storage) }),
    }
  }
}

/** Whether the account did not exist when it was first touched; slots are checked only later. */
const isEmpty = ({ balance, nonce, code }: Snapshot): boolean => balance === 0n && nonce === 0n && code === '0x'

const zeroed = ({ codeHash }: Snapshot): Hex => (codeHash === EMPTY_CODE ? NO_HASH : codeHash)

const writtenSlots = (slots: Iterable<readonly [bigint, bigint]>): Record<Hex, Hex> =>
  Object.fromEntries([...slots].map(([slot, value]) => [word(slot), word(value)]))

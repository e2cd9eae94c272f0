import type { EVMResult, InterpreterStep } from '@ethereumjs/evm'
import { hex, quantity, word, type Hex } from '../hex.js'
import type { State } from '../state/state.js'
import { codeAt } from '../state/view.js'
import type { TraceStart, Tracer } from './tracer.js'

export interface PrestateOptions {
  /** Both what was before and what has changed. */
  readonly diffMode?: boolean | undefined
  readonly disableCode?: boolean | undefined
  readonly disableStorage?: boolean | undefined
}

export interface Snapshot {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Hex
  readonly storage: Map<bigint, bigint>
}

interface Written {
  balance?: Hex
  nonce?: number
  code?: Hex
  storage?: Record<Hex, Hex>
}

/** Opcodes that look at an account, with the place of its address from the top of the stack. */
export const TOUCHING: Readonly<Record<string, number>> = {
  BALANCE: 0,
  EXTCODESIZE: 0,
  EXTCODECOPY: 0,
  EXTCODEHASH: 0,
  SELFDESTRUCT: 0,
  CALL: 1,
  CALLCODE: 1,
  DELEGATECALL: 1,
  STATICCALL: 1,
}

/** The accounts and slots that an execution touches, as they were before it. Source: go-ethereum eth/tracers/native/prestate.go. */
export class Prestate implements Tracer {
  private readonly options: PrestateOptions
  private readonly before = new Map<Hex, Snapshot>()
  private readonly created = new Set<Hex>()
  private state: State | undefined

  constructor(options: PrestateOptions) {
    this.options = options
  }

  start({ state, from, to, coinbase }: TraceStart): void {
    this.state = state
    this.touch(from)
    this.touch(coinbase)
    if (to !== undefined) this.touch(to)
  }

  step({ opcode: { name }, stack, address }: InterpreterStep): void {
    const account = this.touch(address.toString())
    const at = TOUCHING[name]
    const top = stack.at(-1)
    if (at !== undefined) {
      const target = stack.at(-1 - at)
      if (target !== undefined) this.touch(hex(Buffer.from(word(target).slice(26), 'hex')))
    } else if ((name === 'SLOAD' || name === 'SSTORE') && top !== undefined && !account.storage.has(top))
      account.storage.set(top, this.state!.storage(address.toString(), top))
  }

  leave({ createdAddress }: EVMResult): void {
    // The account was not there before: what it is now does not count as what was.
    if (createdAddress === undefined) return
    const address = hex(createdAddress.bytes)
    const known = this.before.get(address)
    if (known === undefined) this.before.set(address, { balance: 0n, nonce: 0n, code: '0x', storage: new Map() })
    this.created.add(address)
  }

  result(): unknown {
    const { options } = this
    if (options.diffMode !== true)
      return Object.fromEntries(
        [...this.before]
          .filter(([address]) => !this.created.has(address))
          .map(([address, account]) => [address, this.write(account, account, true)]),
      )
    const pre: Record<Hex, Written> = {}
    const post: Record<Hex, Written> = {}
    for (const [address, was] of this.before) {
      const is = this.snapshot(address, was.storage.keys())
      const changed = this.write(is, was, false)
      if (Object.keys(changed).length === 0) continue
      const there = was.balance !== 0n || was.nonce !== 0n || was.code !== '0x'
      if (there) pre[address] = this.write({ ...was, storage: differing(was.storage, is.storage) }, was, true)
      const gone = is.balance === 0n && is.nonce === 0n && is.code === '0x'
      if (!gone) post[address] = changed
    }
    return { pre, post }
  }

  /** Each account that was touched, before and after. */
  changes(): { readonly address: Hex; readonly was: Snapshot; readonly is: Snapshot }[] {
    return [...this.before].map(([address, was]) => ({ address, was, is: this.snapshot(address, was.storage.keys()) }))
  }

  private touch(address: Hex): Snapshot {
    let account = this.before.get(address)
    if (account === undefined) this.before.set(address, (account = this.snapshot(address, [])))
    return account
  }

  private snapshot(address: Hex, slots: Iterable<bigint>): Snapshot {
    const state = this.state!
    return {
      balance: state.balance(address),
      nonce: state.account(address)?.nonce ?? 0n,
      code: hex(codeAt(state, address)),
      storage: new Map([...slots].map((slot) => [slot, state.storage(address, slot)])),
    }
  }

  /** @param whole all of the account, instead of what differs from `other`. */
  private write(account: Snapshot, other: Snapshot, whole: boolean): Written {
    const { options } = this
    const written: Written = {}
    if (whole || account.balance !== other.balance) written.balance = quantity(account.balance)
    if (whole ? account.nonce > 0n : account.nonce !== other.nonce) written.nonce = Number(account.nonce)
    if (options.disableCode !== true && (whole ? account.code !== '0x' : account.code !== other.code))
      written.code = account.code
    const slots = [...account.storage].filter(
      ([slot, value]) => whole || (value !== other.storage.get(slot) && value !== 0n),
    )
    if (options.disableStorage !== true && slots.length > 0)
      written.storage = Object.fromEntries(slots.map(([slot, value]) => [word(slot), word(value)]))
    return written
  }
}

const differing = (was: Map<bigint, bigint>, is: Map<bigint, bigint>): Map<bigint, bigint> =>
  new Map([...was].filter(([slot, value]) => value !== is.get(slot) && value !== 0n))

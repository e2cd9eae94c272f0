import type { AccountFields, StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address } from '@ethereumjs/util'
import { NotSupportedError, UsageError } from '../../base/index.js'
import { EMPTY_CODE_HASH } from '../crypto/hash.js'
import { bytesToBigInt, hex, minimalBytes, unhex, type Hex } from '../hex.js'
import { State } from './state.js'
import { EMPTY_TRIE_ROOT } from './trie.js'
import { codeAt } from './view.js'

const NON_EMPTY_ROOT = new Uint8Array(32).fill(1)

/** The library's view of a {@link State}. The state behind it can be exchanged, so one VM serves many. */
export class StateManager implements StateManagerInterface {
  state: State

  readonly originalStorageCache = {
    get: (address: Address, key: Uint8Array): Promise<Uint8Array> =>
      Promise.resolve(minimalBytes(this.state.originalStorage(name(address), bytesToBigInt(key)))),
    clear: (): void => this.state.clearOriginals(),
  }

  /**
   * The sender of the next transaction if it may be a contract, which EIP-3607 forbids. The
   * library reads its account once and would refuse it; so for that read it has no code, and the code is kept when the account is written.
   */
  #contractSender: { readonly address: Hex; seen: boolean } | undefined

  constructor(state: State) {
    this.state = state
  }

  /** Lets the next transaction come from this account, contract or not; undefined ends it. */
  allowSender(address: Hex | undefined): void {
    this.#contractSender = address === undefined ? undefined : { address, seen: false }
  }

  getAccount(address: Address): Promise<Account | undefined> {
    const at = name(address)
    const record = this.state.account(at)
    const balance = this.state.balance(at)
    if (record === undefined && balance === 0n) return Promise.resolve(undefined)
    // The library changes what it is given, so it gets a copy. It only checks whether the storage root is empty (EIP-7610).
    let codeHash = record === undefined ? EMPTY_CODE_HASH : unhex(record.codeHash)
    if (this.#contractSender?.address === at && !this.#contractSender.seen) {
      this.#contractSender.seen = true
      codeHash = EMPTY_CODE_HASH
    }
    return Promise.resolve(new Account(record?.nonce ?? 0n, balance, this.#storageRoot(at), codeHash))
  }

  putAccount(address: Address, account?: Account): Promise<void> {
    const at = name(address)
    if (account === undefined) this.state.deleteAccount(at)
    else {
      const kept = this.#contractSender?.address === at ? this.state.account(at)?.codeHash : undefined
      this.state.setAccount(at, { nonce: account.nonce, codeHash: kept ?? hex(account.codeHash) })
      this.state.setBalance(at, account.balance)
    }
    return DONE
  }

  deleteAccount(address: Address): Promise<void> {
    this.state.deleteAccount(name(address))
    return DONE
  }

  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account()
    await this.putAccount(address, Object.assign(account, fields))
  }

  putCode(address: Address, value: Uint8Array): Promise<void> {
    this.state.setCode(name(address), value)
    return DONE
  }

  getCode(address: Address): Promise<Uint8Array> {
    return Promise.resolve(codeAt(this.state, name(address)))
  }

  getCodeSize(address: Address): Promise<number> {
    return Promise.resolve(codeAt(this.state, name(address)).length)
  }

  getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(minimalBytes(this.state.storage(name(address), bytesToBigInt(key))))
  }

  putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.state.setStorage(name(address), bytesToBigInt(key), bytesToBigInt(value))
    return DONE
  }

  clearStorage(address: Address): Promise<void> {
    this.state.clearStorage(name(address))
    return DONE
  }

  checkpoint(): Promise<void> {
    this.state.checkpoint()
    return DONE
  }

  commit(): Promise<void> {
    this.state.commit()
    return DONE
  }

  revert(): Promise<void> {
    this.state.revert()
    return DONE
  }

  getStateRoot(): Promise<Uint8Array> {
    return Promise.resolve(this.state.roots.root())
  }

  setStateRoot(): Promise<void> {
    throw new NotSupportedError('the state is chosen by version, not by root')
  }

  hasStateRoot(): Promise<boolean> {
    return Promise.resolve(false)
  }

  clearCaches(): void {
    // There is no cache between this and the state.
  }

  shallowCopy(): StateManagerInterface {
    throw new UsageError('a state is never copied: take a State over a view of it')
  }

  #storageRoot(address: Hex): Uint8Array {
    return this.state.filled(address) === 0 ? EMPTY_TRIE_ROOT : NON_EMPTY_ROOT
  }
}

const DONE = Promise.resolve()

/** `Address.toString()` is lower-case hex with `0x`. */
const name = (address: Address): Hex => address.toString()

import { sha256 as sha256Of } from '@noble/hashes/sha2.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { ChainError, concatBytes, NotSupportedError, NO_BYTES, toUtf8 } from '../../base/index.js'
import { ErrUnauthorized, nilPointer, plainError, wrapping, type Context } from '../../chain/index.js'
import {
  delegateOf,
  JournaledState,
  Machine,
  reverted,
  type CallResult,
  type Circumstances,
  type Precompile,
  type StateObject,
  type Stored,
} from '../../evm/execution/sync/index.js'
import { hex, unhex, type Hex } from '../../evm/internal.js'
import type { AccountKeeper } from '../../modules/auth/index.js'
import type { BankKeeper } from '../../modules/bank/index.js'
import { authorityOf, type EvmKeeper, type EvmMessage, type Executed } from '../../modules/evm/index.js'
import { PRECOMPILES } from './precompiles.js'

/** What the EVM of a chain runs on. */
export interface EvmParts {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly evm: EvmKeeper
  readonly chainId: bigint
  readonly maxGas: bigint
  /** Address of the operator that proposed the block. */
  readonly coinbase: (ctx: Context) => Uint8Array
}

const OF_ETHEREUM = 0x11
const ALL = PRECOMPILES.map(hex)
/** Warm in each transaction. */
const WARM_FROM_START = ALL.slice(0, OF_ETHEREUM)
const NOBODY: Hex = `0x${'0'.repeat(40)}`

const wordBytes = (value: bigint): Uint8Array => unhex(`0x${value.toString(16).padStart(64, '0')}`)

/** Runs a message on the chain's own state. Source: cosmos/evm v0.7.3 x/vm/keeper/state_transition.go `ApplyMessageWithConfig`. */
export const executeOn =
  (parts: EvmParts) =>
  (ctx: Context, message: EvmMessage): Executed => {
    const { from, tx } = message
    const state = new JournaledState(storedOf(parts, ctx))
    const machine = new Machine(
      state,
      circumstancesOf(parts, ctx, message, () => flush(parts, ctx, state)),
    )
    const caller = hex(from)
    for (const address of [caller, ...WARM_FROM_START, NOBODY]) state.warm(address)
    if (tx.to !== undefined) state.warm(hex(tx.to))
    for (const { address, slots } of tx.accessList) {
      state.warm(hex(address))
      for (const slot of slots) state.warmSlot(hex(address), BigInt(hex(slot)))
    }
    const done = tx.to === undefined ? created(machine, message, caller) : called(parts, machine, message, caller)
    const { failure } = done
    if (failure === undefined) commit(parts, ctx, state.dirty)
    return {
      vmError: failure?.message ?? '',
      returned: failure?.rejected ?? done.data,
      logs: state.logs.map(({ address, topics, data }) => ({
        address: unhex(address),
        topics: topics.map(wordBytes),
        data,
      })),
      left: done.gas,
      refund: state.refund,
    }
  }

/** The sequence is that of the sender after the steps before messages. */
function created(machine: Machine, { tx, gas }: EvmMessage, caller: Hex): CallResult {
  const { state } = machine
  state.setNonce(caller, tx.nonce)
  const done = machine.create({ caller, code: tx.data, value: tx.value, gas, depth: 0 })
  if (state.nonce(caller) === tx.nonce) state.setNonce(caller, tx.nonce + 1n)
  return done
}

function called({ chainId }: EvmParts, machine: Machine, { tx, gas }: EvmMessage, caller: Hex): CallResult {
  const { state } = machine
  for (const authorization of tx.authorizations) authorize(state, authorization, chainId)
  const to = hex(tx.to!)
  const target = delegateOf(state.code(to))
  if (target !== undefined) state.warm(target)
  const { value, data: input } = tx
  return machine.call({ kind: 'call', caller, code: to, self: to, value, input, gas, isStatic: false, depth: 0 })
}

const MAX_NONCE = (1n << 64n) - 1n

/** One that is not valid changes nothing. Source: x/vm/keeper/state_transition.go `applyAuthorization`. */
function authorize(state: JournaledState, given: EvmMessage['tx']['authorizations'][number], chainId: bigint): void {
  if ((given.chainId !== 0n && given.chainId !== chainId) || given.nonce === MAX_NONCE) return
  let authority: Hex
  try {
    authority = hex(authorityOf(given))
  } catch {
    return
  }
  state.warm(authority)
  const code = state.code(authority)
  if (code.length > 0 && delegateOf(code) === undefined) return
  if (state.nonce(authority) !== given.nonce) return
  if (state.exists(authority)) state.addRefund(12_500n)
  state.setNonce(authority, given.nonce + 1n)
  const target = hex(given.address)
  state.setCode(authority, target === NOBODY ? NO_BYTES : unhex(`0xef0100${target.slice(2)}`))
}

/** The chain's state as the journal reads it. */
const storedOf = ({ accounts, bank, evm }: EvmParts, ctx: Context): Stored => ({
  account: (address) => {
    const bytes = unhex(address)
    const account = accounts.get(ctx, bytes)
    if (account === undefined) return undefined
    const { amount: balance } = bank.spendableCoin(ctx, bytes, evm.coin(ctx)!.denom)
    return { nonce: account.sequence, balance, codeHash: hex(evm.codeHash(ctx, bytes)) }
  },
  code: (hash) => evm.code(ctx, unhex(hash)),
  storage: (address, slot) => {
    const value = evm.slot(ctx, unhex(address), wordBytes(slot))
    return value === undefined ? 0n : BigInt(hex(value))
  },
  hasStorage: (address) => evm.slots(ctx, unhex(address)).next().done !== true,
})

/** Writes accounts as the journal leaves them. @throws ChainError sdk/4 for coins of an account that may not have any. Source: x/vm/statedb/statedb.go `commitWithCtx` */
function commit(parts: EvmParts, ctx: Context, dirty: readonly StateObject[]): void {
  wrapping('failed to commit stateDB', () => writeAll(parts, ctx, dirty))
}

function writeAll(parts: EvmParts, ctx: Context, dirty: readonly StateObject[]): void {
  for (const object of dirty) {
    const { address: at, code, hasNewCode, codeHash, written } = object
    const address = unhex(at)
    const isNewCode = code !== undefined && hasNewCode
    if (isNewCode) parts.evm.setCode(ctx, unhex(codeHash), code)
    if (!object.isDestroyed || isNewCode)
      wrapping(object.isDestroyed ? 'failed to set account before delete' : 'failed to set account', () =>
        setAccount(parts, ctx, object),
      )
    if (object.isDestroyed) wrapping(`failed to delete account ${at}`, () => deleteAccount(parts, ctx, address))
    else
      for (const slot of [...written.keys()].sort((a, b) => (a < b ? -1 : 1)))
        parts.evm.setSlot(ctx, address, wordBytes(slot), wordBytes(written.get(slot)!))
  }
}

/** A native precompile sees the accounts as they are by then: what cannot be written reverts its call. Source: precompiles/common/precompile.go `RunNativeAction` */
function flush(parts: EvmParts, ctx: Context, { dirty }: JournaledState): void {
  const branch = ctx.branch()
  try {
    writeAll(parts, branch.ctx, dirty)
  } catch (error) {
    if (error instanceof ChainError) throw reverted(errorText(error.log))
    throw error
  } finally {
    branch.discard()
  }
}

/** A text as Solidity reverts with it: `Error(string)`. */
function errorText(text: string): Uint8Array {
  const bytes = toUtf8(text)
  const padded = new Uint8Array(Math.ceil(bytes.length / 32) * 32)
  padded.set(bytes)
  return concatBytes(unhex('0x08c379a0'), wordBytes(32n), wordBytes(BigInt(bytes.length)), padded)
}

const NO_CODE = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

function setAccount(parts: EvmParts, ctx: Context, object: StateObject): void {
  const { accounts, evm } = parts
  const address = unhex(object.address)
  const account = accounts.get(ctx, address) ?? accounts.create(ctx, address)
  if (object.codeHash === `0x${NO_CODE}`) evm.deleteCodeHash(ctx, address)
  else evm.setCodeHash(ctx, address, unhex(object.codeHash))
  accounts.set(ctx, { ...account, sequence: object.nonce })
  setBalance(parts, ctx, address, object.balance)
}

/** Source: x/vm/keeper/statedb.go `SetBalanceWithLocked`. */
function setBalance({ accounts, bank, evm }: EvmParts, ctx: Context, address: Uint8Array, balance: bigint): void {
  const { denom } = evm.coin(ctx)!
  const isModule = accounts.get(ctx, address)?.module !== undefined
  const before = bank.spendableCoin(ctx, address, denom).amount
  if (isModule || (bank.isBlocked(address) && before !== balance))
    throw ErrUnauthorized.error(`${accounts.text(address)} is not allowed to receive funds`)
  const locked = bank.balance(ctx, address, denom).amount - before
  bank.writeBalance(ctx, address, { denom, amount: balance + locked })
}

/** Source: x/vm/keeper/statedb.go `DeleteAccount`. */
function deleteAccount(parts: EvmParts, ctx: Context, address: Uint8Array): void {
  const { accounts, evm } = parts
  const account = accounts.get(ctx, address)
  if (account === undefined) return
  if (!evm.hasCode(ctx, address)) throw plainError('only smart contracts can be self-destructed')
  setBalance(parts, ctx, address, 0n)
  for (const [slot] of Array.from(evm.slots(ctx, address))) evm.deleteSlot(ctx, address, slot)
  evm.deleteCodeHash(ctx, address)
  accounts.remove(ctx, account)
}

function circumstancesOf(
  parts: EvmParts,
  ctx: Context,
  { from, price, baseFee }: EvmMessage,
  flushed: () => void,
): Circumstances {
  const active = new Set(parts.evm.params(ctx).precompiles.map((address) => address.toLowerCase()))
  return {
    origin: hex(from),
    gasPrice: price,
    chainId: parts.chainId,
    number: BigInt(ctx.block.height),
    time: ctx.block.time / 1_000_000_000n,
    coinbase: hex(parts.coinbase(ctx)),
    gasLimit: parts.maxGas,
    baseFee,
    random: (1n << 256n) - 1n,
    // The block of the EVM has no value for it.
    blobBaseFee: () => {
      throw nilPointer()
    },
    blockHash: (number) => {
      const hash = parts.evm.blockHash(ctx, number)
      return hash === undefined ? 0n : BigInt(hex(hash))
    },
    precompile: (address) => {
      const at = ALL.indexOf(address)
      if (at < 0) return undefined
      if (at < OF_ETHEREUM) return ETHEREUM_PRECOMPILES[at] ?? missing(address)
      return active.has(address) ? native(address, flushed) : undefined
    },
  }
}

const words = (input: Uint8Array): bigint => BigInt(Math.ceil(input.length / 32))

/** By address, from 1 on. Source: go-ethereum core/vm/contracts.go. */
const ETHEREUM_PRECOMPILES: readonly (Precompile | undefined)[] = [
  undefined,
  { price: (input) => 60n + 12n * words(input), run: (input) => sha256Of(input) },
  {
    price: (input) => 600n + 120n * words(input),
    run: (input) => {
      const word = new Uint8Array(32)
      word.set(ripemd160(input), 12)
      return word
    },
  },
  { price: (input) => 15n + 3n * words(input), run: (input) => input.slice() },
]

/** One of cosmos/evm: input without a method costs nothing. */
const native = (address: Hex, flushed: () => void): Precompile => ({
  price: (input) => (input.length < 4 ? 0n : missing(address).price(input)),
  run: (input) => {
    flushed()
    throw notSupported(address, input)
  },
})

const notSupported = (address: Hex, input: Uint8Array): NotSupportedError =>
  new NotSupportedError(`the precompile ${address} is not supported yet`, {
    details: [`called with ${input.length} bytes`],
  })

const missing = (address: Hex): Precompile => ({
  price: (input) => {
    throw notSupported(address, input)
  },
  run: () => NO_BYTES,
})

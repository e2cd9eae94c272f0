import { hex, unhex } from '../../evm/internal.js'
import type { StateObject } from '../../evm/execution/sync/index.js'
import { abiWord } from '../../codec/abi/index.js'
import { ErrUnauthorized, plainError, wrapping, type Context } from '../../chain/index.js'
import type { AccountKeeper } from '../../modules/auth/index.js'
import type { BankKeeper } from '../../modules/bank/index.js'
import { UnlimitedMeter, type EvmKeeper } from '../../modules/evm/index.js'

/** What the state of an EVM is in. */
export interface StateParts {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly evm: EvmKeeper
}

export const free = (ctx: Context): Context => ctx.withGasMeter(new UnlimitedMeter(0))

/** The EVM's coin, which the chain keeps in a variable. */
export const denomOf = (evm: EvmKeeper, ctx: Context): string => evm.coin(free(ctx))!.denom

/** Writes accounts as the journal leaves them. @throws ChainError sdk/4 for coins of an account that may not have any. Source: x/vm/statedb/statedb.go `commitWithCtx` */
export function commit(parts: StateParts, ctx: Context, dirty: readonly StateObject[]): void {
  wrapping('failed to commit stateDB', () => writeAll(parts, ctx, dirty))
}

/** @throws ChainError */
export function writeAll(parts: StateParts, ctx: Context, dirty: readonly StateObject[]): void {
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
        parts.evm.setSlot(ctx, address, abiWord(slot), abiWord(written.get(slot)!))
  }
}

const NO_CODE = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

function setAccount(
  parts: StateParts,
  ctx: Context,
  object: Pick<StateObject, 'address' | 'nonce' | 'balance' | 'codeHash'>,
): void {
  const { accounts, evm } = parts
  const address = unhex(object.address)
  const account = accounts.get(ctx, address) ?? accounts.create(ctx, address)
  if (object.codeHash === `0x${NO_CODE}`) evm.deleteCodeHash(ctx, address)
  else evm.setCodeHash(ctx, address, unhex(object.codeHash))
  accounts.set(ctx, { ...account, sequence: object.nonce })
  setBalance(parts, ctx, address, object.balance)
}

/** Source: x/vm/keeper/statedb.go `SetBalanceWithLocked`. */
function setBalance({ accounts, bank, evm }: StateParts, ctx: Context, address: Uint8Array, balance: bigint): void {
  const denom = denomOf(evm, ctx)
  const isModule = accounts.get(ctx, address)?.module !== undefined
  const before = bank.spendableCoin(ctx, address, denom).amount
  if (isModule || (bank.isBlocked(address) && before !== balance))
    throw ErrUnauthorized.error(`${accounts.text(address)} is not allowed to receive funds`)
  const locked = bank.balance(free(ctx), address, denom).amount - before
  bank.writeBalance(ctx, address, { denom, amount: balance + locked })
}

/** Writes an account with another nonce, one that is not there without coins and code. @throws ChainError sdk/4. Source: x/vm/keeper/grpc_query.go `EstimateGas` */
export function setNonce(parts: StateParts, ctx: Context, address: Uint8Array, nonce: bigint): void {
  const { accounts, bank, evm } = parts
  if (accounts.get(ctx, address) === undefined) accounts.open(ctx, address)
  const balance = bank.spendableCoin(ctx, address, denomOf(evm, ctx)).amount
  setAccount(parts, ctx, { address: hex(address), nonce, balance, codeHash: hex(evm.codeHash(ctx, address)) })
}

/** Source: x/vm/keeper/statedb.go `DeleteAccount`. */
function deleteAccount(parts: StateParts, ctx: Context, address: Uint8Array): void {
  const { accounts, evm } = parts
  const account = accounts.get(ctx, address)
  if (account === undefined) return
  if (!evm.hasCode(ctx, address)) throw plainError('only smart contracts can be self-destructed')
  setBalance(parts, ctx, address, 0n)
  for (const [slot] of Array.from(evm.slots(ctx, address))) evm.deleteSlot(ctx, address, slot)
  evm.deleteCodeHash(ctx, address)
  accounts.remove(ctx, account)
}

/** Hash of the code of an account, read as the EVM reads all of it. Undefined for an account without code. Source: x/vm/keeper/statedb.go `GetAccount` */
export function codeHashOf(
  { accounts, bank, evm }: StateParts,
  ctx: Context,
  address: Uint8Array,
): Uint8Array | undefined {
  if (accounts.get(ctx, address) === undefined) return undefined
  bank.spendableCoin(ctx, address, denomOf(evm, ctx))
  accounts.locked(ctx, address)
  return evm.codeHashOf(ctx, address)
}

/** Gives an account code that never runs, and keeps its nonce and coins. Source: x/erc20/keeper/dynamic_precompiles.go `RegisterERC20CodeHash`, x/vm/keeper/statedb.go `SetAccount` */
export function giveCode(parts: StateParts, ctx: Context, address: Uint8Array, hash: Uint8Array): void {
  const { accounts, bank, evm } = parts
  codeHashOf(parts, ctx, address)
  const before = accounts.get(ctx, address)
  evm.setCodeHash(ctx, address, hash)
  accounts.set(ctx, before ?? accounts.create(ctx, address))
  // What is locked is known of an account that was there.
  if (before === undefined) accounts.locked(ctx, address)
  setBalance(parts, ctx, address, bank.spendableCoin(free(ctx), address, denomOf(evm, ctx)).amount)
}

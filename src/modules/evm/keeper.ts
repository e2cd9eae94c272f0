import { keccak_256 } from '@noble/hashes/sha3.js'
import { NO_BYTES, textOf } from '../../base/index.js'
import { BLOCK_TXS, event, walk, type Context } from '../../chain/index.js'
import { decimalTruncate } from '../../codec/index.js'
import { keyBytes, uint64Key, type Key, type Value } from '../../store/index.js'
import { bloomOf } from './bloom.js'
import { coinOf, decodeCoin, encodeCoin, type EvmCoin } from './coin.js'
import type { AccountKeeper, Metadata } from './expected.js'
import {
  CODE_HASH_PREFIX,
  codeHashKey,
  codeKey,
  COIN_KEY,
  EVM_STORE,
  PARAMS_KEY,
  slotKey,
  storagePrefix,
} from './keys.js'
import { decodeParams, encodeParams, type Params } from './params.js'
import { decodeLogs } from './response.js'
import { ETHEREUM_TX_RESPONSE } from './types.js'

/** Hash of no code, which accounts without a row have. */
export const EMPTY_CODE_HASH = keccak_256(NO_BYTES)

/** The contract that serves hashes of blocks. Source: EIP-2935. */
const HISTORY = Uint8Array.from(Buffer.from('0000f90827f1c53a10cb7a02335b175320002935', 'hex'))
const DEFAULT_WINDOW = 8192n

export interface EvmOptions {
  readonly accounts: AccountKeeper
  /** What the bank knows of a denomination. */
  readonly metadata: (ctx: Context, denom: string) => Metadata | undefined
  /** A decimal; undefined while gas has none. */
  readonly baseFee: (ctx: Context) => bigint | undefined
  /** Hash of the header of the block in progress. */
  readonly headerHash: (ctx: Context) => Value
}

/**
 * Code and storage of the EVM's accounts. Their nonces are sequences of accounts, and their balances the bank's.
 * Source: cosmos/evm v0.7.3 x/vm/keeper.
 */
export class EvmKeeper {
  readonly accounts: AccountKeeper
  readonly #options: EvmOptions

  constructor(options: EvmOptions) {
    this.accounts = options.accounts
    this.#options = options
  }

  params(ctx: Context): Params {
    return decodeParams(ctx.store(EVM_STORE).get(PARAMS_KEY) ?? NO_BYTES)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(EVM_STORE).set(PARAMS_KEY, encodeParams(params))
  }

  /** Undefined before genesis. */
  coin(ctx: Context): EvmCoin | undefined {
    const bytes = ctx.store(EVM_STORE).get(COIN_KEY)
    return bytes && decodeCoin(bytes)
  }
  /** Keeps what the bank knows of the coin. @throws ChainError undefined/1 */
  noteCoin(ctx: Context): void {
    const params = this.params(ctx)
    const coin = coinOf(params, this.#options.metadata(ctx, params.denom))
    ctx.store(EVM_STORE).set(COIN_KEY, encodeCoin(coin))
  }

  codeHash(ctx: Context, address: Uint8Array): Uint8Array {
    return this.codeHashOf(ctx, address) ?? EMPTY_CODE_HASH
  }
  /** Undefined for an account without code. */
  codeHashOf(ctx: Context, address: Uint8Array): Uint8Array | undefined {
    return ctx.store(EVM_STORE).get(codeHashKey(address))
  }
  setCodeHash(ctx: Context, address: Uint8Array, hash: Uint8Array): void {
    ctx.store(EVM_STORE).set(codeHashKey(address), hash)
  }
  deleteCodeHash(ctx: Context, address: Uint8Array): void {
    ctx.store(EVM_STORE).delete(codeHashKey(address))
  }
  hasCode(ctx: Context, address: Uint8Array): boolean {
    return ctx.store(EVM_STORE).has(codeHashKey(address))
  }
  code(ctx: Context, hash: Uint8Array): Uint8Array {
    return ctx.store(EVM_STORE).get(codeKey(hash)) ?? NO_BYTES
  }
  setCode(ctx: Context, hash: Uint8Array, code: Uint8Array): void {
    ctx.store(EVM_STORE).set(codeKey(hash), code)
  }

  /** The 32 bytes of a slot; undefined if it is zero. @param slot 32 bytes */
  slot(ctx: Context, address: Uint8Array, slot: Uint8Array): Uint8Array | undefined {
    return ctx.store(EVM_STORE).get(slotKey(address, slot))
  }
  setSlot(ctx: Context, address: Uint8Array, slot: Uint8Array, value: Value): void {
    ctx.store(EVM_STORE).set(slotKey(address, slot), value)
  }

  deleteSlot(ctx: Context, address: Uint8Array, slot: Uint8Array): void {
    ctx.store(EVM_STORE).delete(slotKey(address, slot))
  }

  /** All accounts with code, by address. */
  *contracts(ctx: Context): Generator<readonly [address: Uint8Array, codeHash: Uint8Array]> {
    for (const [key, hash] of walk(ctx.store(EVM_STORE), CODE_HASH_PREFIX)) yield [keyBytes(key.slice(1) as Key), hash]
  }
  /** All slots of an account that are not zero. */
  *slots(ctx: Context, address: Uint8Array): Generator<readonly [slot: Uint8Array, value: Uint8Array]> {
    const prefix = storagePrefix(address)
    for (const [key, value] of walk(ctx.store(EVM_STORE), prefix))
      yield [keyBytes(key.slice(prefix.length) as Key), value]
  }

  /** Tells of the base fee, and keeps the hash of the block for contracts. Source: x/vm/keeper/abci.go `BeginBlock`, `SetHeaderHash`. */
  beginBlock(ctx: Context): void {
    const fee = decimalTruncate(this.#options.baseFee(ctx) ?? 0n)
    ctx.events.emit(event('evm_fee_market', ['base_fee', String(fee)]))
    if (!this.accounts.has(ctx, HISTORY) || !this.hasCode(ctx, HISTORY)) return
    this.setSlot(ctx, HISTORY, this.#historySlot(ctx, BigInt(ctx.block.height)), this.headerHash(ctx))
  }

  /** Hash by which the block in progress is known. */
  headerHash(ctx: Context): Value {
    return this.#options.headerHash(ctx)
  }
  /** Hash of an earlier block; undefined if that is too far back. Source: x/vm/keeper `GetHeaderHash`. */
  blockHash(ctx: Context, height: bigint): Uint8Array | undefined {
    return this.slot(ctx, HISTORY, this.#historySlot(ctx, height))
  }
  #historySlot(ctx: Context, height: bigint): Uint8Array {
    const { historyWindow } = this.params(ctx)
    const slot = new Uint8Array(32)
    slot.set(keyBytes(uint64Key(height % (historyWindow > 0n ? historyWindow : DEFAULT_WINDOW))), 24)
    return slot
  }

  /** Tells of the logs of the block. Source: x/vm/keeper/abci.go `EndBlock`. */
  endBlock(ctx: Context): void {
    const responses = (ctx.value(BLOCK_TXS) ?? []).flatMap(({ msgResponses }) => msgResponses)
    const logs = responses
      .filter(({ typeUrl }) => typeUrl === ETHEREUM_TX_RESPONSE)
      .flatMap(({ value }) => decodeLogs(value))
    ctx.events.emit(event('block_bloom', ['bloom', textOf(bloomOf(logs))]))
  }
}

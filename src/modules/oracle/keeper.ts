import { textOf, NO_BYTES, toUtf8 } from '../../base/index.js'
import { plainError, walk, type Context } from '../../chain/index.js'
import { toUpper } from '../../codec/index.js'
import { CurrencyPairState } from '../../codec/messages/slinky.oracle.v1.js'
import { pairText, parsePair, type CurrencyPair } from '../../codec/neutron/currency-pair.js'
import { keyBytes, type Key } from '../../store/index.js'
import type { Markets } from './expected.js'
import { COUNT_KEY, idKey, idPairKey, NEXT_ID_KEY, pairKey, PAIRS_PREFIX, REMOVED_KEY, STORE } from './records.js'

const uint64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

const NONE_REMOVED = uint64(0n)

/** Prices of pairs of assets. Votes on them are not simulated: see {@link OracleKeeper.setPrice}. Source: slinky v1.2.0 x/oracle/keeper/keeper.go. */
export class OracleKeeper {
  readonly #markets: Markets

  constructor(markets: Markets) {
    this.#markets = markets
  }

  /** Undefined for a pair that the module does not know. */
  state(ctx: Context, pair: CurrencyPair): CurrencyPairState | undefined {
    const bytes = ctx.store(STORE).get(pairKey(pairText(pair)))
    return bytes && CurrencyPairState.decode(bytes)
  }

  /** In the order of their texts. */
  all(ctx: Context): (readonly [pair: CurrencyPair, state: CurrencyPairState])[] {
    return Array.from(walk(ctx.store(STORE), PAIRS_PREFIX), ([key, value]) => [
      parsePair(textOf(keyBytes(key.slice(1) as Key))),
      CurrencyPairState.decode(value),
    ])
  }

  /** By id; the number of pairs is read first, which costs gas. Source: `GetCurrencyPairMapping` */
  byId(ctx: Context): ReadonlyMap<bigint, CurrencyPair> {
    this.#number(ctx, COUNT_KEY)
    return new Map(this.all(ctx).map(([pair, { id }]) => [id, pair]))
  }

  /** Adds a pair without a price. @throws ChainError undefined/1 when it is known. Source: `CreateCurrencyPair` */
  create(ctx: Context, pair: CurrencyPair): void {
    if (ctx.store(STORE).has(pairKey(pairText(pair))))
      throw plainError(`currency pair already exists: ${pairText(pair)}`)
    this.put(ctx, pair, { id: this.#takeId(ctx), nonce: 0n, price: undefined })
    this.setCount(ctx, this.#number(ctx, COUNT_KEY) + 1n)
  }

  /** What the votes of a block write for a pair that is known. Source: `SetPriceForCurrencyPair`. */
  setPrice(ctx: Context, pair: CurrencyPair, price: bigint): void {
    const state = this.state(ctx, pair)
    const { height, time } = ctx.block
    const quote = { price, blockTimestamp: time, blockHeight: BigInt(height) }
    if (state === undefined) this.put(ctx, pair, { id: this.#takeId(ctx), nonce: 0n, price: quote })
    else this.put(ctx, pair, { ...state, nonce: state.nonce + 1n, price: quote })
  }

  /** Those of its market, or 18 for a price in ETHEREUM and 8 for all others. Source: `GetDecimalsForCurrencyPair` */
  decimals(ctx: Context, pair: CurrencyPair): bigint {
    return this.#markets.decimals(ctx, pairText(pair)) ?? (toUpper(pair.quote) === 'ETHEREUM' ? 18n : 8n)
  }

  /** Writes the row of a pair with its indexes; each of them reads the row before. Source: collections v1.4.0 `IndexedMap.Set`, indexes `Reference` */
  put(ctx: Context, pair: CurrencyPair, state: CurrencyPairState): void {
    const store = ctx.store(STORE)
    const text = pairText(pair)
    const listed = this.state(ctx, pair)
    if (listed !== undefined) store.delete(idKey(listed.id))
    if (store.has(idKey(state.id)))
      throw plainError(`collections: conflict: index uniqueness constraint violation: ${state.id}`)
    store.set(idKey(state.id), toUtf8(text))
    const paired = this.state(ctx, pair)
    if (paired !== undefined) store.delete(idPairKey(paired.id, text))
    store.set(idPairKey(state.id, text), NO_BYTES)
    store.set(pairKey(text), CurrencyPairState.encode(state).finish())
  }

  nextId(ctx: Context): bigint {
    return this.#number(ctx, NEXT_ID_KEY)
  }
  setNextId(ctx: Context, id: bigint): void {
    ctx.store(STORE).set(NEXT_ID_KEY, uint64(id))
  }
  /** How many pairs there are. */
  setCount(ctx: Context, count: bigint): void {
    ctx.store(STORE).set(COUNT_KEY, uint64(count))
  }
  /** Begins a block, in which no pair was removed so far. Source: x/oracle/keeper/abci.go `BeginBlocker` */
  resetRemoved(ctx: Context): void {
    ctx.store(STORE).set(REMOVED_KEY, NONE_REMOVED)
  }

  #takeId(ctx: Context): bigint {
    const id = this.nextId(ctx)
    this.setNextId(ctx, id + 1n)
    return id
  }
  #number(ctx: Context, key: Key): bigint {
    const bytes = ctx.store(STORE).get(key)
    return bytes === undefined ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  }
}

import { GoPanic, walk, type Context } from '../../chain/index.js'
import { textOf, NO_BYTES } from '../../base/index.js'
import { denomProblem, type Coin } from '../../codec/index.js'
import { joinKeys, keyBytes, keyOf, textKey, type Key } from '../../store/index.js'
import {
  balanceKey,
  BALANCES_PREFIX,
  balancesOf,
  BANK_STORE,
  HOLDERS_PREFIX,
  holderKey,
  holdersOf,
  SUPPLY_PREFIX,
  supplyKey,
} from './keys.js'

const LIMIT = 1n << 256n

/** An amount as the store holds it: decimal digits. */
const encodeAmount = (amount: bigint): Uint8Array => keyBytes(textKey(amount.toString()))
export const decodeAmount = (bytes: Uint8Array): bigint => BigInt(keyOf(bytes))

export const denomOf = (key: Key): string => textOf(keyBytes(key))

/** @throws GoPanic as `sdk.NewCoin` does */
export function checkedCoin(denom: string, amount: bigint): Coin {
  const problem = denomProblem(denom)
  if (problem !== undefined) throw new GoPanic(problem)
  return { denom, amount }
}

/** @throws GoPanic as `math.Int.Add` does */
export function addAmounts(a: bigint, b: bigint): bigint {
  const sum = a + b
  if (sum >= LIMIT) throw new GoPanic('integer overflow')
  return sum
}

/** 0 when the account has no such balance. Source: x/bank/keeper/view.go `GetBalance`. */
export function getBalance(ctx: Context, address: Uint8Array, denom: string): Coin {
  const bytes = ctx.store(BANK_STORE).get(balanceKey(address, denom))
  return checkedCoin(denom, bytes === undefined ? 0n : decodeAmount(bytes))
}

/** Balance and index of holders in the order of collections' `IndexedMap`; zero removes both. Source: x/bank/keeper/send.go `setBalance`. */
export function setBalance(ctx: Context, address: Uint8Array, { denom, amount }: Coin): void {
  const store = ctx.store(BANK_STORE)
  if (amount === 0n) {
    store.delete(holderKey(denom, address))
    store.delete(balanceKey(address, denom))
    return
  }
  store.set(holderKey(denom, address), NO_BYTES)
  store.set(balanceKey(address, denom), encodeAmount(amount))
}

/** Sorted by denom. Source: `GetAllBalances`. */
export function allBalances(ctx: Context, address: Uint8Array): Coin[] {
  const prefix = joinKeys(BALANCES_PREFIX, balancesOf(address))
  return Array.from(walk(ctx.store(BANK_STORE), prefix), ([key, value]) =>
    checkedCoin(denomOf(key.slice(prefix.length) as Key), decodeAmount(value)),
  )
}

/** Every balance of the chain, by address. Source: `IterateAllBalances`. */
export function* everyBalance(ctx: Context): Generator<{ readonly address: Uint8Array; readonly coin: Coin }> {
  for (const [key, value] of walk(ctx.store(BANK_STORE), BALANCES_PREFIX)) {
    const { address, denom } = balanceAt(key)!
    yield { address, coin: { denom, amount: decodeAmount(value) } }
  }
}

/** Holders of a denom, in address order. Source: x/bank/keeper/view.go `DenomOwners`' index. */
export function* holders(ctx: Context, denom: string): Generator<Uint8Array> {
  const prefix = joinKeys(HOLDERS_PREFIX, holdersOf(denom))
  for (const [key] of walk(ctx.store(BANK_STORE), prefix)) yield keyBytes(key.slice(prefix.length + 1) as Key)
}

/** The account and denom in a balance key; undefined for other keys. */
export function balanceAt(key: Key): { readonly address: Uint8Array; readonly denom: string } | undefined {
  if (!key.startsWith(BALANCES_PREFIX)) return undefined
  const end = 2 + key.charCodeAt(1)
  return { address: keyBytes(key.slice(2, end) as Key), denom: denomOf(key.slice(end) as Key) }
}

/** Source: x/bank/keeper/keeper.go `GetSupply`. */
export function getSupply(ctx: Context, denom: string): Coin {
  const bytes = ctx.store(BANK_STORE).get(supplyKey(denom))
  return checkedCoin(denom, bytes === undefined ? 0n : decodeAmount(bytes))
}

export function setSupply(ctx: Context, { denom, amount }: Coin): void {
  const store = ctx.store(BANK_STORE)
  if (amount === 0n) store.delete(supplyKey(denom))
  else store.set(supplyKey(denom), encodeAmount(amount))
}

/** The supplies of all denoms, sorted. */
export const allSupplies = (ctx: Context): Coin[] =>
  Array.from(walk(ctx.store(BANK_STORE), SUPPLY_PREFIX), ([key, value]) => ({
    denom: denomOf(key.slice(1) as Key),
    amount: decodeAmount(value),
  }))

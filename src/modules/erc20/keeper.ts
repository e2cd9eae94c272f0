import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex, textOf, toUtf8 } from '../../base/index.js'
import { ErrInvalidAddress, walk, type Context } from '../../chain/index.js'
import { ethAddressText, parseEthAddress } from '../../crypto/index.js'
import { asciiKey, byteKey, joinKeys, keyBytes, keyOf, textKey, type Key } from '../../store/index.js'
import { decodeAllowance, encodeAllowance, type Allowance } from './allowances.js'
import { ErrPairDisabled, ErrPairExists, ErrPairNotFound } from './errors.js'
import type { AccountKeeper, EvmKeeper } from './expected.js'
import { decodePair, encodePair, pairId, type TokenPair } from './pairs.js'

/** Source: cosmos/evm v0.7.3 x/erc20/types/keys.go, params.go. */
export const ERC20_STORE = 'erc20'
export const PAIR_PREFIX = byteKey(1)
const BY_CONTRACT_PREFIX = byteKey(2)
const BY_DENOM_PREFIX = byteKey(3)
const ALLOWANCE_PREFIX = byteKey(5)
/** Switches are on if they have a row. */
const SWITCHES = { enabled: asciiKey('EnableErc20'), permissionless: asciiKey('PermissionlessRegistration') } as const
const ON = toUtf8('0x01')

/** Coins whose contract the chain has from the beginning, which can be wrapped, and those that came over a channel. */
const FACES = { native: byteKey(6), dynamic: byteKey(7) } as const
export type Face = keyof typeof FACES

export interface Params {
  readonly enabled: boolean
  /** Whether anybody may register a contract. */
  readonly permissionless: boolean
}

export interface Erc20Options {
  readonly accounts: AccountKeeper
  readonly evm: EvmKeeper
  /** What an account shows as its code if calls of it reach a coin. It never runs. */
  readonly code: Uint8Array
  /** Makes an account if there is none, and gives it code by its hash. */
  readonly giveCode: (ctx: Context, address: Uint8Array, hash: Uint8Array) => void
}

/** Coins that are tokens, too. Source: cosmos/evm v0.7.3 x/erc20/keeper. */
export class Erc20Keeper {
  readonly accounts: AccountKeeper
  readonly #evm: EvmKeeper
  readonly #code: Uint8Array
  readonly #giveCode: Erc20Options['giveCode']

  constructor({ accounts, evm, code, giveCode }: Erc20Options) {
    this.#giveCode = giveCode
    this.accounts = accounts
    this.#evm = evm
    this.#code = code
  }

  params(ctx: Context): Params {
    const store = ctx.store(ERC20_STORE)
    return { enabled: store.has(SWITCHES.enabled), permissionless: store.has(SWITCHES.permissionless) }
  }
  isEnabled(ctx: Context): boolean {
    return ctx.store(ERC20_STORE).has(SWITCHES.enabled)
  }
  setParams(ctx: Context, params: Params): void {
    const store = ctx.store(ERC20_STORE)
    for (const name of ['enabled', 'permissionless'] as const)
      if (params[name]) store.set(SWITCHES[name], ON)
      else store.delete(SWITCHES[name])
  }

  *pairs(ctx: Context): Generator<TokenPair> {
    for (const [, value] of walk(ctx.store(ERC20_STORE), PAIR_PREFIX)) yield decodePair(value)
  }
  /** @param token the address of its contract or its denomination */
  pair(ctx: Context, token: Uint8Array | string): TokenPair | undefined {
    const store = ctx.store(ERC20_STORE)
    const id = store.get(typeof token === 'string' ? denomKey(token) : contractKey(token))
    const bytes = id && store.get(joinKeys(PAIR_PREFIX, keyOf(id)))
    return bytes && decodePair(bytes)
  }
  /** The contract of a coin; that of a voucher follows from its denomination. Undefined for a coin without one. Source: `GetCoinAddress`. */
  contractOf(ctx: Context, denom: string): Uint8Array | undefined {
    const pair = this.pair(ctx, denom)
    if (pair !== undefined) return parseEthAddress(pair.contract)
    const [, hash] = /^ibc\/([0-9a-fA-F]{64})$/.exec(denom) ?? []
    return hash === undefined ? undefined : fromHex(hash).slice(-20)
  }
  /** @throws ChainError erc20/5 for a coin or a contract of another pair. Source: `SetToken`. */
  addPair(ctx: Context, pair: TokenPair): void {
    const store = ctx.store(ERC20_STORE)
    const contract = parseEthAddress(pair.contract)
    if (store.has(denomKey(pair.denom))) throw ErrPairExists.error(`token already exists for denom ${pair.denom}`)
    if (store.has(contractKey(contract)))
      throw ErrPairExists.error(`token already exists for token ${ethAddressText(contract)}`)
    this.setPair(ctx, pair)
    const id = pairId(pair)
    store.set(denomKey(pair.denom), id)
    store.set(contractKey(contract), id)
  }
  setPair(ctx: Context, pair: TokenPair): void {
    ctx.store(ERC20_STORE).set(joinKeys(PAIR_PREFIX, keyOf(pairId(pair))), encodePair(pair))
  }
  /** Deletes a pair, and what owners of its tokens allowed. Source: `DeleteTokenPair`. */
  deletePair(ctx: Context, pair: TokenPair): void {
    const store = ctx.store(ERC20_STORE)
    const contract = parseEthAddress(pair.contract)
    store.delete(joinKeys(PAIR_PREFIX, keyOf(pairId(pair))))
    store.delete(contractKey(contract))
    store.delete(denomKey(pair.denom))
    for (const [key] of Array.from(walk(store, joinKeys(ALLOWANCE_PREFIX, keyOf(contract))))) store.delete(key)
  }
  hasContract(ctx: Context, contract: Uint8Array): boolean {
    return ctx.store(ERC20_STORE).has(contractKey(contract))
  }
  hasDenom(ctx: Context, denom: string): boolean {
    return ctx.store(ERC20_STORE).has(denomKey(denom))
  }
  /** Whether an account is there, and has code. Source: x/vm/keeper/keeper.go `GetAccountWithoutBalance`. */
  hasCode(ctx: Context, address: Uint8Array): boolean {
    return this.accounts.get(ctx, address) !== undefined && this.#evm.codeHashOf(ctx, address) !== undefined
  }

  /** Source: `GetAllowance`. */
  allowance(ctx: Context, contract: Uint8Array, owner: Uint8Array, spender: Uint8Array): bigint {
    const bytes = ctx.store(ERC20_STORE).get(allowanceKey(contract, owner, spender))
    return bytes === undefined ? 0n : decodeAllowance(bytes).value
  }
  /** Source: `SetAllowance`. @throws ChainError erc20/4, erc20/13, sdk/7 */
  approve(ctx: Context, parties: readonly [Uint8Array, Uint8Array, Uint8Array], value: bigint): void {
    const [contract, owner, spender] = parties
    const pair = this.pair(ctx, contract)
    const text = ethAddressText(contract)
    if (pair === undefined) throw ErrPairNotFound.error(`token pair for address '${text}' not registered`)
    if (!pair.enabled) throw ErrPairDisabled.error(`token pair for address '${text}' is disabled`)
    if (owner.every((byte) => byte === 0)) throw ErrInvalidAddress.error('owner address is empty')
    if (spender.every((byte) => byte === 0)) throw ErrInvalidAddress.error('spender address is empty')
    this.setAllowance(ctx, parties, value)
  }
  *allowances(ctx: Context): Generator<Allowance> {
    for (const [, value] of walk(ctx.store(ERC20_STORE), ALLOWANCE_PREFIX)) yield decodeAllowance(value)
  }
  /** Writes the row alone. Source: `setAllowance`, without its checks. */
  setAllowance(ctx: Context, parties: readonly [Uint8Array, Uint8Array, Uint8Array], value: bigint): void {
    const key = allowanceKey(...parties)
    if (value === 0n) ctx.store(ERC20_STORE).delete(key)
    else ctx.store(ERC20_STORE).set(key, encodeAllowance(parties, value))
  }

  /** Addresses as text, in order. */
  faces(ctx: Context, face: Face): string[] {
    return Array.from(walk(ctx.store(ERC20_STORE), FACES[face]), ([key]) => textOf(keyBytes(key.slice(1) as Key)))
  }
  hasFace(ctx: Context, face: Face, address: Uint8Array): boolean {
    return ctx.store(ERC20_STORE).has(faceKey(face, address))
  }
  /** Lets calls of an address reach its coin, and gives it code to show. Source: keeper/precompiles.go `EnableNativePrecompile`, `RegisterERC20CodeHash`. */
  enableFace(ctx: Context, face: Face, address: Uint8Array): void {
    if (!this.hasFace(ctx, face, address)) this.#showCode(ctx, address)
    ctx.store(ERC20_STORE).set(faceKey(face, address), ON)
  }

  #showCode(ctx: Context, address: Uint8Array): void {
    const hash = keccak_256(this.#code)
    if (this.#evm.code(ctx, hash).length === 0) this.#evm.setCode(ctx, hash, this.#code)
    this.#giveCode(ctx, address, hash)
  }
}

const denomKey = (denom: string): Key => joinKeys(BY_DENOM_PREFIX, textKey(denom))
const contractKey = (contract: Uint8Array): Key => joinKeys(BY_CONTRACT_PREFIX, keyOf(contract))
const faceKey = (face: Face, address: Uint8Array): Key => joinKeys(FACES[face], asciiKey(ethAddressText(address)))
const allowanceKey = (contract: Uint8Array, owner: Uint8Array, spender: Uint8Array): Key =>
  joinKeys(ALLOWANCE_PREFIX, keyOf(contract), keyOf(owner), keyOf(spender))

import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { fromHex } from '../../base/index.js'
import { ErrUnauthorized, event, registerError, addressText, wrapping, type Context } from '../../chain/index.js'
import { ethAddressText, parseEthAddress } from '../../crypto/index.js'
import {
  ErrBalanceInvariance,
  ErrDisabled,
  ErrInternalPair,
  ErrNativeConversion,
  ErrPairDisabled,
  ErrPairExists,
  ErrPairNotFound,
  ErrUndefinedOwner,
} from './errors.js'
import type { ConversionParts } from './expected.js'
import type { Erc20Keeper } from './keeper.js'
import type { TokenPair } from './pairs.js'
import { callOf, Tokens } from './tokens.js'

/** Source: cosmos-sdk x/bank/types/errors.go. */
const ErrSendDisabled = registerError('bank', 5, 'send transactions are disabled')
const MODULE = 'erc20'

/** Turns tokens of contracts into coins, and back. Source: cosmos/evm v0.7.3 x/erc20/keeper/msg_server.go, convert.go, proposals.go. */
export class Conversions {
  readonly keeper: Erc20Keeper
  readonly #parts: ConversionParts
  readonly #tokens: Tokens

  constructor(keeper: Erc20Keeper, parts: ConversionParts) {
    this.keeper = keeper
    this.#parts = parts
    this.#tokens = new Tokens(parts)
  }

  get authority(): string {
    return this.#parts.authority
  }

  /** Tokens become coins. @param isNested whether it is done within a call of the EVM @throws ChainError */
  toCoins(
    ctx: Context,
    contract: Uint8Array,
    amount: bigint,
    receiver: Uint8Array,
    sender: Uint8Array,
    isNested = false,
  ): void {
    const { bank, address } = this.#parts
    const pair = this.#enabledPair(ctx, receiver, contract)
    if (!this.#isConvertible(ctx, pair)) return
    const { denom } = pair
    const before = bank.balance(ctx, receiver, denom).amount
    const escrowed = this.#tokens.balance(ctx, contract, address)
    this.#tokens.transfer(ctx, contract, [sender, address, amount], 'failed to execute transfer', isNested)
    this.#assertTokens(ctx, contract, address, escrowed + amount)
    const coins = [{ denom, amount }]
    bank.mint(ctx, MODULE, coins)
    bank.sendFromModule(ctx, MODULE, receiver, coins)
    const after = bank.balance(ctx, receiver, denom).amount
    if (after !== before + amount)
      throw ErrBalanceInvariance.error(
        `invalid coin balance - expected: ${before + amount}${denom}, actual: ${after}${denom}`,
      )
    ctx.events.emit(
      event(
        'convert_erc20',
        ['sender', ethAddressText(sender)],
        ['receiver', addressText(ctx.prefix, receiver)],
        ['amount', String(amount)],
        ['cosmos_coin', denom],
        ['erc20_token', ethAddressText(contract)],
      ),
    )
  }

  /** Coins become tokens. @throws ChainError */
  toTokens(ctx: Context, denom: string, amount: bigint, receiver: Uint8Array, sender: Uint8Array): void {
    const pair = this.#enabledPair(ctx, receiver, denom)
    if (this.#isConvertible(ctx, pair)) this.convert(ctx, pair, amount, receiver, sender)
  }

  /** Coins of a pair become tokens, whether or not the pair is enabled. @throws ChainError. Source: `ConvertCoinNativeERC20` */
  convert(ctx: Context, pair: TokenPair, amount: bigint, receiver: Uint8Array, sender: Uint8Array): void {
    const { bank, address } = this.#parts
    const contract = parseEthAddress(pair.contract)
    const before = this.#tokens.balance(ctx, contract, receiver)
    const coins = [{ denom: pair.denom, amount }]
    wrapping('failed to escrow coins', () => bank.sendToModule(ctx, sender, MODULE, coins))
    callOf('transfer', contract, () =>
      this.#tokens.transfer(ctx, contract, [address, receiver, amount], 'failed to execute unescrow tokens from user'),
    )
    this.#assertTokens(ctx, contract, receiver, before + amount)
    wrapping('failed to burn coins', () => bank.burn(ctx, MODULE, coins))
  }

  /** Coins that came over a channel become tokens of their receiver. @throws ChainError */
  arrived(ctx: Context, { denom }: TokenPair, amount: bigint, receiver: Uint8Array): void {
    let pair: TokenPair
    try {
      pair = this.#enabledPair(ctx, receiver, denom)
    } catch (error) {
      const who = addressText(ctx.prefix, receiver)
      ctx.events.emit(
        event('erc20_callback_failure', ['convert_coin', 'mint_failure'], ['cosmos_coin', denom], ['receiver', who]),
      )
      throw error
    }
    this.convert(ctx, pair, amount, receiver, receiver)
  }

  /** A pair for a coin that came over a channel, whose contract is the chain's. @throws ChainError erc20/5. Source: `RegisterERC20Extension` */
  registerVoucher(ctx: Context, denom: string): TokenPair {
    const address = fromHex(denom.slice('ibc/'.length)).slice(-20)
    const contract = ethAddressText(address)
    if (this.#parts.codeHash(ctx, address) !== undefined)
      throw ErrPairExists.error(`token already exists for token ${contract}`)
    const pair: TokenPair = { contract, denom, enabled: true, owner: 'OWNER_MODULE' }
    this.keeper.addPair(ctx, pair)
    this.keeper.enableFace(ctx, 'dynamic', address)
    return pair
  }

  /** A pair for a contract, whose coin is called after it. @throws ChainError */
  register(ctx: Context, contract: Uint8Array): TokenPair {
    const text = ethAddressText(contract)
    if (this.keeper.hasContract(ctx, contract))
      throw ErrPairExists.error(`token ERC20 contract already registered: ${text}`)
    const denom = wrapping('failed to create wrapped coin denom metadata for ERC20', () =>
      this.#describe(ctx, contract, text),
    )
    const pair: TokenPair = { contract: text, denom, enabled: true, owner: 'OWNER_EXTERNAL' }
    this.keeper.addPair(ctx, pair)
    return pair
  }

  /** Lets conversions of a pair be, or refuses them. @param token address of its contract, or its denomination @throws ChainError */
  toggle(ctx: Context, token: Uint8Array | string): TokenPair {
    const pair = this.#pair(ctx, token)
    const toggled = { ...pair, enabled: !pair.enabled }
    this.keeper.setPair(ctx, toggled)
    return toggled
  }

  /** Tells the bank of the coin. @returns its denomination */
  #describe(ctx: Context, contract: Uint8Array, text: string): string {
    const { bank } = this.#parts
    const { name, symbol, decimals } = this.#tokens.describe(ctx, contract)
    const base = `erc20:${text}`
    if (bank.metadata(ctx, base) !== undefined) throw ErrInternalPair.error('denom metadata already registered')
    if (this.keeper.hasDenom(ctx, base)) throw ErrInternalPair.error(`coin denomination already registered: ${name}`)
    const unit = { denom: base, exponent: 0, aliases: [] }
    const display = decimals > 0n ? sanitized(name) : base
    const metadata: Metadata = {
      description: `Cosmos coin token representation of ${text}`,
      base,
      denomUnits: decimals > 0n ? [unit, { denom: display, exponent: Number(decimals), aliases: [] }] : [unit],
      name: base,
      symbol,
      display,
      uri: '',
      uriHash: '',
    }
    wrapping(`ERC20 token data is invalid for contract ${text}`, () => bank.validateMetadata(metadata))
    bank.setMetadata(ctx, metadata)
    return base
  }

  #pair(ctx: Context, token: Uint8Array | string): TokenPair {
    const pair = this.keeper.pair(ctx, token)
    if (pair === undefined) throw ErrPairNotFound.error(`token '${textOf(token)}' not registered by id`)
    return pair
  }

  /** Source: x/erc20/keeper/mint.go `MintingEnabled`. */
  #enabledPair(ctx: Context, receiver: Uint8Array, token: Uint8Array | string): TokenPair {
    const { bank } = this.#parts
    if (!this.keeper.isEnabled(ctx)) throw ErrDisabled.error('module is currently disabled by governance')
    const pair = this.#pair(ctx, token)
    const text = textOf(token)
    if (!pair.enabled) throw ErrPairDisabled.error(`minting token '${text}' is not enabled by governance`)
    if (bank.isBlocked(receiver))
      throw ErrUnauthorized.error(`${addressText(ctx.prefix, receiver)} is not allowed to receive transactions`)
    if (!bank.isSendEnabled(ctx, pair.denom))
      throw ErrSendDisabled.error(`minting '${text}' coins to an external address is currently disabled`)
    return pair
  }

  /** Drops the pair of a contract that is gone. @throws ChainError for a pair that the module owns */
  #isConvertible(ctx: Context, pair: TokenPair): boolean {
    if (pair.owner === 'OWNER_MODULE') throw ErrNativeConversion.error()
    if (pair.owner !== 'OWNER_EXTERNAL') throw ErrUndefinedOwner.error()
    if (this.keeper.hasCode(ctx, parseEthAddress(pair.contract))) return true
    this.keeper.deletePair(ctx, pair)
    return false
  }

  #assertTokens(ctx: Context, contract: Uint8Array, account: Uint8Array, expected: bigint): void {
    const actual = this.#tokens.balance(ctx, contract, account)
    if (actual !== expected)
      throw ErrBalanceInvariance.error(`invalid token balance - expected: ${expected}, actual: ${actual}`)
  }
}

const textOf = (token: Uint8Array | string): string => (typeof token === 'string' ? token : ethAddressText(token))

/** A name as a denomination. Source: x/erc20/types/utils.go `SanitizeERC20Name`. */
function sanitized(name: string): string {
  const cut = name
    .replace(/^\d+/gm, '')
    .replace(/^[^A-Za-z]|[^a-zA-Z0-9/:-]/g, '')
    .slice(0, 128)
  return cut.replace(/^(?:ibc\/|erc20[/:])+/, '')
}

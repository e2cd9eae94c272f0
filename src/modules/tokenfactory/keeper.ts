import { equalBytes, textOf, NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  addressText,
  GrpcError,
  parseAccAddress,
  plainError,
  rethrowing,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { prefixEnd, type KVStore } from '../../store/index.js'
import { remember, type Coin } from '../../codec/index.js'
import { Params } from '../../codec/messages/osmosis.tokenfactory.js'
import { DenomAuthorityMetadata } from '../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { creatorOf, tokenDenom } from './denoms.js'
import type { AccountKeeper, BankKeeper, BankSettings, WasmKeeper } from './expected.js'
import type { Factory } from './factory.js'
import { authorityKey, creatorKey, CREATORS_PREFIX, denomsOf, escrowKey, hookKey, PARAMS_KEY } from './keys.js'
import { DEFAULT_PARAMS } from './params.js'

export interface FactoryOptions {
  readonly factory: Factory
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly settings: BankSettings
  readonly wasm: WasmKeeper
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
  /** Names of all module accounts: tokens cannot be minted to or burned from them. */
  readonly knownModules: readonly string[]
}

const decode = remember(Params.decode)

/**
 * Denoms that anybody may create and that belong to their admin. Its {@link sendHooks} call contracts where the chain's bank has them.
 * Source: neutron x/tokenfactory/keeper, x/coinfactory/keeper (06e81b9f).
 */
export class FactoryKeeper {
  readonly factory: Factory
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly settings: BankSettings
  readonly authority: string
  /** Sorted. */
  readonly knownModules: readonly string[]
  readonly wasm: WasmKeeper

  constructor(options: FactoryOptions) {
    this.factory = options.factory
    this.accounts = options.accounts
    this.bank = options.bank
    this.settings = options.settings
    this.authority = options.authority
    this.knownModules = [...options.knownModules].sort()
    this.wasm = options.wasm
  }

  params(ctx: Context): Params {
    const bytes = this.#store(ctx).get(PARAMS_KEY)
    return bytes === undefined ? DEFAULT_PARAMS : decode(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    this.#store(ctx).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** Bech32 address of the denom's admin, who may mint and burn; '' for no admin or an unknown denom. */
  admin(ctx: Context, denom: string): string {
    return DenomAuthorityMetadata.decode(this.#store(ctx).get(authorityKey(denom)) ?? NO_BYTES).admin
  }
  /** @throws ChainError undefined/1 for an invalid address */
  setAdmin(ctx: Context, denom: string, admin: string): void {
    if (admin !== '') parseAccAddress(ctx.prefix, admin)
    this.#store(ctx).set(authorityKey(denom), DenomAuthorityMetadata.encode({ admin }).finish())
  }
  /** Sets the admin like {@link setAdmin}, but reads the existing one first. */
  changeAdmin(ctx: Context, denom: string, admin: string): void {
    this.admin(ctx, denom)
    this.setAdmin(ctx, denom, admin)
  }

  /** The contract to be called before coins are sent; '' for none. */
  hook(ctx: Context, denom: string): string {
    const bytes = this.#store(ctx).get(hookKey(denom))
    return bytes === undefined ? '' : textOf(bytes)
  }
  /** @throws ChainError 4 of the factory, undefined/1 */
  setHook(ctx: Context, denom: string, contract: string): void {
    this.creatorOf(ctx, denom)
    if (contract === '') return this.#store(ctx).delete(hookKey(denom))
    parseAccAddress(ctx.prefix, contract)
    this.#store(ctx).set(hookKey(denom), toUtf8(contract))
  }
  /** @throws ChainError 14 of the factory. Source: `AssertIsHookWhitelisted`. */
  assertWhitelisted(ctx: Context, denom: string, contract: Uint8Array): void {
    const { hookNotWhitelisted } = this.factory.errors
    const info = this.wasm.contractInfo(ctx, contract)
    if (info === undefined)
      throw hookNotWhitelisted.error(`contract with address (${addressText(ctx.prefix, contract)}) does not exist`)
    const { whitelistedHooks } = this.params(ctx)
    const creator = rethrowing(
      () => hookNotWhitelisted.error(`invalid denom: ${denom}`),
      () => this.creatorOf(ctx, denom),
    )
    if (!whitelistedHooks.some((hook) => hook.codeId === info.codeId && hook.denomCreator === creator))
      throw hookNotWhitelisted.error(
        `no whitelist for contract with codeID (${info.codeId}) and denomCreator (${creator}) `,
      )
  }

  /** @returns the denom. @throws ChainError undefined/1, 2, 8, 9 and 5 of the factory, or of bank. Source: `CreateDenom`. */
  create(ctx: Context, creator: string, subdenom: string): string {
    if (this.bank.hasSupply(ctx, subdenom))
      throw plainError(
        "temporary error until IBC bug is sorted out, can't create subdenoms that are the same as a native denom",
      )
    const denom = tokenDenom(this.factory, creator, subdenom)
    if (this.settings.getMetadata(ctx, denom) !== undefined) throw this.factory.errors.denomExists.error()
    this.#charge(ctx, creator)
    this.open(ctx, creator, denom)
    return denom
  }

  /** Source: `chargeForCreateDenom`. */
  #charge(ctx: Context, creator: string): void {
    const { denomCreationFee, denomCreationGasConsume, feeCollectorAddress } = this.params(ctx)
    if (denomCreationFee.length > 0) {
      const payer = parseAccAddress(ctx.prefix, creator)
      const collector = wrapping(
        ({ log }) => `wrong fee collector address: ${log}`,
        () => parseAccAddress(ctx.prefix, feeCollectorAddress),
      )
      wrapping('unable to send coins to fee collector', () => this.bank.send(ctx, payer, collector, denomCreationFee))
    }
    if (denomCreationGasConsume !== 0n)
      ctx.gasMeter.consume(Number(denomCreationGasConsume), 'consume denom creation gas')
  }

  /** Source: `createDenomAfterValidation`. */
  open(ctx: Context, creator: string, denom: string): void {
    if (this.settings.getMetadata(ctx, denom) === undefined)
      this.settings.setMetadata(ctx, {
        description: '',
        denomUnits: [{ denom, exponent: 0, aliases: [] }],
        base: denom,
        display: denom,
        name: denom,
        symbol: denom,
        uri: '',
        uriHash: '',
      })
    this.setAdmin(ctx, denom, creator)
    this.#store(ctx).set(creatorKey(creator, denom), toUtf8(denom))
  }

  /** Denoms of one creator (bech32), or of all. */
  denoms(ctx: Context, creator?: string): string[] {
    const prefix = creator === undefined ? CREATORS_PREFIX : denomsOf(creator)
    const rows = this.#store(ctx).iterator(prefix, prefixEnd(prefix))
    const denoms: string[] = []
    for (; rows.valid; rows.next()) denoms.push(textOf(rows.value))
    rows.close()
    return denoms
  }

  /** @throws ChainError; GrpcError Internal for an account that cannot be minted to. Source: `mintTo`. */
  mintTo(ctx: Context, amount: Coin, to: string): void {
    this.creatorOf(ctx, amount.denom)
    const receiver = parseAccAddress(ctx.prefix, to)
    this.#assertOwn(ctx, receiver, 'minting to module accounts', 'minting to IBC escrow accounts')
    this.bank.mint(ctx, this.factory.name, [amount])
    this.bank.sendFromModule(ctx, this.factory.name, receiver, [amount])
  }

  /** Source: `burnFrom`. */
  burnFrom(ctx: Context, amount: Coin, from: string): void {
    this.creatorOf(ctx, amount.denom)
    const owner = parseAccAddress(ctx.prefix, from)
    this.#assertOwn(ctx, owner, 'burning from module accounts', 'burning from IBC escrow accounts')
    this.bank.sendToModule(ctx, owner, this.factory.name, [amount])
    this.bank.burn(ctx, this.factory.name, [amount])
  }

  /** Source: `forceTransfer`. */
  forceTransfer(ctx: Context, amount: Coin, from: string, to: string): void {
    this.creatorOf(ctx, amount.denom)
    const [owner, receiver] = [parseAccAddress(ctx.prefix, from), parseAccAddress(ctx.prefix, to)]
    const sides = [
      [owner, 'from'],
      [receiver, 'to'],
    ] as const
    for (const [address, side] of sides)
      if (this.#isModuleAccount(ctx, address)) throw forbidden(`force transfer ${side} module accounts`)
    for (const [address, side] of sides)
      if (this.isEscrow(ctx, address)) throw forbidden(`force transfer ${side} IBC escrow accounts`)
    this.bank.send(ctx, owner, receiver, amount.amount === 0n ? [] : [amount])
  }

  /** Records an escrow account; the transfer module does this for each channel. Source: `StoreEscrowAddress`. */
  addEscrow(ctx: Context, address: Uint8Array): void {
    this.#store(ctx).set(escrowKey(address), Uint8Array.of(0))
  }
  isEscrow(ctx: Context, address: Uint8Array): boolean {
    return (this.#store(ctx).get(escrowKey(address))?.length ?? 0) > 0
  }

  /** The creator of a denom of this factory. @throws ChainError 4 of the factory, undefined/1 */
  creatorOf(ctx: Context, denom: string): string {
    return creatorOf(this.factory, ctx.prefix, denom)
  }

  #store(ctx: Context): KVStore {
    return ctx.store(this.factory.name)
  }

  #assertOwn(ctx: Context, address: Uint8Array, ofModules: string, ofEscrows: string): void {
    if (this.#isModuleAccount(ctx, address)) throw forbidden(ofModules)
    if (this.isEscrow(ctx, address)) throw forbidden(ofEscrows)
  }

  /** Reads one module account after another until it finds the address. */
  #isModuleAccount(ctx: Context, address: Uint8Array): boolean {
    return this.knownModules.some((name) => {
      const account = this.accounts.moduleAccount(ctx, name)
      return account !== undefined && equalBytes(account.address, address)
    })
  }
}

const forbidden = (what: string): GrpcError => new GrpcError('Internal', `${what} is forbidden`)

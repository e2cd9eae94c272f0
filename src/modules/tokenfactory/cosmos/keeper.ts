import { NO_BYTES, textOf, toUtf8 } from '../../../base/index.js'
import { addressText, parseAccAddress, plainError, reworded, type Context } from '../../../chain/index.js'
import { remember, type Coin } from '../../../codec/index.js'
import { Params } from '../../../codec/messages/osmosis.tokenfactory.js'
import { DenomAuthorityMetadata } from '../../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { byteKey, prefixEnd, type KVStore } from '../../../store/index.js'
import { creatorOf, tokenDenom } from '../denoms.js'
import type { BankKeeper, BankSettings } from '../expected.js'
import { TOKEN_FACTORY } from '../factory.js'
import { authorityKey, creatorKey, CREATORS_PREFIX, denomsOf } from '../keys.js'

const NAME = 'tokenfactory'
/** Source: cosmos/tokenfactory v0.53.5 x/tokenfactory/types/keys.go. */
const PARAMS_KEY = byteKey(0)

const { errors } = TOKEN_FACTORY
/** Neutron's factory has another error of this number. */
export const ErrCapabilityNotEnabled = reworded(errors.burnFromModuleAccount, 'this capability is not enabled on chain')

/** What an app may leave out. Source: cosmos/tokenfactory v0.53.5 x/tokenfactory/types/capabilities.go. */
export type Capability = 'metadata' | 'burn from' | 'force transfer'

const NO_PARAMS: Params = {
  denomCreationFee: [],
  denomCreationGasConsume: 0n,
  feeCollectorAddress: '',
  whitelistedHooks: [],
}

const decode = remember(Params.decode)

export interface CosmosFactoryOptions {
  readonly bank: BankKeeper & { isBlocked(address: Uint8Array): boolean }
  readonly settings: BankSettings
  /** Receives the fee for a new denomination. */
  readonly pool: { fundPool(ctx: Context, amount: readonly Coin[], sender: Uint8Array): void }
  /** Bech32. */
  readonly authority: string
  readonly capabilities: ReadonlySet<Capability>
}

/** Denoms that anybody may create and that belong to their admin, without hooks. Source: cosmos/tokenfactory v0.53.5 x/tokenfactory/keeper. */
export class CosmosFactoryKeeper {
  readonly bank: CosmosFactoryOptions['bank']
  readonly settings: BankSettings
  readonly authority: string
  readonly capabilities: ReadonlySet<Capability>
  readonly #pool: CosmosFactoryOptions['pool']

  constructor(options: CosmosFactoryOptions) {
    this.bank = options.bank
    this.settings = options.settings
    this.authority = options.authority
    this.capabilities = options.capabilities
    this.#pool = options.pool
  }

  params(ctx: Context): Params {
    const bytes = store(ctx).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : decode(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    store(ctx).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** Bech32 address of the admin; '' for no admin or an unknown denom. */
  admin(ctx: Context, denom: string): string {
    return DenomAuthorityMetadata.decode(store(ctx).get(authorityKey(denom)) ?? NO_BYTES).admin
  }
  /** @throws ChainError undefined/1 for an invalid address */
  setAdmin(ctx: Context, denom: string, admin: string): void {
    if (admin !== '') parseAccAddress(ctx.prefix, admin)
    store(ctx).set(authorityKey(denom), DenomAuthorityMetadata.encode({ admin }).finish())
  }

  /** @returns the denom @throws ChainError tokenfactory/2, or of its fee. Source: `CreateDenom`. */
  create(ctx: Context, creator: string, subdenom: string): string {
    const denom = tokenDenom(TOKEN_FACTORY, creator, subdenom)
    if (this.settings.getMetadata(ctx, denom) !== undefined) throw errors.denomExists.error()
    const { denomCreationFee, denomCreationGasConsume: gas } = this.params(ctx)
    if (denomCreationFee.length > 0) this.#pool.fundPool(ctx, denomCreationFee, parseAccAddress(ctx.prefix, creator))
    if (gas !== 0n) ctx.gasMeter.consume(Number(gas), 'consume denom creation gas')
    this.open(ctx, creator, denom)
    return denom
  }

  /** Source: `createDenomAfterValidation`. */
  open(ctx: Context, creator: string, denom: string): void {
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
    store(ctx).set(creatorKey(creator, denom), toUtf8(denom))
  }

  /** Denoms of one creator (bech32), or of all. */
  denoms(ctx: Context, creator?: string): string[] {
    const prefix = creator === undefined ? CREATORS_PREFIX : denomsOf(creator)
    const rows = store(ctx).iterator(prefix, prefixEnd(prefix))
    const denoms: string[] = []
    for (; rows.valid; rows.next()) denoms.push(textOf(rows.value))
    rows.close()
    return denoms
  }

  /** @throws ChainError. Source: `mintTo`, which mints before it looks at the receiver. */
  mintTo(ctx: Context, amount: Coin, to: string): void {
    creatorOf(TOKEN_FACTORY, ctx.prefix, amount.denom)
    this.bank.mint(ctx, NAME, [amount])
    const receiver = parseAccAddress(ctx.prefix, to)
    this.#assertOpen(ctx, receiver, 'mint to')
    this.bank.sendFromModule(ctx, NAME, receiver, [amount])
  }

  /** @throws ChainError. Source: `burnFrom`. */
  burnFrom(ctx: Context, amount: Coin, from: string): void {
    creatorOf(TOKEN_FACTORY, ctx.prefix, amount.denom)
    const owner = parseAccAddress(ctx.prefix, from)
    this.#assertOpen(ctx, owner, 'burn from')
    this.bank.sendToModule(ctx, owner, NAME, [amount])
    this.bank.burn(ctx, NAME, [amount])
  }

  #assertOpen(ctx: Context, address: Uint8Array, what: string): void {
    if (this.bank.isBlocked(address))
      throw plainError(`failed to ${what} blocked address: ${addressText(ctx.prefix, address)}`)
  }
}

const store = (ctx: Context): KVStore => ctx.store(NAME)

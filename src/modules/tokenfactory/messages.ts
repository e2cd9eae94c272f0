import type { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { NO_BYTES, toUtf8 } from '../../base/index.js'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  ErrInvalidRequest,
  event,
  message,
  parseAccAddress,
  rethrowing,
  wrapError,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { coinText, denomProblem, type Coin } from '../../codec/index.js'
import {
  MsgBurn,
  MsgChangeAdmin,
  MsgCreateDenom,
  MsgCreateDenomResponse,
  MsgForceTransfer,
  MsgMint,
  MsgSetBeforeSendHook,
  MsgSetDenomMetadata,
  MsgUpdateParams,
} from '../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { tokenDenom } from './denoms.js'
import type { FactoryKeeper } from './keeper.js'
import { metadataText } from './metadata-text.js'
import { validateParams } from './params.js'

/** A coin in a message; in Go the amount may be nil. */
export interface MaybeCoin {
  readonly denom: string
  readonly amount: bigint | undefined
}

/** The messages by name; `ctx` gets their events. Source: neutron x/tokenfactory/keeper/msg_server.go, types/msgs.go. */
export const handlers = (keeper: FactoryKeeper) => ({
  /** @returns the denom */
  createDenom: (ctx: Context, sender: string, subdenom: string): string => {
    validated('MsgCreateDenom', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      rethrowing(
        (error) => keeper.factory.errors.invalidDenom.error(error.log),
        () => tokenDenom(keeper.factory, sender, subdenom),
      )
    })
    const denom = keeper.create(ctx, sender, subdenom)
    ctx.events.emit(event('create_denom', ['creator', sender], ['new_token_denom', denom]))
    return denom
  },

  mint: (ctx: Context, sender: string, coin: MaybeCoin, mintTo: string): void => {
    const amount = validated('MsgMint', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      if (mintTo !== '') assertAddress(ctx, mintTo, 'Invalid mint_to_address')
      return positive(coin)
    })
    if (keeper.settings.getMetadata(ctx, amount.denom) === undefined)
      throw keeper.factory.errors.denomDoesNotExist.error(`denom: ${amount.denom}`)
    assertAdmin(keeper, ctx, sender, amount.denom)
    const receiver = mintTo === '' ? sender : mintTo
    keeper.mintTo(ctx, amount, receiver)
    ctx.events.emit(event('tf_mint', ['mint_to_address', receiver], ['amount', coinText(amount)]))
  },

  burn: (ctx: Context, sender: string, coin: MaybeCoin, burnFrom: string): void => {
    const amount = validated('MsgBurn', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      if (burnFrom !== '') assertAddress(ctx, burnFrom, 'Invalid burn_from_address')
      return positive(coin)
    })
    assertAdmin(keeper, ctx, sender, amount.denom)
    const owner = burnFrom === '' ? sender : burnFrom
    // The reference uses the bytes of the text as the address here.
    if (keeper.accounts.get(ctx, toUtf8(owner))?.module !== undefined)
      throw keeper.factory.errors.burnFromModuleAccount.error()
    keeper.burnFrom(ctx, amount, owner)
    ctx.events.emit(event('tf_burn', ['burn_from_address', owner], ['amount', coinText(amount)]))
  },

  forceTransfer: (ctx: Context, sender: string, coin: MaybeCoin, from: string, to: string): void => {
    const amount = validated('MsgForceTransfer', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      assertAddress(ctx, from, 'Invalid address')
      assertAddress(ctx, to, 'Invalid address')
      return valid(coin)
    })
    assertAdmin(keeper, ctx, sender, amount.denom)
    keeper.forceTransfer(ctx, amount, from, to)
    ctx.events.emit(
      event(
        'force_transfer',
        ['transfer_from_address', from],
        ['transfer_to_address', to],
        ['amount', coinText(amount)],
      ),
    )
  },

  changeAdmin: (ctx: Context, sender: string, denom: string, newAdmin: string): void => {
    validated('MsgChangeAdmin', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      assertAddress(ctx, newAdmin, 'Invalid address')
      keeper.creatorOf(ctx, denom)
    })
    const admin = keeper.admin(ctx, denom)
    if (sender !== admin)
      throw keeper.factory.errors.unauthorized.error(`need: ${admin}, received: ${sender}, denom: ${denom}`)
    keeper.changeAdmin(ctx, denom, newAdmin)
    ctx.events.emit(event('change_admin', ['denom', denom], ['new_admin', newAdmin]))
  },

  setMetadata: (ctx: Context, sender: string, metadata: Metadata): void => {
    validated('MsgSetDenomMetadata', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      keeper.settings.validateMetadata(metadata)
      keeper.creatorOf(ctx, metadata.base)
    })
    assertAdmin(keeper, ctx, sender, metadata.base)
    keeper.settings.setMetadata(ctx, metadata)
    ctx.events.emit(event('set_denom_metadata', ['denom', metadata.base], ['denom_metadata', metadataText(metadata)]))
  },

  setHook: (ctx: Context, sender: string, denom: string, contract: string): void => {
    validated('MsgSetBeforeSendHook', () => {
      assertAddress(ctx, sender, 'Invalid sender address')
      if (contract !== '') assertAddress(ctx, contract, 'Invalid cosmwasm contract address')
      rethrowing(
        () => keeper.factory.errors.invalidDenom.error(),
        () => keeper.creatorOf(ctx, denom),
      )
    })
    assertAdmin(keeper, ctx, sender, denom)
    if (contract !== '') keeper.assertWhitelisted(ctx, denom, parseAccAddress(ctx.prefix, contract))
    keeper.setHook(ctx, denom, contract)
    ctx.events.emit(event('set_before_send_hook', ['denom', denom], ['before_send_hook_address', contract]))
  },
})

/** A message that its sender signs, in the package of the factory: both packages have the same messages. */
function entry<T extends { readonly sender: string }>(
  keeper: FactoryKeeper,
  { typeUrl, decode }: { readonly typeUrl: string; readonly decode: (value: Uint8Array) => T },
  handle: (ctx: Context, msg: T) => Uint8Array | void,
) {
  return message<T>({
    typeUrl: inPackage(keeper, typeUrl),
    decode,
    signers: ({ sender }) => [sender],
    handle: (ctx, msg) => handle(ctx, msg) ?? NO_BYTES,
  })
}

const inPackage = ({ factory }: FactoryKeeper, typeUrl: string): string =>
  `/${factory.package}${typeUrl.slice(typeUrl.lastIndexOf('.'))}`

export function factoryMessages(keeper: FactoryKeeper): Messages {
  const handle = handlers(keeper)
  return Object.fromEntries([
    entry(keeper, MsgCreateDenom, (ctx, { sender, subdenom }) =>
      MsgCreateDenomResponse.encode({ newTokenDenom: handle.createDenom(ctx, sender, subdenom) }).finish(),
    ),
    entry(keeper, MsgMint, (ctx, { sender, amount, mintToAddress }) => handle.mint(ctx, sender, amount, mintToAddress)),
    entry(keeper, MsgBurn, (ctx, { sender, amount, burnFromAddress }) =>
      handle.burn(ctx, sender, amount, burnFromAddress),
    ),
    entry(keeper, MsgForceTransfer, (ctx, { sender, amount, transferFromAddress, transferToAddress }) =>
      handle.forceTransfer(ctx, sender, amount, transferFromAddress, transferToAddress),
    ),
    entry(keeper, MsgChangeAdmin, (ctx, { sender, denom, newAdmin }) =>
      handle.changeAdmin(ctx, sender, denom, newAdmin),
    ),
    entry(keeper, MsgSetDenomMetadata, (ctx, { sender, metadata }) => handle.setMetadata(ctx, sender, metadata)),
    entry(keeper, MsgSetBeforeSendHook, (ctx, { sender, denom, contractAddr }) =>
      handle.setHook(ctx, sender, denom, contractAddr),
    ),
    message<MsgUpdateParams>({
      ...MsgUpdateParams,
      typeUrl: inPackage(keeper, MsgUpdateParams.typeUrl),
      signers: ({ authority }) => [authority],
      handle: (ctx, { authority, params }) => {
        validated('MsgUpdateParams', () => {
          rethrowing(
            (error) => wrapError(error, 'authority is invalid'),
            () => parseAccAddress(ctx.prefix, authority),
          )
          validateParams(ctx.prefix, params)
        })
        assertAuthority(ctx, keeper.authority, authority, ErrInvalidRequest)
        keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])
}

const validated = <T>(type: string, check: () => T): T =>
  rethrowing((error) => wrapError(error, `failed to validate ${type}`), check)

const assertAddress = (ctx: Context, text: string, what: string): void => {
  rethrowing(
    (error) => ErrInvalidAddress.error(`${what} (${error.log})`),
    () => parseAccAddress(ctx.prefix, text),
  )
}

function assertAdmin(keeper: FactoryKeeper, ctx: Context, sender: string, denom: string): void {
  if (keeper.admin(ctx, denom) !== sender) throw keeper.factory.errors.unauthorized.error()
}

function valid({ denom, amount }: MaybeCoin): Coin {
  if (amount !== undefined && amount >= 0n && denomProblem(denom) === undefined) return { denom, amount }
  throw ErrInvalidCoins.error(`${amount ?? '<nil>'}${denom}`)
}

function positive(coin: MaybeCoin): Coin {
  const checked = valid(coin)
  if (checked.amount === 0n) throw ErrInvalidCoins.error(coinText(checked))
  return checked
}

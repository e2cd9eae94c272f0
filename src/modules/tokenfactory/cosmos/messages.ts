import { NO_BYTES } from '../../../base/index.js'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  event,
  message,
  parseAccAddress,
  plainError,
  rethrowing,
  wrapping,
  type Context,
  type Messages,
} from '../../../chain/index.js'
import { coinsAreValid, coinsText, coinText, denomProblem } from '../../../codec/index.js'
import type { Params } from '../../../codec/messages/osmosis.tokenfactory.js'
import {
  MsgBurn,
  MsgChangeAdmin,
  MsgCreateDenom,
  MsgCreateDenomResponse,
  MsgForceTransfer,
  MsgMint,
  MsgSetDenomMetadata,
  MsgUpdateParams,
} from '../../../codec/messages/osmosis.tokenfactory.v1beta1.js'
import { creatorOf, tokenDenom } from '../denoms.js'
import { TOKEN_FACTORY } from '../factory.js'
import { metadataText } from '../metadata-text.js'
import { ErrCapabilityNotEnabled, type Capability, type CosmosFactoryKeeper } from './keeper.js'

const { errors } = TOKEN_FACTORY

/** @throws ChainError undefined/1 */
export function validateParams({ denomCreationFee: fee }: Params): void {
  if (!coinsAreValid(fee)) throw plainError(`invalid denom creation fee: ${coinsText(fee)}`)
}

const assertAddress = (prefix: string, text: string, what: string): void => {
  rethrowing(
    (error) => ErrInvalidAddress.error(`${what} (${error.log})`),
    () => parseAccAddress(prefix, text),
  )
}
/** @throws ChainError sdk/10 */
function assertCoin({ denom, amount }: { readonly denom: string; readonly amount: bigint }, least: bigint): void {
  if (denomProblem(denom) !== undefined || amount < least) throw ErrInvalidCoins.error(coinText({ denom, amount }))
}

/** A message that its sender signs. */
const entry = <T extends { readonly sender: string }>(
  codec: { readonly typeUrl: string; readonly decode: (value: Uint8Array) => T },
  check: (msg: T, prefix: string) => void,
  handle: (ctx: Context, msg: T) => Uint8Array | void,
) =>
  message<T>({
    ...codec,
    signers: ({ sender }) => [sender],
    validateBasic: (msg, prefix) => {
      assertAddress(prefix, msg.sender, 'Invalid sender address')
      check(msg, prefix)
    },
    handle: (ctx, msg) => handle(ctx, msg) ?? NO_BYTES,
  })

/** Source: cosmos/tokenfactory v0.53.5 x/tokenfactory/keeper/msg_server.go, types/msgs.go. */
export function cosmosFactoryMessages(keeper: CosmosFactoryKeeper): Messages {
  const assertAdmin = (ctx: Context, sender: string, denom: string): void => {
    if (keeper.admin(ctx, denom) !== sender) throw errors.unauthorized.error()
  }
  const assertCapable = (capability: Capability): void => {
    if (!keeper.capabilities.has(capability)) throw ErrCapabilityNotEnabled.error()
  }
  return Object.fromEntries([
    entry(
      MsgCreateDenom,
      ({ sender, subdenom }) => {
        rethrowing(
          (error) => errors.invalidDenom.error(error.log),
          () => tokenDenom(TOKEN_FACTORY, sender, subdenom),
        )
      },
      (ctx, { sender, subdenom }) => {
        const newTokenDenom = keeper.create(ctx, sender, subdenom)
        ctx.events.emit(event('create_denom', ['creator', sender], ['new_token_denom', newTokenDenom]))
        return MsgCreateDenomResponse.encode({ newTokenDenom }).finish()
      },
    ),
    entry(
      MsgMint,
      ({ amount, mintToAddress }, prefix) => {
        if (mintToAddress !== '') assertAddress(prefix, mintToAddress, 'Invalid mint to address')
        assertCoin(amount, 1n)
      },
      (ctx, { sender, amount, mintToAddress }) => {
        if (keeper.settings.getMetadata(ctx, amount.denom) === undefined)
          throw errors.denomDoesNotExist.error(`denom: ${amount.denom}`)
        assertAdmin(ctx, sender, amount.denom)
        const to = mintToAddress === '' ? sender : mintToAddress
        keeper.mintTo(ctx, amount, to)
        ctx.events.emit(event('tf_mint', ['mint_to_address', to], ['amount', coinText(amount)]))
      },
    ),
    entry(
      MsgBurn,
      ({ amount, burnFromAddress }, prefix) => {
        assertCoin(amount, 1n)
        if (burnFromAddress !== '') assertAddress(prefix, burnFromAddress, 'Invalid burn from address')
      },
      (ctx, { sender, amount, burnFromAddress }) => {
        assertAdmin(ctx, sender, amount.denom)
        if (burnFromAddress !== '') assertCapable('burn from')
        const from = burnFromAddress === '' ? sender : burnFromAddress
        keeper.burnFrom(ctx, amount, from)
        ctx.events.emit(event('tf_burn', ['burn_from_address', from], ['amount', coinText(amount)]))
      },
    ),
    entry(
      MsgForceTransfer,
      ({ amount, transferFromAddress, transferToAddress }, prefix) => {
        assertAddress(prefix, transferFromAddress, 'Invalid from address')
        assertAddress(prefix, transferToAddress, 'Invalid to address')
        assertCoin(amount, 0n)
      },
      () => {
        throw ErrCapabilityNotEnabled.error()
      },
    ),
    entry(
      MsgChangeAdmin,
      ({ denom, newAdmin }, prefix) => {
        assertAddress(prefix, newAdmin, 'Invalid address')
        creatorOf(TOKEN_FACTORY, prefix, denom)
      },
      (ctx, { sender, denom, newAdmin }) => {
        assertAdmin(ctx, sender, denom)
        keeper.setAdmin(ctx, denom, newAdmin)
        ctx.events.emit(event('change_admin', ['denom', denom], ['new_admin', newAdmin]))
      },
    ),
    entry(
      MsgSetDenomMetadata,
      ({ metadata }, prefix) => {
        keeper.settings.validateMetadata(metadata)
        creatorOf(TOKEN_FACTORY, prefix, metadata.base)
      },
      (ctx, { sender, metadata }) => {
        assertCapable('metadata')
        assertAdmin(ctx, sender, metadata.base)
        keeper.settings.setMetadata(ctx, metadata)
        ctx.events.emit(
          event('set_denom_metadata', ['denom', metadata.base], ['denom_metadata', metadataText(metadata)]),
        )
      },
    ),
    message<MsgUpdateParams>({
      ...MsgUpdateParams,
      signers: ({ authority }) => [authority],
      validateBasic: ({ authority, params }, prefix) => {
        wrapping('invalid authority address', () => parseAccAddress(prefix, authority))
        validateParams(params)
      },
      handle: (ctx, { authority, params }) => {
        assertAuthority(ctx, keeper.authority, authority)
        validateParams(params)
        keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])
}

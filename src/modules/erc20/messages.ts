import { NO_BYTES } from '../../base/index.js'
import {
  addressText,
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  event,
  message,
  parseAccAddress,
  parseParty,
  plainError,
  wrapping,
  type Context,
  type MessageDecoder,
  type Messages,
} from '../../chain/index.js'
import { decodeInt, protoMessage, protoString, protoStrings, readProto } from '../../codec/index.js'
import { MsgUpdateParams } from '../../codec/messages/cosmos.evm.erc20.v1.js'
import { isEthAddress, parseEthAddress } from '../../crypto/index.js'
import type { Conversions } from './conversions.js'
import { ErrDisabled } from './errors.js'
import type { TokenPair } from './pairs.js'

const PACKAGE = '/cosmos.evm.erc20.v1'

/** @throws ChainError with the text of who it is not */
const assertAccount = (prefix: string, text: string, what: string): void =>
  void wrapping(what, () => parseAccAddress(prefix, text))

/** Source: cosmos/evm v0.7.3 x/erc20/keeper/msg_server.go, types/msg.go. */
export const erc20Messages = (conversions: Conversions): Messages =>
  Object.fromEntries([
    toCoins(conversions),
    message({
      typeUrl: `${PACKAGE}.MsgConvertCoin`,
      decode: (value) => {
        const fields = readProto(value)
        const coin = readProto(protoMessage(fields, 1) ?? NO_BYTES)
        return {
          denom: protoString(coin, 1),
          amount: decodeInt(protoString(coin, 2)),
          receiver: protoString(fields, 2),
          sender: protoString(fields, 3),
        }
      },
      signers: ({ sender }) => [sender],
      validateBasic: ({ denom, amount, receiver, sender }, prefix) => {
        if (denom === '') throw ErrInvalidCoins.error('denom cannot be empty')
        if (amount <= 0n) throw ErrInvalidCoins.error('cannot mint a non-positive amount')
        assertAccount(prefix, sender, 'invalid sender address')
        if (!isEthAddress(receiver)) throw ErrInvalidAddress.error(`invalid receiver hex address ${receiver}`)
      },
      handle: (ctx, { denom, amount, receiver, sender }) => {
        conversions.toTokens(ctx, denom, amount, parseEthAddress(receiver), parseAccAddress(ctx.prefix, sender))
        return NO_BYTES
      },
    }),
    message({
      typeUrl: `${PACKAGE}.MsgRegisterERC20`,
      decode: (value) => {
        const fields = readProto(value)
        return { signer: protoString(fields, 1), contracts: protoStrings(fields, 2) }
      },
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, contracts }, prefix) => {
        assertAccount(prefix, signer, 'invalid signer address')
        for (const contract of contracts)
          if (!isEthAddress(contract)) throw ErrInvalidAddress.error(`invalid ERC20 contract address: ${contract}`)
      },
      handle: (ctx, { signer, contracts }) => {
        const { keeper } = conversions
        if (!keeper.params(ctx).permissionless) assertRuler(conversions, ctx, signer)
        if (!keeper.isEnabled(ctx)) throw ErrDisabled.error('registration is currently disabled by governance')
        for (const contract of contracts)
          tell(ctx, 'register_erc20', conversions.register(ctx, parseEthAddress(contract)))
        return NO_BYTES
      },
    }),
    message({
      typeUrl: `${PACKAGE}.MsgToggleConversion`,
      decode: (value) => {
        const fields = readProto(value)
        return { authority: protoString(fields, 1), token: protoString(fields, 2) }
      },
      signers: ({ authority }) => [authority],
      validateBasic: ({ authority }, prefix) => assertAccount(prefix, authority, 'Invalid authority address'),
      handle: (ctx, { authority, token }) => {
        if (!conversions.keeper.isEnabled(ctx))
          throw ErrDisabled.error('toggle conversion is currently disabled by governance')
        assertRuler(conversions, ctx, authority)
        const pair = conversions.toggle(ctx, isEthAddress(token) ? parseEthAddress(token) : token)
        tell(ctx, 'toggle_token_conversion', pair)
        return NO_BYTES
      },
    }),
    message({
      typeUrl: `${PACKAGE}.MsgUpdateParams`,
      decode: (value) => {
        const { authority, params } = MsgUpdateParams.decode(value)
        return {
          authority,
          params: { enabled: params.enableErc20, permissionless: params.permissionlessRegistration },
        }
      },
      signers: ({ authority }) => [authority],
      validateBasic: ({ authority }, prefix) => assertAccount(prefix, authority, 'Invalid authority address'),
      handle: (ctx, { authority, params }) => {
        assertRuler(conversions, ctx, authority)
        conversions.keeper.setParams(ctx, params)
        return NO_BYTES
      },
    }),
  ])

/** The sender signs with the address that the message has in hex. */
function toCoins(conversions: Conversions): readonly [string, MessageDecoder] {
  const typeUrl = `${PACKAGE}.MsgConvertERC20`
  const decoder: MessageDecoder = (value, prefix) => {
    const fields = readProto(value)
    const [contract, amount, receiver, sender] = [1, 2, 3, 4].map((field) => protoString(fields, field)) as [
      string,
      string,
      string,
      string,
    ]
    return {
      typeUrl,
      get signers() {
        if (!isEthAddress(sender)) throw plainError(`invalid sender hex address ${sender}`)
        return [addressText(prefix, parseEthAddress(sender))]
      },
      validateBasic: () => {
        if (!isEthAddress(contract)) throw ErrInvalidAddress.error(`invalid contract hex address '${contract}'`)
        if (decodeInt(amount) <= 0n) throw ErrInvalidCoins.error('cannot mint a non-positive amount')
        assertAccount(prefix, receiver, 'invalid receiver address')
        if (!isEthAddress(sender)) throw ErrInvalidAddress.error(`invalid sender hex address ${sender}`)
      },
      run: (ctx) => {
        const to = parseAccAddress(ctx.prefix, receiver)
        conversions.toCoins(ctx, parseEthAddress(contract), decodeInt(amount), to, parseEthAddress(sender))
        return { typeUrl: `${typeUrl}Response`, value: NO_BYTES }
      },
    }
  }
  return [typeUrl, decoder]
}

/** Source: `validateAuthority`. @throws ChainError sdk/7, sdk/4 */
function assertRuler({ authority }: Conversions, ctx: Context, given: string): void {
  parseParty(ctx, 'authority', given)
  assertAuthority(ctx, authority, given)
}

const tell = (ctx: Context, type: string, { denom, contract }: TokenPair): void =>
  ctx.events.emit(event(type, ['cosmos_coin', denom], ['erc20_token', contract]))

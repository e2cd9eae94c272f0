import { toUtf8 } from '../../base/index.js'
import {
  addressText,
  GoPanic,
  nilPointer,
  parseAccAddress,
  rethrowing,
  wrapError,
  type Context,
} from '../../chain/index.js'
import { denomProblem } from '../../codec/index.js'
import {
  goObject,
  goString,
  mathInt,
  pointer,
  slice,
  string,
  struct,
  uint32,
  type GoType,
  type ValueOf,
} from '../../codec/go-json/index.js'
import { tokenDenom } from './denoms.js'
import type { FactoryKeeper } from './keeper.js'
import { handlers } from './messages.js'

/** The module's custom JSON for contracts. Source: neutron wasmbinding/message_plugin.go, custom_querier.go, bindings/msg.go. */

const bound = <F extends Readonly<Record<string, GoType<unknown>>>>(name: string, fields: F) =>
  struct(name, fields, `bindings.${name}`)

const CreateDenom = bound('CreateDenom', { subdenom: string })
const ChangeAdmin = bound('ChangeAdmin', { denom: string, new_admin_address: string })
const MintTokens = bound('MintTokens', { denom: string, amount: mathInt, mint_to_address: string })
const BurnTokens = bound('BurnTokens', { denom: string, amount: mathInt, burn_from_address: string })
const SetBeforeSendHook = bound('SetBeforeSendHook', { denom: string, contract_addr: string })
const ForceTransfer = bound('ForceTransfer', {
  denom: string,
  amount: mathInt,
  transfer_from_address: string,
  transfer_to_address: string,
})
const DenomUnit = struct('DenomUnit', { denom: string, exponent: uint32, aliases: slice(string) })
const SetDenomMetadata = bound('SetDenomMetadata', {
  description: string,
  denom_units: slice(pointer(DenomUnit)),
  base: string,
  display: string,
  name: string,
  symbol: string,
  uri: string,
  uri_hash: string,
})

/** Runs a step and wraps its error, innermost text first. */
function step<T>(descriptions: readonly string[], run: () => T): T {
  return rethrowing((error) => descriptions.reduce((inner, description) => wrapError(inner, description), error), run)
}

/** A message without data or responses. */
const custom = <T>(
  name: string,
  type: GoType<T>,
  outer: string,
  run: (ctx: Context, sender: string, msg: T) => void,
) => ({
  name,
  type,
  send: (ctx: Context, contract: Uint8Array, msg: T) => {
    step([outer], () => run(ctx, addressText(ctx.prefix, contract), msg))
    return { events: [], data: [], msgResponses: [] }
  },
})

/** Reads an address and prints it as Go does. */
const address = (ctx: Context, text: string): string =>
  addressText(
    ctx.prefix,
    step(['address from bech32'], () => parseAccAddress(ctx.prefix, text)),
  )

/** An amount that must fit 64 bits. @throws GoPanic as `sdk.NewInt64Coin` does */
function int64Coin({ denom, amount }: ValueOf<typeof ForceTransfer>) {
  if (amount === undefined) throw nilPointer()
  if (BigInt.asIntN(64, amount) !== amount) throw new GoPanic('Int64() out of bound')
  const problem = denomProblem(denom)
  if (problem !== undefined) throw new GoPanic(problem)
  if (amount < 0n) throw new GoPanic(`negative coin amount: ${amount}`)
  return { denom, amount }
}

/** All messages of the module. */
export function tokenFactoryBindings(keeper: FactoryKeeper) {
  const handle = handlers(keeper)
  return {
    createDenom: custom('create_denom', CreateDenom, 'perform create denom', (ctx, sender, { subdenom }) =>
      step(['creating denom'], () => void handle.createDenom(ctx, sender, subdenom)),
    ),
    mint: custom('mint_tokens', MintTokens, 'perform mint', (ctx, sender, msg) => {
      const receiver = address(ctx, msg.mint_to_address)
      step(['minting coins from message'], () => handle.mint(ctx, sender, msg, receiver))
    }),
    setHook: custom(
      'set_before_send_hook',
      SetBeforeSendHook,
      'failed to perform set before send hook',
      (ctx, sender, msg) =>
        step(['set before send from message'], () => handle.setHook(ctx, sender, msg.denom, msg.contract_addr)),
    ),
    changeAdmin: custom('change_admin', ChangeAdmin, 'failed to change admin', (ctx, sender, msg) => {
      const admin = address(ctx, msg.new_admin_address)
      step(['failed changing admin from message'], () => handle.changeAdmin(ctx, sender, msg.denom, admin))
    }),
    burn: custom('burn_tokens', BurnTokens, 'perform burn', (ctx, sender, msg) =>
      step(['burning coins from message'], () => handle.burn(ctx, sender, msg, msg.burn_from_address)),
    ),
    forceTransfer: custom('force_transfer', ForceTransfer, 'perform force transfer', (ctx, sender, msg) => {
      const coin = int64Coin(msg)
      step(['forcing transfer'], () =>
        handle.forceTransfer(ctx, sender, coin, msg.transfer_from_address, msg.transfer_to_address),
      )
    }),
    setMetadata: custom('set_denom_metadata', SetDenomMetadata, 'perform set denom metadata', (ctx, sender, msg) =>
      step(['setting denom metadata'], () =>
        handle.setMetadata(ctx, sender, {
          description: msg.description,
          denomUnits: msg.denom_units.map((unit) => {
            if (unit === undefined) throw nilPointer()
            return { denom: unit.denom, exponent: Number(unit.exponent), aliases: [...unit.aliases] }
          }),
          base: msg.base,
          display: msg.display,
          name: msg.name,
          symbol: msg.symbol,
          uri: msg.uri,
          uriHash: msg.uri_hash,
        }),
      ),
    ),
  }
}

/** All queries of the module. */
export function tokenFactoryQueriesOf(keeper: FactoryKeeper) {
  const json = (member: string, text: string) => toUtf8(goObject({ [member]: goString(text) }))
  return {
    fullDenom: {
      name: 'full_denom',
      type: bound('FullDenom', { creator_addr: string, subdenom: string }),
      answer: (ctx: Context, _contract: Uint8Array, query: { creator_addr: string; subdenom: string }) =>
        json(
          'denom',
          step(['unable to get full denom'], () => {
            address(ctx, query.creator_addr)
            return step(['validate sub-denom'], () => tokenDenom(keeper.factory, query.creator_addr, query.subdenom))
          }),
        ),
    },
    denomAdmin: {
      name: 'denom_admin',
      type: bound('DenomAdmin', { subdenom: string }),
      answer: (ctx: Context, _contract: Uint8Array, query: { subdenom: string }) =>
        json('admin', keeper.admin(ctx, query.subdenom)),
    },
    beforeSendHook: {
      name: 'before_send_hook',
      type: bound('BeforeSendHook', { denom: string }),
      answer: (ctx: Context, _contract: Uint8Array, query: { denom: string }) =>
        json('contract_addr', keeper.hook(ctx, query.denom)),
    },
  }
}

import { toUtf8 } from '../../base/bytes.js'
import { parseAccAddress } from '../../chain/address.js'
import type { Context } from '../../chain/context.js'
import type { Module } from '../../chain/module.js'
import type { QueryHandler } from '../../chain/router.js'
import { decoding } from '../../chain/routers.js'
import { protoString, ProtoWriter, readProto } from '../../codec/proto.js'
import { tokenDenom } from './denoms.js'
import type { TokenFactoryKeeper } from './keeper.js'
import { encodeParams } from './params.js'

const SERVICE = '/osmosis.tokenfactory.v1beta1.Query'

/** A handler whose request has at most two strings: a creator and a subdenom. */
const query =
  (answer: (ctx: Context, creator: string, subdenom: string) => ProtoWriter): QueryHandler =>
  (ctx, bytes) => {
    const [creator, subdenom] = decoding(() => {
      const fields = readProto(bytes)
      return [protoString(fields, 1), protoString(fields, 2)] as const
    })
    return answer(ctx, creator, subdenom).finish()
  }

/** Source: neutron x/tokenfactory/keeper/grpc_query.go. */
export const tokenFactoryQueries = (keeper: TokenFactoryKeeper): NonNullable<Module['queries']> => ({
  [`${SERVICE}/Params`]: query((ctx) => new ProtoWriter().message(1, encodeParams(keeper.params(ctx)))),
  [`${SERVICE}/DenomAuthorityMetadata`]: query((ctx, creator, subdenom) => {
    const admin = keeper.admin(ctx, `factory/${creator}/${subdenom}`)
    return new ProtoWriter().message(1, new ProtoWriter().string(1, admin).finish())
  }),
  [`${SERVICE}/DenomsFromCreator`]: query((ctx, creator) => {
    const writer = new ProtoWriter()
    for (const denom of keeper.denoms(ctx, creator)) writer.message(1, toUtf8(denom))
    return writer
  }),
  [`${SERVICE}/BeforeSendHookAddress`]: query((ctx, creator, subdenom) =>
    new ProtoWriter().string(1, keeper.hook(ctx, `factory/${creator}/${subdenom}`)),
  ),
  [`${SERVICE}/FullDenom`]: query((ctx, creator, subdenom) => {
    parseAccAddress(ctx.prefix, creator)
    return new ProtoWriter().string(1, tokenDenom(creator, subdenom))
  }),
})

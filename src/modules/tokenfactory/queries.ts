import { decoding, parseAccAddress, type Context, type Module, type QueryHandler } from '../../chain/index.js'
import { protoString, ProtoWriter, readProto } from '../../codec/index.js'
import { denomText, tokenDenom } from './denoms.js'
import type { FactoryKeeper } from './keeper.js'
import { encodeParams } from './params.js'

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

/** Source: neutron x/tokenfactory/keeper/grpc_query.go, x/coinfactory/keeper/grpc_query.go. */
export function factoryQueries(keeper: FactoryKeeper): NonNullable<Module['queries']> {
  const { factory } = keeper
  const denomOf = (creator: string, subdenom: string) =>
    (factory.checksQueries ? tokenDenom : denomText)(factory, creator, subdenom)
  const service = `/${factory.package}.Query`
  return {
    [`${service}/Params`]: query((ctx) => new ProtoWriter().message(1, encodeParams(keeper.params(ctx)))),
    [`${service}/DenomAuthorityMetadata`]: query((ctx, creator, subdenom) => {
      const admin = keeper.admin(ctx, denomOf(creator, subdenom))
      return new ProtoWriter().message(1, new ProtoWriter().string(1, admin).finish())
    }),
    [`${service}/DenomsFromCreator`]: query((ctx, creator) =>
      new ProtoWriter().strings(1, [...keeper.denoms(ctx, creator)]),
    ),
    [`${service}/BeforeSendHookAddress`]: query((ctx, creator, subdenom) =>
      new ProtoWriter().string(1, keeper.hook(ctx, denomOf(creator, subdenom))),
    ),
    [`${service}/FullDenom`]: query((ctx, creator, subdenom) => {
      parseAccAddress(ctx.prefix, creator)
      return new ProtoWriter().string(1, tokenDenom(factory, creator, subdenom))
    }),
  }
}

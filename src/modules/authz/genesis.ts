import type { Json } from '../../base/json-value.js'
import { addressText, GenesisReader, parseAddress, type Context } from '../../chain/index.js'
import { decodeAny, encodeAny, nanosOf, parseRfc3339, rfc3339Nano } from '../../codec/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import type { AuthzKeeper } from './keeper.js'

const ANY = 'google.protobuf.Any'

/** Grants that have expired are left out. Source: cosmos-sdk v0.53.6 x/authz/keeper/genesis.go. @throws UsageError that names the place */
export function initGenesis(keeper: AuthzKeeper, ctx: Context, state: Json): void {
  for (const entry of new GenesisReader(state, 'authz').at('authorization').list()) {
    const until = entry.at('expiration')
    const expiration = until.isAbsent ? undefined : until.parsed(parseRfc3339)
    if (expiration !== undefined && expiration < ctx.block.time) continue
    const [granter, grantee] = ['granter', 'grantee'].map((name) =>
      entry.at(name).parsed((text) => parseAddress(ctx, text)),
    ) as [Uint8Array, Uint8Array]
    const packed = entry.at('authorization')
    packed.check(() => {
      const authorization = decodeAny(parseProtoJson(ANY, JSON.stringify(packed.raw ?? null)))
      keeper.save(ctx, granter, grantee, authorization, expiration)
    })
  }
}

/** Source: `ExportGenesis`. */
export const exportGenesis = (keeper: AuthzKeeper, ctx: Context): Json => ({
  authorization: Array.from(keeper.all(ctx), ({ granter, grantee, grant }) => {
    const expiration = grant.expiration && nanosOf(grant.expiration)
    return {
      granter: addressText(ctx.prefix, granter),
      grantee: addressText(ctx.prefix, grantee),
      authorization: JSON.parse(protoJson(ANY, encodeAny(grant.authorization!))) as Json,
      expiration: expiration === undefined ? null : rfc3339Nano(expiration),
    }
  }),
})

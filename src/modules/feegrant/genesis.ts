import type { Json } from '../../base/json-value.js'
import { GenesisReader, parseAddress, type Context } from '../../chain/index.js'
import { decodeAny, encodeAny } from '../../codec/index.js'
import { parseProtoJson, protoJson } from '../../codec/proto-json/index.js'
import { readAllowance } from './allowances/index.js'
import type { FeegrantKeeper } from './keeper.js'

const ANY = 'google.protobuf.Any'

/** Source: cosmossdk.io/x/feegrant v0.2.0 genesis.go `ValidateGenesis`, keeper/keeper.go `InitGenesis`. @throws UsageError that names the place */
export function initGenesis(keeper: FeegrantKeeper, ctx: Context, state: Json): void {
  for (const entry of new GenesisReader(state, 'feegrant').at('allowances').list()) {
    const [granter, grantee] = ['granter', 'grantee'].map((name) =>
      entry.at(name).parsed((text) => parseAddress(ctx, text)),
    ) as [Uint8Array, Uint8Array]
    const packed = entry.at('allowance')
    packed.check(() => {
      const allowance = readAllowance(decodeAny(parseProtoJson(ANY, JSON.stringify(packed.raw ?? null))))
      allowance.validateBasic()
      keeper.grant(ctx, granter, grantee, allowance)
    })
  }
}

/** Source: `ExportGenesis`. */
export const exportGenesis = (keeper: FeegrantKeeper, ctx: Context): Json => ({
  allowances: Array.from(keeper.all(ctx), ({ granter, grantee, allowance }) => ({
    granter,
    grantee,
    allowance: JSON.parse(protoJson(ANY, encodeAny(allowance!))) as Json,
  })),
})

import { Permissions_Level as Level } from 'cosmjs-types/cosmos/circuit/v1/types'
import type { Json } from '../../base/json-value.js'
import { addressText, GenesisReader, parseAddress, type Context } from '../../chain/index.js'
import type { CircuitKeeper } from './keeper.js'
import { own } from '../../base/index.js'

export const defaultGenesis = (): Json => ({ account_permissions: [], disabled_type_urls: [] })

const LEVELS: Readonly<Record<string, Level>> = {
  LEVEL_NONE_UNSPECIFIED: Level.LEVEL_NONE_UNSPECIFIED,
  LEVEL_SOME_MSGS: Level.LEVEL_SOME_MSGS,
  LEVEL_ALL_MSGS: Level.LEVEL_ALL_MSGS,
  LEVEL_SUPER_ADMIN: Level.LEVEL_SUPER_ADMIN,
}

/** Source: cosmossdk.io/x/circuit v0.1.1 keeper/genesis.go. @throws UsageError that names the place */
export function initGenesis(keeper: CircuitKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'circuit')
  for (const account of genesis.at('account_permissions').list()) {
    const address = account.at('address').parsed((text) => parseAddress(ctx, text))
    const permissions = account.at('permissions')
    const name = permissions.at('level').string()
    const level = own(LEVELS, name)
    if (level === undefined)
      throw permissions.at('level').error(`expected ${Object.keys(LEVELS).join(', ')}, got ${JSON.stringify(name)}`)
    keeper.setPermissions(ctx, address, { level, limitTypeUrls: texts(permissions.at('limit_type_urls')) })
  }
  for (const typeUrl of texts(genesis.at('disabled_type_urls'))) keeper.disable(ctx, typeUrl)
}

const texts = (json: GenesisReader): string[] => json.list().map((text) => text.string())

/** Source: `ExportGenesis`. */
export const exportGenesis = (keeper: CircuitKeeper, ctx: Context): Json => ({
  account_permissions: Array.from(keeper.allPermissions(ctx), ([address, { level, limitTypeUrls }]) => ({
    address: addressText(ctx.prefix, address),
    permissions: { level: Level[level], limit_type_urls: limitTypeUrls },
  })),
  disabled_type_urls: keeper.disabled(ctx),
})

import type { Json } from '../../base/json-value.js'
import type { Context, Module } from '../../chain/index.js'
import { SDK_0_53 } from '../../chain/index.js'
import { getMinter, getMintParams, MintKeeper, mintModule } from '../../modules/mint/index.js'
import type { Keepers } from '../chain-parts.js'

/** Blocks of one second, as in neutron app/upgrades/v11.0.0/upgrades.go. */
const BLOCKS_PER_YEAR = String(60 * 60 * 8760)

const noInflation = (denom: string): Json => ({
  minter: { inflation: '0', annual_provisions: '0' },
  params: {
    mint_denom: denom,
    inflation_rate_change: '0',
    inflation_max: '0',
    inflation_min: '0',
    goal_bonded: '0.67',
    blocks_per_year: BLOCKS_PER_YEAR,
  },
})

const inflates = (ctx: Context): boolean => getMinter(ctx).inflation > 0n || getMintParams(ctx).inflationMax > 0n

/** Inflation. It is off until the params allow it; until then blocks have no trace of it. Source: neutron app/app.go. @param authority bech32 */
export function neutronMint(keepers: Keepers, authority: string, denom: string): Module {
  const module = mintModule(new MintKeeper({ ...keepers, authority }), denom, SDK_0_53)
  return {
    ...module,
    defaultGenesis: () => noInflation(denom),
    beginBlock: (ctx) => {
      if (inflates(ctx)) module.beginBlock!(ctx)
    },
  }
}

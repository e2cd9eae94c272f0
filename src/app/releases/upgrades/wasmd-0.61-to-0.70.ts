import type { Context } from '../../../chain/index.js'
import { forgetNextNumber } from '../../../modules/auth/index.js'
import { limitSupply } from '../../../modules/mint/index.js'
import type { UpgradeHandlers } from '../../../modules/upgrade/index.js'

/**
 * What wasmd v0.70.3 does with the state of v0.61.14: its one handler, of the name that v0.61 has too, runs the migrations of all modules, of which two
 * changed the form of their state. The stores of circuit, epochs, group and nft are no longer loaded; nothing deletes them.
 * Source: wasmd v0.70.3 app/upgrades.go, app/upgrades/v060; cosmos-sdk v0.54.0 x/mint/migrations/v3, x/auth/migrations/v6.
 */
export const UPGRADE_FROM_0_61: UpgradeHandlers = {
  names: ['v0.60'],
  migrate: (ctx: Context) => {
    limitSupply(ctx)
    forgetNextNumber(ctx)
  },
}

import { addressText } from '../../chain/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { CronKeeper } from '../../modules/cron/index.js'
import { executeByModule } from '../../modules/wasm/index.js'
import type { Keepers } from '../chain-parts.js'
import { authorityOf } from '../ibc.js'

/** Schedules, whose messages come from the account of the module. Source: neutron app/app.go. */
export const cronOf = ({ accounts: { prefix }, wasm }: Keepers): CronKeeper =>
  new CronKeeper({
    wasm: { execute: (ctx, message) => void executeByModule(wasm, ctx, { ...message, funds: [] }) },
    authority: authorityOf(prefix),
    sender: addressText(prefix, moduleAddress('cron')),
  })

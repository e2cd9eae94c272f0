import type { Permission } from '../../modules/auth/index.js'
import { STAKING_ACCOUNTS } from '../staking.js'

/** Module accounts besides those that every chain has. Source: neutron app/app.go `maccPerms` (06e81b9f). */
export const MODULE_ACCOUNTS: Readonly<Record<string, readonly Permission[]>> = {
  transfer: ['minter', 'burner'],
  interchainaccounts: [],
  wasm: ['burner'],
  interchainqueries: [],
  feerefunder: [],
  tokenfactory: ['minter', 'burner'],
  coinfactory: ['minter', 'burner'],
  cron: [],
  dex: ['minter', 'burner'],
  oracle: [],
  marketmap: [],
  'feemarket-fee-collector': [],
  mint: ['minter'],
}

/** The names of all modules. */
export const KNOWN_MODULES = ['fee_collector', ...Object.keys(STAKING_ACCOUNTS), ...Object.keys(MODULE_ACCOUNTS)]

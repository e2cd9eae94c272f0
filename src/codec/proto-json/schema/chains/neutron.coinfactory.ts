// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const NEUTRON_COINFACTORY: PackageTable = {
  messages: {
    WhitelistedHook: 'code_id uint64 1, denom_creator string 2',
    Params:
      'denom_creation_fee cosmos.base.v1beta1.Coin[] 1, denom_creation_gas_consume uint64 2, fee_collector_address string 3, whitelisted_hooks .WhitelistedHook[] 4',
  },
  enums: {},
  services: {},
}

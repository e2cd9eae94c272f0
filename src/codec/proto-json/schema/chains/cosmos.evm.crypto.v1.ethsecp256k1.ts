// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const COSMOS_EVM_CRYPTO_V1_ETHSECP256K1: PackageTable = {
  messages: { PubKey: 'key bytes 1', PrivKey: 'key bytes 1' },
  enums: {},
  services: {},
}

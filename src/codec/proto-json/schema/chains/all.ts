// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'
import { COSMOS_CRYPTO_SECP256R1 } from './cosmos.crypto.secp256r1.js'
import { COSMOS_EVM_ANTE_V1 } from './cosmos.evm.ante.v1.js'
import { COSMOS_EVM_CRYPTO_V1_ETHSECP256K1 } from './cosmos.evm.crypto.v1.ethsecp256k1.js'
import { COSMOS_EVM_EIP712_V1 } from './cosmos.evm.eip712.v1.js'
import { COSMOS_EVM_ERC20_V1 } from './cosmos.evm.erc20.v1.js'
import { COSMOS_EVM_FEEMARKET_V1 } from './cosmos.evm.feemarket.v1.js'
import { COSMOS_EVM_VM_V1 } from './cosmos.evm.vm.v1.js'
import { FEEMARKET_FEEMARKET_V1 } from './feemarket.feemarket.v1.js'
import { GAIA_GLOBALFEE_V1BETA1 } from './gaia.globalfee.v1beta1.js'
import { NEUTRON_COINFACTORY } from './neutron.coinfactory.js'
import { NEUTRON_COINFACTORY_V1BETA1 } from './neutron.coinfactory.v1beta1.js'
import { NEUTRON_CONTRACTMANAGER } from './neutron.contractmanager.js'
import { NEUTRON_CRON } from './neutron.cron.js'
import { NEUTRON_CRYPTO_V1BETA1_ETHSECP256K1 } from './neutron.crypto.v1beta1.ethsecp256k1.js'
import { NEUTRON_DYNAMICFEES_V1 } from './neutron.dynamicfees.v1.js'
import { NEUTRON_FEEREFUNDER } from './neutron.feerefunder.js'
import { NEUTRON_IBCRATELIMIT_V1BETA1 } from './neutron.ibcratelimit.v1beta1.js'
import { NEUTRON_INTERCHAINQUERIES } from './neutron.interchainqueries.js'
import { NEUTRON_INTERCHAINTXS_V1 } from './neutron.interchaintxs.v1.js'
import { NEUTRON_STATE_VERIFIER_V1 } from './neutron.state_verifier.v1.js'
import { NEUTRON_TRANSFER } from './neutron.transfer.js'
import { OSMOSIS_TOKENFACTORY } from './osmosis.tokenfactory.js'
import { OSMOSIS_TOKENFACTORY_V1BETA1 } from './osmosis.tokenfactory.v1beta1.js'
import { RATELIMIT_V1 } from './ratelimit.v1.js'
import { SLINKY_MARKETMAP_V1 } from './slinky.marketmap.v1.js'
import { SLINKY_ORACLE_V1 } from './slinky.oracle.v1.js'
import { SLINKY_TYPES_V1 } from './slinky.types.v1.js'

/** By package. */
export const CHAIN_PACKAGES: Readonly<Record<string, PackageTable>> = {
  'cosmos.crypto.secp256r1': COSMOS_CRYPTO_SECP256R1,
  'cosmos.evm.ante.v1': COSMOS_EVM_ANTE_V1,
  'cosmos.evm.crypto.v1.ethsecp256k1': COSMOS_EVM_CRYPTO_V1_ETHSECP256K1,
  'cosmos.evm.eip712.v1': COSMOS_EVM_EIP712_V1,
  'cosmos.evm.erc20.v1': COSMOS_EVM_ERC20_V1,
  'cosmos.evm.feemarket.v1': COSMOS_EVM_FEEMARKET_V1,
  'cosmos.evm.vm.v1': COSMOS_EVM_VM_V1,
  'feemarket.feemarket.v1': FEEMARKET_FEEMARKET_V1,
  'gaia.globalfee.v1beta1': GAIA_GLOBALFEE_V1BETA1,
  'neutron.coinfactory': NEUTRON_COINFACTORY,
  'neutron.coinfactory.v1beta1': NEUTRON_COINFACTORY_V1BETA1,
  'neutron.contractmanager': NEUTRON_CONTRACTMANAGER,
  'neutron.cron': NEUTRON_CRON,
  'neutron.crypto.v1beta1.ethsecp256k1': NEUTRON_CRYPTO_V1BETA1_ETHSECP256K1,
  'neutron.dynamicfees.v1': NEUTRON_DYNAMICFEES_V1,
  'neutron.feerefunder': NEUTRON_FEEREFUNDER,
  'neutron.ibcratelimit.v1beta1': NEUTRON_IBCRATELIMIT_V1BETA1,
  'neutron.interchainqueries': NEUTRON_INTERCHAINQUERIES,
  'neutron.interchaintxs.v1': NEUTRON_INTERCHAINTXS_V1,
  'neutron.state_verifier.v1': NEUTRON_STATE_VERIFIER_V1,
  'neutron.transfer': NEUTRON_TRANSFER,
  'osmosis.tokenfactory': OSMOSIS_TOKENFACTORY,
  'osmosis.tokenfactory.v1beta1': OSMOSIS_TOKENFACTORY_V1BETA1,
  'ratelimit.v1': RATELIMIT_V1,
  'slinky.marketmap.v1': SLINKY_MARKETMAP_V1,
  'slinky.oracle.v1': SLINKY_ORACLE_V1,
  'slinky.types.v1': SLINKY_TYPES_V1,
}

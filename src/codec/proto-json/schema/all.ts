// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'
import { COSMOS_AUTH_V1BETA1 } from './cosmos.auth.v1beta1.js'
import { COSMOS_AUTHZ_V1BETA1 } from './cosmos.authz.v1beta1.js'
import { COSMOS_BANK_V1BETA1 } from './cosmos.bank.v1beta1.js'
import { COSMOS_BASE_ABCI_V1BETA1 } from './cosmos.base.abci.v1beta1.js'
import { COSMOS_BASE_NODE_V1BETA1 } from './cosmos.base.node.v1beta1.js'
import { COSMOS_BASE_QUERY_V1BETA1 } from './cosmos.base.query.v1beta1.js'
import { COSMOS_BASE_REFLECTION_V1BETA1 } from './cosmos.base.reflection.v1beta1.js'
import { COSMOS_BASE_TENDERMINT_V1BETA1 } from './cosmos.base.tendermint.v1beta1.js'
import { COSMOS_BASE_V1BETA1 } from './cosmos.base.v1beta1.js'
import { COSMOS_CIRCUIT_V1 } from './cosmos.circuit.v1.js'
import { COSMOS_CONSENSUS_V1 } from './cosmos.consensus.v1.js'
import { COSMOS_CRYPTO_ED25519 } from './cosmos.crypto.ed25519.js'
import { COSMOS_CRYPTO_MULTISIG } from './cosmos.crypto.multisig.js'
import { COSMOS_CRYPTO_MULTISIG_V1BETA1 } from './cosmos.crypto.multisig.v1beta1.js'
import { COSMOS_CRYPTO_SECP256K1 } from './cosmos.crypto.secp256k1.js'
import { COSMOS_DISTRIBUTION_V1BETA1 } from './cosmos.distribution.v1beta1.js'
import { COSMOS_EVIDENCE_V1BETA1 } from './cosmos.evidence.v1beta1.js'
import { COSMOS_FEEGRANT_V1BETA1 } from './cosmos.feegrant.v1beta1.js'
import { COSMOS_GOV_V1 } from './cosmos.gov.v1.js'
import { COSMOS_GOV_V1BETA1 } from './cosmos.gov.v1beta1.js'
import { COSMOS_ICS23_V1 } from './cosmos.ics23.v1.js'
import { COSMOS_MINT_V1BETA1 } from './cosmos.mint.v1beta1.js'
import { COSMOS_PARAMS_V1BETA1 } from './cosmos.params.v1beta1.js'
import { COSMOS_PROTOCOLPOOL_V1 } from './cosmos.protocolpool.v1.js'
import { COSMOS_SLASHING_V1BETA1 } from './cosmos.slashing.v1beta1.js'
import { COSMOS_STAKING_V1BETA1 } from './cosmos.staking.v1beta1.js'
import { COSMOS_TX_SIGNING_V1BETA1 } from './cosmos.tx.signing.v1beta1.js'
import { COSMOS_TX_V1BETA1 } from './cosmos.tx.v1beta1.js'
import { COSMOS_UPGRADE_V1BETA1 } from './cosmos.upgrade.v1beta1.js'
import { COSMOS_VESTING_V1BETA1 } from './cosmos.vesting.v1beta1.js'
import { COSMWASM_WASM_V1 } from './cosmwasm.wasm.v1.js'
import { IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_CONTROLLER_V1 } from './ibc.applications.interchain_accounts.controller.v1.js'
import { IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_HOST_V1 } from './ibc.applications.interchain_accounts.host.v1.js'
import { IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_V1 } from './ibc.applications.interchain_accounts.v1.js'
import { IBC_APPLICATIONS_TRANSFER_V1 } from './ibc.applications.transfer.v1.js'
import { IBC_CORE_CHANNEL_V1 } from './ibc.core.channel.v1.js'
import { IBC_CORE_CHANNEL_V2 } from './ibc.core.channel.v2.js'
import { IBC_CORE_CLIENT_V1 } from './ibc.core.client.v1.js'
import { IBC_CORE_CLIENT_V2 } from './ibc.core.client.v2.js'
import { IBC_CORE_COMMITMENT_V1 } from './ibc.core.commitment.v1.js'
import { IBC_CORE_COMMITMENT_V2 } from './ibc.core.commitment.v2.js'
import { IBC_CORE_CONNECTION_V1 } from './ibc.core.connection.v1.js'
import { IBC_LIGHTCLIENTS_TENDERMINT_V1 } from './ibc.lightclients.tendermint.v1.js'
import { TENDERMINT_ABCI } from './tendermint.abci.js'
import { TENDERMINT_CRYPTO } from './tendermint.crypto.js'
import { TENDERMINT_P2P } from './tendermint.p2p.js'
import { TENDERMINT_TYPES } from './tendermint.types.js'
import { TENDERMINT_VERSION } from './tendermint.version.js'

/** By package. */
export const PACKAGES: Readonly<Record<string, PackageTable>> = {
  'cosmos.auth.v1beta1': COSMOS_AUTH_V1BETA1,
  'cosmos.authz.v1beta1': COSMOS_AUTHZ_V1BETA1,
  'cosmos.bank.v1beta1': COSMOS_BANK_V1BETA1,
  'cosmos.base.abci.v1beta1': COSMOS_BASE_ABCI_V1BETA1,
  'cosmos.base.node.v1beta1': COSMOS_BASE_NODE_V1BETA1,
  'cosmos.base.query.v1beta1': COSMOS_BASE_QUERY_V1BETA1,
  'cosmos.base.reflection.v1beta1': COSMOS_BASE_REFLECTION_V1BETA1,
  'cosmos.base.tendermint.v1beta1': COSMOS_BASE_TENDERMINT_V1BETA1,
  'cosmos.base.v1beta1': COSMOS_BASE_V1BETA1,
  'cosmos.circuit.v1': COSMOS_CIRCUIT_V1,
  'cosmos.consensus.v1': COSMOS_CONSENSUS_V1,
  'cosmos.crypto.ed25519': COSMOS_CRYPTO_ED25519,
  'cosmos.crypto.multisig': COSMOS_CRYPTO_MULTISIG,
  'cosmos.crypto.multisig.v1beta1': COSMOS_CRYPTO_MULTISIG_V1BETA1,
  'cosmos.crypto.secp256k1': COSMOS_CRYPTO_SECP256K1,
  'cosmos.distribution.v1beta1': COSMOS_DISTRIBUTION_V1BETA1,
  'cosmos.evidence.v1beta1': COSMOS_EVIDENCE_V1BETA1,
  'cosmos.feegrant.v1beta1': COSMOS_FEEGRANT_V1BETA1,
  'cosmos.gov.v1': COSMOS_GOV_V1,
  'cosmos.gov.v1beta1': COSMOS_GOV_V1BETA1,
  'cosmos.ics23.v1': COSMOS_ICS23_V1,
  'cosmos.mint.v1beta1': COSMOS_MINT_V1BETA1,
  'cosmos.params.v1beta1': COSMOS_PARAMS_V1BETA1,
  'cosmos.protocolpool.v1': COSMOS_PROTOCOLPOOL_V1,
  'cosmos.slashing.v1beta1': COSMOS_SLASHING_V1BETA1,
  'cosmos.staking.v1beta1': COSMOS_STAKING_V1BETA1,
  'cosmos.tx.signing.v1beta1': COSMOS_TX_SIGNING_V1BETA1,
  'cosmos.tx.v1beta1': COSMOS_TX_V1BETA1,
  'cosmos.upgrade.v1beta1': COSMOS_UPGRADE_V1BETA1,
  'cosmos.vesting.v1beta1': COSMOS_VESTING_V1BETA1,
  'cosmwasm.wasm.v1': COSMWASM_WASM_V1,
  'ibc.applications.interchain_accounts.controller.v1': IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_CONTROLLER_V1,
  'ibc.applications.interchain_accounts.host.v1': IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_HOST_V1,
  'ibc.applications.interchain_accounts.v1': IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_V1,
  'ibc.applications.transfer.v1': IBC_APPLICATIONS_TRANSFER_V1,
  'ibc.core.channel.v1': IBC_CORE_CHANNEL_V1,
  'ibc.core.channel.v2': IBC_CORE_CHANNEL_V2,
  'ibc.core.client.v1': IBC_CORE_CLIENT_V1,
  'ibc.core.client.v2': IBC_CORE_CLIENT_V2,
  'ibc.core.commitment.v1': IBC_CORE_COMMITMENT_V1,
  'ibc.core.commitment.v2': IBC_CORE_COMMITMENT_V2,
  'ibc.core.connection.v1': IBC_CORE_CONNECTION_V1,
  'ibc.lightclients.tendermint.v1': IBC_LIGHTCLIENTS_TENDERMINT_V1,
  'tendermint.abci': TENDERMINT_ABCI,
  'tendermint.crypto': TENDERMINT_CRYPTO,
  'tendermint.p2p': TENDERMINT_P2P,
  'tendermint.types': TENDERMINT_TYPES,
  'tendermint.version': TENDERMINT_VERSION,
}

import { SDK_0_53, type Release } from '../../chain/index.js'
import { TYPES_0_54 } from '../../codec/proto-json/index.js'
import { MODULE_VERSIONS } from './module-versions.js'
import { UPGRADE_FROM_0_61 } from './upgrades/wasmd-0.61-to-0.70.js'
import { wasmdOrder, type WasmdRelease } from './wasmd.js'

const CLIENT = '/ibc.core.client.v1'

/** Source: cosmos-sdk v0.54.0, ibc-go v11.1.0. */
const RULES: Release = {
  ...SDK_0_53,
  accountNumbers: 'derived',
  authorityError: 'common',
  metersBlocks: false,
  limitsSupply: true,
  allowances: {
    queued: Uint8Array.of(1),
    dequeuesRevoked: true,
    prunesAtExpiry: true,
    missing: 'collection error',
    listsAllRead: true,
  },
  redelegationNamesDelegator: true,
  bondDenomNeedsSupply: true,
  clientLimits: { state: 32_768, prefixKeys: 32, prefixKeyBytes: 256 },
  splitsSequences: false,
  countsPayloads: true,
  readsAnyAcknowledgement: false,
  printsGivenAddresses: true,
  printsGivenReceivers: false,
  printsKeysInHex: true,
  ignoresCaseOfValidators: true,
  countsVotesAgainst: 'validators',
  skipsIncludedRows: true,
  hasConsensusAuthority: true,
  absent: new Set([`${CLIENT}.MsgSubmitMisbehaviour`]),
  texts: {
    secp256k1Cost: 'SECP256k1',
    minSelfDelegationDecreased: 'minimum self delegation cannot be decreased',
    minimum: 'minimum',
    strictlyLess: 'strictly less than',
    noVotingPeriod: 'voting period must not be nil',
    ownPoolSpend: 'use the DistributeFromCommunityPool method',
    accountExists: 'account already exists',
    unsupportedTextual: 'unsupported',
  },
}

/** wasmd v0.70.3 with cosmos-sdk v0.54.0 and ibc-go v11.1.0. Source: their app/app.go and go.mod. */
export const WASMD_0_70: WasmdRelease = {
  rules: RULES,
  types: TYPES_0_54,
  versions: MODULE_VERSIONS.wasmd070,
  modules: [],
  handlers: UPGRADE_FROM_0_61,
  leadsTo: [],
  accounts: {},
  order: wasmdOrder({ genesis: ['protocolpool', 'upgrade'], endBlock: 'bank' }),
  checkedBy: 'recording',
}

import type { ModuleVersions } from '../../modules/upgrade/index.js'

/** Source: cosmos-sdk v0.53.6, ibc-go v10.5.0 and wasmd v0.61.14, `ConsensusVersion` of each module; 0 where a module has none. */
const OF_ALL: ModuleVersions = {
  '07-tendermint': 0,
  auth: 5,
  authz: 2,
  bank: 4,
  consensus: 1,
  distribution: 3,
  evidence: 1,
  feegrant: 2,
  genutil: 1,
  gov: 5,
  ibc: 8,
  interchainaccounts: 3,
  mint: 2,
  slashing: 4,
  staking: 5,
  transfer: 6,
  upgrade: 2,
  vesting: 1,
  wasm: 4,
}

/** Versions of all modules of the apps, those that chains here lack among them: an app writes them at its start, and its hash commits to them. */
export const MODULE_VERSIONS = {
  /** Recorded by `reference/services`. */
  wasmd: { ...OF_ALL, circuit: 1, epochs: 1, group: 2, nft: 1, protocolpool: 1 },
  /** Source: wasmd v0.70.3 app/app.go, cosmos-sdk v0.54.0 and ibc-go v11.1.0, `ConsensusVersion` of each module. */
  wasmd070: { ...OF_ALL, auth: 6, mint: 3, protocolpool: 1 },
  /** Recorded by the same program. */
  nolus: {
    ...OF_ALL,
    contractmanager: 2,
    feerefunder: 1,
    interchaintxs: 2,
    params: 1,
    tax: 4,
    vestings: 2,
  },
  /** Source: gaia c3c08fed app/modules.go, with ibc-apps, skip-mev/feemarket and cosmos/tokenfactory as in its go.mod. */
  hub: {
    ...OF_ALL,
    '08-wasm': 2,
    feemarket: 1,
    liquid: 1,
    metaprotocols: 1,
    packetfowardmiddleware: 3,
    params: 1,
    ratelimit: 1,
    tokenfactory: 2,
  },
  /** Source: neutron 06e81b9f app/app.go, x/NAME/types/constants.go. */
  neutron: {
    ...OF_ALL,
    coinfactory: 1,
    contractmanager: 2,
    crisis: 2,
    cron: 1,
    dex: 8,
    dynamicfees: 1,
    feemarket: 1,
    feerefunder: 2,
    globalfee: 3,
    ibchooks: 1,
    interchainqueries: 3,
    interchaintxs: 2,
    marketmap: 1,
    oracle: 1,
    packetfowardmiddleware: 3,
    params: 1,
    'rate-limited-ibc': 1,
    'state-verifier': 1,
    tokenfactory: 2,
  },
} as const satisfies Readonly<Record<string, ModuleVersions>>

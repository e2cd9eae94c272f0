import { PACKAGES } from './schema/all.js'
import { TYPES, type PackageChanges } from './schema.js'

const COMET = 'cosmos.base.tendermint.v1beta1'
const DISTRIBUTION = 'cosmos.distribution.v1beta1'
const CLIENT = 'ibc.core.client.v1'

const BLOCK_RESULTS =
  'height int64 1, txs_results tendermint.abci.ExecTxResult[] 2, finalize_block_events tendermint.abci.Event[] 3, validator_updates tendermint.abci.ValidatorUpdate[] 4, consensus_param_updates tendermint.types.ConsensusParams? 5, app_hash bytes 6'

/** A row of the first release. */
const before = (packageName: string, rows: 'messages' | 'services', name: string): string =>
  PACKAGES[packageName]![rows][name]!

const more = (packageName: string, rows: 'messages' | 'services', name: string, text: string): string =>
  `${before(packageName, rows, name)}, ${text}`

const methods = (...names: readonly string[]): string =>
  names.map((name) => `${name} .Query${name}Request .Query${name}Response`).join(', ')

/** Source: cosmos-sdk v0.54.0 and ibc-go v11.1.0, as wasmd v0.70.3 has them; cometbft v0.39.0. */
const CHANGES: Readonly<Record<string, PackageChanges>> = {
  [COMET]: {
    messages: {
      GetSyncingResponse: 'syncing bool 1, earliest_block_height int64 2, latest_block_height int64 3',
      GetBlockResultsRequest: 'height int64 1',
      GetBlockResultsResponse: BLOCK_RESULTS,
      GetLatestBlockResultsRequest: '',
      GetLatestBlockResultsResponse: BLOCK_RESULTS,
    },
    services: {
      Service: more(
        COMET,
        'services',
        'Service',
        ['GetBlockResults', 'GetLatestBlockResults']
          .map((name) => `${name} .${name}Request .${name}Response`)
          .join(', '),
      ),
    },
  },
  'cosmos.consensus.v1': {
    messages: {
      MsgUpdateParams: more(
        'cosmos.consensus.v1',
        'messages',
        'MsgUpdateParams',
        'auth tendermint.types.AuthorityParams? 6',
      ),
    },
  },
  [DISTRIBUTION]: {
    messages: {
      QueryValidatorHistoricalRewardsRequest: 'validator_address string 1, period uint64 2',
      QueryValidatorHistoricalRewardsResponse: 'rewards .ValidatorHistoricalRewards 1',
      QueryValidatorCurrentRewardsRequest: 'validator_address string 1',
      QueryValidatorCurrentRewardsResponse: 'rewards .ValidatorCurrentRewards 1',
      QueryDelegatorStartingInfoRequest: 'delegator_address string 1, validator_address string 2',
      QueryDelegatorStartingInfoResponse: 'starting_info .DelegatorStartingInfo 1',
    },
    services: {
      Query: more(
        DISTRIBUTION,
        'services',
        'Query',
        methods('ValidatorHistoricalRewards', 'ValidatorCurrentRewards', 'DelegatorStartingInfo'),
      ),
    },
  },
  'cosmos.mint.v1beta1': {
    messages: { Params: more('cosmos.mint.v1beta1', 'messages', 'Params', 'max_supply string 7') },
  },
  [CLIENT]: {
    messages: { MsgSubmitMisbehaviour: undefined, MsgSubmitMisbehaviourResponse: undefined },
    services: {
      Msg: before(CLIENT, 'services', 'Msg').replace(
        'SubmitMisbehaviour .MsgSubmitMisbehaviour .MsgSubmitMisbehaviourResponse, ',
        '',
      ),
    },
  },
  'tendermint.types': {
    messages: {
      AuthorityParams: 'authority string 1',
      ConsensusParams: more('tendermint.types', 'messages', 'ConsensusParams', 'authority .AuthorityParams? 6'),
    },
  },
}

/** The types of a chain on cosmos-sdk v0.54 with ibc-go v11. */
export const TYPES_0_54 = TYPES.with(CHANGES)

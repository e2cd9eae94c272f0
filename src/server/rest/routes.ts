/**
 * Paths of the REST gateway and the gRPC methods behind them: `{field}` is a segment, `{field=**}` the rest of the path; other
 * parameters come from the query. A POST has its request as its body. `{chain}` is the chain's name.
 * Source: `google.api.http` options in the protobuf files of cosmos-sdk v0.53.6, wasmd v0.61.12 and neutron (06e81b9f).
 */
export interface Route {
  readonly verb: 'GET' | 'POST'
  readonly path: string
  readonly method: string
}

const service = (
  verb: Route['verb'],
  name: string,
  prefix: string,
  routes: Readonly<Record<string, string>>,
): readonly Route[] =>
  Object.entries(routes).map(([path, method]) => ({ verb, path: prefix + path, method: `/${name}/${method}` }))

export const ROUTES: readonly Route[] = [
  ...service('GET', 'cosmos.auth.v1beta1.Query', '/cosmos/auth/v1beta1', {
    '/accounts': 'Accounts',
    '/accounts/{address}': 'Account',
    '/address_by_id/{id}': 'AccountAddressByID',
    '/params': 'Params',
    '/module_accounts': 'ModuleAccounts',
    '/module_accounts/{name}': 'ModuleAccountByName',
    '/bech32': 'Bech32Prefix',
    // The same path stands for `AddressBytesToString`, which the gateway registers first and so never reaches.
    '/bech32/{address_string}': 'AddressStringToBytes',
    '/account_info/{address}': 'AccountInfo',
  }),
  ...service('GET', 'cosmos.bank.v1beta1.Query', '/cosmos/bank/v1beta1', {
    '/balances/{address}/by_denom': 'Balance',
    '/balances/{address}': 'AllBalances',
    '/spendable_balances/{address}': 'SpendableBalances',
    '/spendable_balances/{address}/by_denom': 'SpendableBalanceByDenom',
    '/supply': 'TotalSupply',
    '/supply/by_denom': 'SupplyOf',
    '/params': 'Params',
    '/denoms_metadata': 'DenomsMetadata',
    '/denoms_metadata/{denom=**}': 'DenomMetadata',
    '/denoms_metadata_by_query_string': 'DenomMetadataByQueryString',
    '/denom_owners/{denom=**}': 'DenomOwners',
    '/denom_owners_by_query': 'DenomOwnersByQuery',
    '/send_enabled': 'SendEnabled',
  }),
  ...service('POST', 'cosmos.tx.v1beta1.Service', '/cosmos/tx/v1beta1', {
    '/simulate': 'Simulate',
    '/txs': 'BroadcastTx',
    '/decode': 'TxDecode',
    '/encode': 'TxEncode',
  }),
  ...service('GET', 'cosmos.tx.v1beta1.Service', '/cosmos/tx/v1beta1', {
    '/txs/{hash}': 'GetTx',
    '/txs': 'GetTxsEvent',
    '/txs/block/{height}': 'GetBlockWithTxs',
  }),
  ...service('GET', 'cosmos.base.tendermint.v1beta1.Service', '/cosmos/base/tendermint/v1beta1', {
    '/node_info': 'GetNodeInfo',
    '/syncing': 'GetSyncing',
    '/blocks/latest': 'GetLatestBlock',
    '/blocks/{height}': 'GetBlockByHeight',
    '/validatorsets/latest': 'GetLatestValidatorSet',
    '/validatorsets/{height}': 'GetValidatorSetByHeight',
    '/abci_query': 'ABCIQuery',
  }),
  ...service('GET', 'cosmos.base.node.v1beta1.Service', '/cosmos/base/node/v1beta1', {
    '/config': 'Config',
    '/status': 'Status',
  }),
  ...service('GET', 'cosmos.consensus.v1.Query', '/cosmos/consensus/v1', { '/params': 'Params' }),
  ...service('GET', 'cosmos.staking.v1beta1.Query', '/cosmos/staking/v1beta1', {
    '/validators': 'Validators',
    '/validators/{validator_addr}': 'Validator',
    '/validators/{validator_addr}/delegations': 'ValidatorDelegations',
    '/validators/{validator_addr}/unbonding_delegations': 'ValidatorUnbondingDelegations',
    '/validators/{validator_addr}/delegations/{delegator_addr}': 'Delegation',
    '/validators/{validator_addr}/delegations/{delegator_addr}/unbonding_delegation': 'UnbondingDelegation',
    '/delegations/{delegator_addr}': 'DelegatorDelegations',
    '/delegators/{delegator_addr}/unbonding_delegations': 'DelegatorUnbondingDelegations',
    '/delegators/{delegator_addr}/redelegations': 'Redelegations',
    '/delegators/{delegator_addr}/validators': 'DelegatorValidators',
    '/delegators/{delegator_addr}/validators/{validator_addr}': 'DelegatorValidator',
    '/historical_info/{height}': 'HistoricalInfo',
    '/pool': 'Pool',
    '/params': 'Params',
  }),
  ...service('GET', 'cosmos.distribution.v1beta1.Query', '/cosmos/distribution/v1beta1', {
    '/params': 'Params',
    '/validators/{validator_address}': 'ValidatorDistributionInfo',
    '/validators/{validator_address}/outstanding_rewards': 'ValidatorOutstandingRewards',
    '/validators/{validator_address}/commission': 'ValidatorCommission',
    '/validators/{validator_address}/slashes': 'ValidatorSlashes',
    '/delegators/{delegator_address}/rewards/{validator_address}': 'DelegationRewards',
    '/delegators/{delegator_address}/rewards': 'DelegationTotalRewards',
    '/delegators/{delegator_address}/validators': 'DelegatorValidators',
    '/delegators/{delegator_address}/withdraw_address': 'DelegatorWithdrawAddress',
    '/community_pool': 'CommunityPool',
  }),
  ...['v1', 'v1beta1'].flatMap((version) =>
    service('GET', `cosmos.gov.${version}.Query`, `/cosmos/gov/${version}`, {
      ...(version === 'v1' && { '/constitution': 'Constitution' }),
      '/proposals/{proposal_id}': 'Proposal',
      '/proposals': 'Proposals',
      '/proposals/{proposal_id}/votes/{voter}': 'Vote',
      '/proposals/{proposal_id}/votes': 'Votes',
      '/params/{params_type}': 'Params',
      '/proposals/{proposal_id}/deposits/{depositor}': 'Deposit',
      '/proposals/{proposal_id}/deposits': 'Deposits',
      '/proposals/{proposal_id}/tally': 'TallyResult',
    }),
  ),
  ...service('GET', 'cosmwasm.wasm.v1.Query', '/cosmwasm/wasm/v1', {
    '/contract/{address}': 'ContractInfo',
    '/contract/{address}/history': 'ContractHistory',
    '/code/{code_id}/contracts': 'ContractsByCode',
    '/contract/{address}/state': 'AllContractState',
    '/contract/{address}/raw/{query_data}': 'RawContractState',
    '/contract/{address}/smart/{query_data}': 'SmartContractState',
    '/code/{code_id}': 'Code',
    '/code': 'Codes',
    '/code-info/{code_id}': 'CodeInfo',
    '/codes/pinned': 'PinnedCodes',
    '/codes/params': 'Params',
    '/contracts/creator/{creator_address}': 'ContractsByCreator',
    '/contract/build_address': 'BuildAddress',
    '/wasm-limits-config': 'WasmLimitsConfig',
  }),
  ...service('GET', 'osmosis.tokenfactory.v1beta1.Query', '/osmosis/tokenfactory/v1beta1', {
    '/params': 'Params',
    '/denoms/factory/{creator}/{subdenom}/authority_metadata': 'DenomAuthorityMetadata',
    '/denoms_from_creator/{creator}': 'DenomsFromCreator',
  }),
  ...service('GET', 'neutron.contractmanager.Query', '/{chain}/contractmanager', {
    '/params': 'Params',
    '/failures': 'Failures',
    '/failures/{address}': 'AddressFailures',
    '/failures/{address}/{failure_id}': 'AddressFailure',
  }),
  ...service('GET', 'neutron.interchainqueries.Query', '/{chain}/interchainqueries', {
    '/params': 'Params',
    '/registered_queries': 'RegisteredQueries',
    '/registered_query': 'RegisteredQuery',
    '/query_result': 'QueryResult',
    '/remote_height': 'LastRemoteHeight',
  }),
  ...service('GET', 'neutron.interchaintxs.v1.Query', '/{chain}/interchaintxs', {
    '/params': 'Params',
    '/{owner_address}/{interchain_account_id}/{connection_id}/interchain_account_address': 'InterchainAccountAddress',
  }),
  ...service(
    'GET',
    'ibc.applications.interchain_accounts.controller.v1.Query',
    '/ibc/apps/interchain_accounts/controller/v1',
    { '/owners/{owner}/connections/{connection_id}': 'InterchainAccount', '/params': 'Params' },
  ),
  ...service('GET', 'ibc.applications.interchain_accounts.host.v1.Query', '/ibc/apps/interchain_accounts/host/v1', {
    '/params': 'Params',
  }),
  ...service('GET', 'ibc.core.channel.v2.Query', '/ibc/core/channel/v2/clients/{client_id}', {
    '/next_sequence_send': 'NextSequenceSend',
    '/packet_commitments/{sequence}': 'PacketCommitment',
    '/packet_commitments': 'PacketCommitments',
    '/packet_acks/{sequence}': 'PacketAcknowledgement',
    '/packet_acknowledgements': 'PacketAcknowledgements',
    '/packet_receipts/{sequence}': 'PacketReceipt',
    '/packet_commitments/{sequences}/unreceived_packets': 'UnreceivedPackets',
    '/packet_commitments/{packet_ack_sequences}/unreceived_acks': 'UnreceivedAcks',
  }),
  ...service('GET', 'ibc.core.client.v2.Query', '/ibc/core/client/v2', {
    '/counterparty_info/{client_id}': 'CounterpartyInfo',
    '/config/{client_id}': 'Config',
  }),
]

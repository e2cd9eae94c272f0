import type { BindingTable } from '../../modules/wasm/index.js'

/** The custom messages and queries of Neutron's contracts. Source: neutron wasmbinding/bindings/msg.go, message_plugin.go, bindings/query.go, custom_querier.go. */
export const NEUTRON_BINDINGS: BindingTable = {
  chain: 'neutron',
  goTypes: { message: 'NeutronMsg', query: 'NeutronQuery' },
  messages: {
    submit_tx: 'interchaintxs',
    register_interchain_account: 'interchaintxs',
    register_interchain_query: 'interchainqueries',
    update_interchain_query: 'interchainqueries',
    remove_interchain_query: 'interchainqueries',
    ibc_transfer: 'transfer',
    create_denom: 'tokenfactory',
    mint_tokens: 'tokenfactory',
    set_before_send_hook: 'tokenfactory',
    change_admin: 'tokenfactory',
    burn_tokens: 'tokenfactory',
    force_transfer: 'tokenfactory',
    set_denom_metadata: 'tokenfactory',
    remove_schedule: 'cron',
    resubmit_failure: 'contractmanager',
    dex: 'dex',
  },
  queries: {
    interchain_query_result: 'interchainqueries',
    interchain_account_address: 'interchaintxs',
    registered_interchain_queries: 'interchainqueries',
    registered_interchain_query: 'interchainqueries',
    min_ibc_fee: 'feerefunder',
    full_denom: 'tokenfactory',
    denom_admin: 'tokenfactory',
    before_send_hook: 'tokenfactory',
    failures: 'contractmanager',
    dex: 'dex',
    oracle: 'oracle',
    market_map: 'marketmap',
  },
}

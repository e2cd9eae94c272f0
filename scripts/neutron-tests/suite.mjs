// The parts of neutron-integration-tests that are run.

/**
 * Files of `src/testcases`, in the order in which they are run; each on a network of its own, as in the suite's own CI. Each has the contracts that it
 * uploads from `contracts/`, built from neutron-org/neutron-dev-contracts; `rate_limiter` is in the suite itself.
 */
export const FILES = {
  'run_in_band/float': [],
  'run_in_band/globalfee': [],
  'run_in_band/interchaintx': ['neutron_interchain_txs'],
  'run_in_band/interchain_tx_query_plain': ['neutron_interchain_queries'],
  'run_in_band/interchain_kv_query': ['neutron_interchain_queries'],
  'run_in_band/ibc_transfer': ['ibc_transfer'],
  'run_in_band/tokenfactory': ['before_send_hook_test', 'tokenfactory'],
  'run_in_band/coinfactory': ['before_send_hook_test', 'coinfactory'],
  'run_in_band/cron': ['cron'],
  'run_in_band/ibc_hooks': ['msg_receiver'],
  'run_in_band/ibc_rate_limit': ['ibc_transfer', 'rate_limiter'],
  'parallel/interchain_tx_query_resubmit': ['neutron_interchain_queries'],
  'parallel/grpc_queries': ['grpc_querier'],
  'run_in_band/feemarket': [],
}

/** Left out by name: it stops the relayer's container with Docker. */
export const SKIPPED = 'try two delegates with first one when relayer is paused'

/** The packages of the suite that it cannot do without. */
export const PACKAGES = ['vitest', '@cosmjs/cosmwasm-stargate', '@neutron-org/neutronjs', '@neutron-org/neutronjsplus']

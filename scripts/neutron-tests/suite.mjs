// What is run of neutron-integration-tests.

/** Files of `src/testcases`, in the order in which they are run; each on a network of its own, as in the suite's own CI. */
export const FILES = [
  'run_in_band/float',
  'run_in_band/globalfee',
  'run_in_band/interchaintx',
  'run_in_band/interchain_tx_query_plain',
  'run_in_band/interchain_kv_query',
  'run_in_band/ibc_transfer',
  'run_in_band/tokenfactory',
  'parallel/interchain_tx_query_resubmit',
  'parallel/grpc_queries',
  'run_in_band/feemarket',
]

/** Left out by name: it stops the relayer's container with Docker. */
export const SKIPPED = 'try two delegates with first one when relayer is paused'

/** Contracts that these files upload from `contracts/`, built from neutron-org/neutron-dev-contracts. */
export const CONTRACTS = [
  'before_send_hook_test',
  'grpc_querier',
  'ibc_transfer',
  'msg_receiver',
  'neutron_interchain_queries',
  'neutron_interchain_txs',
  'reflect',
  'tokenfactory',
]

/** The packages of the suite that it cannot do without. */
export const PACKAGES = ['vitest', '@cosmjs/cosmwasm-stargate', '@neutron-org/neutronjs', '@neutron-org/neutronjsplus']

/**
 * The tests of an area: the test files and folders whose tests are run against its mutants. A path that is not here takes
 * the folder of `test/` with its own name, or the nearest one above.
 */
export const AREAS = {
  'modules/contractmanager': ['modules/contractmanager', 'stories', 'server/rest.test.ts'],
  'modules/interchainqueries': ['modules/interchainqueries', 'stories', 'sandbox/query-relayer'],
  'modules/ibc/clients': ['modules/ibc', 'modules/wasm/ibc/clients.test.ts', 'app/ibc.test.ts', 'server/ibc.test.ts'],
  'modules/ibc/packets': ['modules/ibc', 'modules/wasm/ibc', 'app/ibc.test.ts', 'server/ibc.test.ts'],
  'modules/ibc/tendermint': [
    'modules/ibc',
    'modules/wasm/ibc/clients.test.ts',
    'app/ibc.test.ts',
    'server/ibc.test.ts',
  ],
  'modules/transfer': [
    'modules/transfer',
    'modules/ibc',
    'modules/wasm/ibc/callbacks.test.ts',
    'app/ibc.test.ts',
    'sandbox/relayer/memos.test.ts',
    'stories',
    'server/ibc.test.ts',
  ],
  'store/ics23': ['store/ics23', 'store/commitment.test.ts'],
  'store/iavl': ['store/iavl', 'store/commitment.test.ts', 'store/multistore.test.ts'],
  vm: ['vm'],
  'evm/execution': ['evm'],
  server: ['server', 'sandbox/serve.test.ts'],
}

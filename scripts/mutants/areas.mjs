/** The areas that are not a folder: their sources, as paths below `src`. */
export const SOURCES = {
  'vm/gas': [
    'vm/check.ts',
    'vm/codes/code.ts',
    'vm/gas-meter.ts',
    'vm/instance.ts',
    'vm/linear-memory.ts',
    'vm/region.ts',
    'vm/schedules.ts',
    'vm/sections.ts',
    'vm/traps.ts',
    'vm/vm-errors.ts',
    'vm/host',
  ],
}

const VM = ['check-wasm', 'faults', 'limits', 'migrate-version', 'native', 'properties', 'releases', 'vm'].map(
  (name) => `vm/${name}.test.ts`,
)

/**
 * The tests of an area: the test files and folders whose tests are run against its mutants. A path that is not here takes
 * the folder of `test/` with its own name, or the nearest one above.
 */
export const AREAS = {
  'modules/contractmanager': ['modules/contractmanager', 'golden-stories', 'server/rest.test.ts'],
  'modules/interchainqueries': ['modules/interchainqueries', 'golden-stories', 'sandbox/query-relayer'],
  'modules/bank': ['modules/bank', 'modules/auth', 'golden-stories', 'modules/tx-story.test.ts'],
  'modules/gov': [
    'modules/gov',
    'modules/auth',
    'app/authority.test.ts',
    'server/legacy-gov.test.ts',
    'golden-stories',
  ],
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
    'golden-stories',
    'server/ibc.test.ts',
  ],
  'modules/wasm': [
    'modules/wasm',
    'modules/contractmanager',
    'modules/authz/rules.test.ts',
    'golden-stories',
    ...'block-runs debug-output doubles genesis trace'.split(' ').map((name) => `sandbox/${name}.test.ts`),
  ],
  vitest: ['vitest', 'cookbook'],
  'evm/rpc': [
    ...'accounts admin anvil bad-input bounds changes conformance control dump estimate exact files filters host-methods inspect overrides'
      .split(' ')
      .map((name) => `evm/${name}.test.ts`),
    ...'methods-page mining pending profiles revert rewind rpc trace-config traces viem specification/rows'
      .split(' ')
      .map((name) => `evm/${name}.test.ts`),
  ],
  'store/ics23': ['store/ics23', 'store/commitment.test.ts'],
  'store/iavl': ['store/iavl', 'store/commitment.test.ts', 'store/multistore.test.ts'],
  'vm/gas': [...VM, 'vm/script.test.ts'],
  'vm/wasm': [
    ...VM,
    ...['cleaning', 'operators', 'rewrite', 'verdicts'].map((name) => `vm/${name}.test.ts`),
    'vm/core',
    'vm/tools',
  ],
  'evm/execution': [
    ...'anvil blobs bounds conformance estimate exact execution fast inspect interruption intrinsic overrides revert rpc system trace-config'
      .split(' ')
      .map((name) => `evm/${name}.test.ts`),
    ...'traces tracer-vectors vectors/quick vectors/traced'.split(' ').map((name) => `evm/${name}.test.ts`),
  ],
  // Without the tests that open many connections (`hostile`), and those that build on each other (`cosmjs`).
  server: [
    ...'abci-query catalogue comet grpc hosts ibc json-rpc limits query query-parser rest routes services signing subscriptions trust'
      .split(' ')
      .map((name) => `server/${name}.test.ts`),
    'sandbox/serve.test.ts',
  ],
}

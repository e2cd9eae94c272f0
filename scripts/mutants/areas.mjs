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

/** Sources that belong to no area, since they run only in processes that tests start, and the test that starts them. */
export const ELSEWHERE = {
  'vitest/coverage/count.ts': 'vitest/coverage.e2e.test.ts',
  'vitest/gas-profile/profile.ts': 'vitest/gas-profile.e2e.test.ts',
  'vitest/watch/files-of-tests.ts': 'vitest/watch.e2e.test.ts',
}

const VM = ['check-wasm', 'faults', 'limits', 'migrate-version', 'native', 'properties', 'releases', 'vm'].map(
  (name) => `vm/${name}`,
)

/**
 * The tests of an area: the folders of `test/`, and the test files of any kind by their names without `.test.ts`, whose tests are run
 * against its mutants. A path that is not here takes the folder with its own name, or the nearest one above.
 */
export const AREAS = {
  'modules/contractmanager': ['modules/contractmanager', 'golden-stories', 'server/rest'],
  'modules/interchainqueries': ['modules/interchainqueries', 'golden-stories', 'sandbox/query-relayer'],
  'modules/bank': ['modules/bank', 'modules/auth', 'golden-stories', 'modules/tx-story'],
  'modules/gov': ['modules/gov', 'modules/auth', 'app/authority', 'server/legacy-gov', 'golden-stories'],
  'modules/ibc/clients': ['modules/ibc', 'modules/wasm/ibc/clients', 'app/ibc', 'server/ibc'],
  'modules/ibc/packets': ['modules/ibc', 'modules/wasm/ibc', 'app/ibc', 'server/ibc'],
  'modules/ibc/tendermint': ['modules/ibc', 'modules/wasm/ibc/clients', 'app/ibc', 'server/ibc'],
  'modules/transfer': [
    'modules/transfer',
    'modules/ibc',
    'modules/wasm/ibc/callbacks',
    'app/ibc',
    'sandbox/relayer/memos',
    'golden-stories',
    'server/ibc',
  ],
  'modules/wasm': [
    'modules/wasm',
    'modules/contractmanager',
    'modules/authz/rules',
    'golden-stories',
    ...'block-runs debug-output doubles genesis trace'.split(' ').map((name) => `sandbox/${name}`),
  ],
  vitest: ['vitest', 'cookbook'],
  'evm/rpc': [
    ...'accounts admin anvil bad-input block-building bounds changes execution-apis control dump estimate exact files filters host-methods inspect overrides'
      .split(' ')
      .map((name) => `evm/${name}`),
    ...'methods-page mining pending profiles request-fields request-rules revert rewind rpc simulated-transactions trace-config traces viem specification/rows'
      .split(' ')
      .map((name) => `evm/${name}`),
  ],
  'store/ics23': ['store/ics23', 'store/commitment'],
  'store/iavl': ['store/iavl', 'store/commitment', 'store/multistore'],
  'vm/gas': [...VM, 'vm/script'],
  'vm/wasm': [
    ...VM,
    ...['cleaning', 'operators', 'rewrite', 'verdicts'].map((name) => `vm/${name}`),
    'vm/core',
    'vm/tools',
  ],
  'evm/execution': [
    ...'anvil blobs bounds execution-apis estimate exact execution fast inspect interruption intrinsic overrides revert rpc system trace-config'
      .split(' ')
      .map((name) => `evm/${name}`),
    ...'traces tracer-vectors vectors/quick vectors/traced'.split(' ').map((name) => `evm/${name}`),
  ],
  // Without the tests that open many connections (`hostile`), and those that build on each other (`cosmjs`).
  server: [
    ...'abci-query catalogue comet grpc hosts ibc json-rpc limits query query-parser rest routes services signing subscriptions trust'
      .split(' ')
      .map((name) => `server/${name}`),
    'sandbox/serve',
  ],
}

/** Tests of the built package, its commands, its servers and its pages: `dist` is built anew before them where it is older than the sources. */
export const BUILT = [
  'test/cli/{coverage,evm*,fuzz,query,replay,reproduce-live,serve*,vm,without-pages}.test.ts',
  'test/fork/{campaign,served}.test.ts',
  'test/fuzz/cluster/machines.test.ts',
  'test/fuzz/corpus/processes.test.ts',
  'test/package/{cosmjs,create,guide,source-maps}.test.ts',
  'test/profile/page.test.ts',
  'test/replay/record.test.ts',
  'test/report/{campaign,charts,replay,vitest}.test.ts',
  'test/sandbox/explorer/{page,port}.test.ts',
  'test/vitest/{annotations,code-frames,gas-profile,gas-snapshot,watch}.test.ts',
  'test/vm/shared.test.ts',
  'test/vm/tools/wasm-stack.test.ts',
]

/** Tests that replace functions of Node, or write down the heap of their process: others in it would notice, or grow what is written. */
export const ALONE = [
  'test/evm/{admin,bad-input,files}.test.ts',
  'test/evm/specification/rows.test.ts',
  'test/hostile/hostile-files.test.ts',
]

/** Tests that replace modules (`vi.mock`), or take fresh ones: Vitest loads the sources for these. */
export const MOCKING = [
  'test/base/reach.test.ts',
  'test/crypto/other-engines.test.ts',
  'test/evm/library-internals.test.ts',
  'test/vm/code-files.test.ts',
]

/** Tests of the built package: `dist` is built anew before them where it is older than the sources. */
export const BUILT = [
  'test/cli/{evm*,fuzz,query,replay,serve,vm}.test.ts',
  'test/fuzz/corpus/processes.test.ts',
  'test/package/guide.test.ts',
  'test/replay/record.test.ts',
  'test/vm/shared.test.ts',
  'test/vm/tools/wasm-stack.test.ts',
]

/** Tests that replace functions of Node or parts of a library, which files that share a process would notice. */
export const ALONE = [
  'test/base/reach.test.ts',
  'test/evm/library-internals.test.ts',
  'test/hostile/hostile-files.test.ts',
]

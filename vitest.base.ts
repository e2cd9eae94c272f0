import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { LIMITS } from './test/setup/kinds.js'

const src = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

/** What all ways to run the tests share. */
export const base: ViteUserConfig = {
  resolve: {
    alias: [
      { find: /^sudobox$/, replacement: src('sandbox/index.ts') },
      { find: /^sudobox\/vitest\/(config|reporter)$/, replacement: src('vitest/$1.ts') },
      { find: /^sudobox\/(\w+)$/, replacement: src('$1/index.ts') },
      // Generated clients take these two functions from interchainjs, which does not load next to @noble/hashes 2; they do the same.
      { find: 'interchainjs/cosmwasm/wasm/v1/tx', replacement: 'cosmjs-types/cosmwasm/wasm/v1/tx' },
      { find: '@interchainjs/encoding', replacement: src('base/bytes.ts') },
    ],
  },
  test: {
    pool: 'forks',
    execArgv: ['--stack-size=3900'],
    ...LIMITS.unit,
  },
}

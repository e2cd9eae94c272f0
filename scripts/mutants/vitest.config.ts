import { defineConfig, mergeConfig } from 'vitest/config'
import { base } from '../../vitest.base.js'

export default mergeConfig(
  base, // `worker.mjs` sets the limit for each mutant.
  defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 180_000 } }),
)

import { fileURLToPath } from 'node:url'
import { sudobox } from 'sudobox/vitest/config'
import { defineConfig } from 'vitest/config'

// Vitest takes the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [sudobox()],
  test: { include: ['*.suite.mjs'], testTimeout: 60_000, server: { deps: { external: [/dist/] } } },
})

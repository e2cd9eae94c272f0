// As the suite's own, with the DAO and the set-up of wallets replaced.
import { fileURLToPath } from 'node:url'

const wallets = fileURLToPath(new URL('wallets.mjs', import.meta.url))
const dao = fileURLToPath(new URL('dao.mjs', import.meta.url))

export default {
  root: process.env.NEUTRON_TESTS,
  resolve: {
    alias: [
      { find: /^@neutron-org\/neutronjsplus\/dist\/dao$/, replacement: dao },
      { find: /^(?:\.\.\/)+helpers\/dao$/, replacement: dao },
    ],
  },
  test: {
    sequence: { hooks: 'list' },
    maxConcurrency: 4,
    globals: true,
    globalSetup: [process.env.NEUTRON_TESTS_SETUP === 'own' ? './src/global_setup.ts' : wallets],
    hookTimeout: 180_000,
    testTimeout: 180_000,
    exclude: ['**/node_modules/**'],
    setupFiles: ['./src/helpers/setup_matchers.ts'],
  },
}

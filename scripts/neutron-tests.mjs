// Runs Neutron's own integration tests (neutron-org/neutron-integration-tests, release v10), unmodified, against a plain `sudobox serve`.
import { runFromCommandLine } from './neutron-tests/main.mjs'

await runFromCommandLine()

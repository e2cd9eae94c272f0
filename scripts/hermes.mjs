// Runs an unmodified Hermes between two chains of a plain `sudobox serve`: `npm run hermes -- --hermes PATH`.
import { Hermes } from './relayers/hermes.mjs'
import { relayBetweenServed } from './relayers/main.mjs'
import { SCENARIOS } from './relayers/scenarios.mjs'

await relayBetweenServed({
  flag: 'hermes',
  results: { file: 'hermes', column: 'served, seconds' },
  Relayer: Hermes,
  scenarios: SCENARIOS.hermes,
  queries: SCENARIOS.queries,
  help: `Runs an unmodified Hermes between two chains of \`sudobox serve\`, and prints a table of what it did.

  npm run hermes -- --hermes PATH [--transfers N] [--block-time TIME] [--only TEXT]

  --hermes PATH      the program. One way to it: cargo install ibc-relayer-cli --version 1.10.5 --locked --root DIR; then it is DIR/bin/hermes`,
})

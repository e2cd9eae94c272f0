// Runs an unmodified Hermes between a chain of a plain `sudobox serve` and a real node: `npm run real-node -- --hermes PATH --wasmd PATH`.
import { Hermes } from './relayers/hermes.mjs'
import { relayBetweenServed } from './relayers/main.mjs'
import { SCENARIOS } from './relayers/scenarios.mjs'

await relayBetweenServed({
  flag: 'hermes',
  results: { file: 'hermes', column: 'real node, seconds' },
  node: true,
  Relayer: Hermes,
  scenarios: SCENARIOS.hermes,
  queries: SCENARIOS.queries,
  help: `Runs an unmodified Hermes between the chain neutron of \`sudobox serve\` and a real node of one validator, and prints a table of what it did.

  npm run real-node -- --hermes PATH --wasmd PATH [--transfers N] [--block-time TIME] [--only TEXT]

  --hermes PATH      the program. One way to it: cargo install ibc-relayer-cli --version 1.10.5 --locked --root DIR; then it is DIR/bin/hermes
  --wasmd PATH       the program of the node. One way to it: go build ./cmd/wasmd in a checkout of CosmWasm/wasmd v0.61.14`,
})

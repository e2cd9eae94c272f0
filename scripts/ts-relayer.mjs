// Runs the unmodified relayer of @confio/relayer between two chains of a plain `sudobox serve`: `npm run ts-relayer -- --bin FOLDER`.
import { relayBetweenServed } from './relayers/main.mjs'
import { SCENARIOS } from './relayers/scenarios.mjs'
import { TsRelayer } from './relayers/ts-relayer.mjs'

await relayBetweenServed({
  flag: 'bin',
  results: { file: 'ts-relayer', column: 'seconds' },
  Relayer: TsRelayer,
  scenarios: SCENARIOS.tsRelayer,
  help: `Runs the unmodified relayer of @confio/relayer between two chains of \`sudobox serve\`, and prints a table of what it did.
Release 0.12.0 relays no packets of chains with ibc-go 10, so only clients, connections and channels are tried.

  npm run ts-relayer -- --bin FOLDER [--transfers N] [--block-time TIME] [--only TEXT]

  --bin FOLDER       with its programs. One way to them: npm install --prefix DIR @confio/relayer@0.12.0; then it is DIR/node_modules/.bin`,
})

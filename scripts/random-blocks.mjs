import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { commandLine } from './command-line.mjs'
import { writeRows } from './results.mjs'

const HELP = `Replays random blocks that reference/evmd has written on chains of kind evmd.

  npm run random-blocks -- FILE… [--write] [--name TEXT]

  FILE         of "random SEED BLOCKS" or "stories FIRST LAST" of reference/evmd
  --write      write a row to bench/results/references.json, and docs/figures.md from it
  --name TEXT  of that row (default: the seeds)`

const { values, positionals, usage } = commandLine(HELP, {
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, name: { type: 'string' } },
})
if (positionals.length === 0) usage('There is no file.')

// Vite runs the TypeScript as Vitest does: there is nothing to build.
const { module } = await runnerImport(fileURLToPath(new URL('../test/app/evmd/command.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
const { seeds, outcome, differ } = module.evmdStoriesCommand(positionals, (line) => console.log(line))
console.log(outcome)
if (values.write)
  writeRows('references', [
    {
      what: `random blocks that mix transactions of Cosmos and Ethereum, against cosmos/evm v0.7.3: ${values.name ?? `seeds ${seeds}`}`,
      outcome,
      command: '`npm run random-blocks -- FILE… --write`',
    },
  ])
process.exitCode = differ > 0 ? 1 : 0

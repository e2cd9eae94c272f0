// Replays recordings of random blocks by reference/evmd against the chain of kind evmd.
//
//   node scripts/evmd-stories.mjs FILE…
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// Vite runs the TypeScript as Vitest does: there is nothing to build.
const { module } = await runnerImport(fileURLToPath(new URL('../test/app/evmd/command.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
process.exitCode = module.evmdStoriesCommand(process.argv.slice(2), (line) => console.log(line))

// Replays golden stories against recordings of the real chain.
//
//   npm run stories -- FILE…      wasm modules that a story names are searched for beside it, in the folder above it and in WASM_DIR
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

// Vite runs the TypeScript as Vitest does: there is nothing to build.
const { module } = await runnerImport(fileURLToPath(new URL('../test/golden-stories/command.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
const { WASM_DIR } = process.env
process.exitCode = module.goldenStoriesCommand(process.argv.slice(2), {
  write: (line) => console.log(line),
  folders: WASM_DIR ? [WASM_DIR] : [],
})

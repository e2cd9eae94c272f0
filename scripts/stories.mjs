// Replays golden stories against what was recorded from the real chain.
//
//   npm run stories -- FILE…      modules that a story names are looked for beside it, in the folder above it and in WASM_DIR
import { storiesCommand } from '../dist/replay/stories/index.js'

const { WASM_DIR } = process.env
process.exitCode = storiesCommand(process.argv.slice(2), {
  write: (line) => console.log(line),
  folders: WASM_DIR ? [WASM_DIR] : [],
})

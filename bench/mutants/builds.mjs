import { join } from 'node:path'

/** The folder of the contracts and their debug twins; `npm run bench:mutants` fills one. */
const FOLDER = process.env.SUDOBOX_TWINS ?? 'contracts/target/twins'

export const build = (name) => join(FOLDER, `${name}.wasm`)

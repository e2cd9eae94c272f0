// Runs random action sequences on the light path of campaigns and on the exact one, and compares what contracts can observe:
// `npm run light-path -- --sequences 10000`.
import { spawnSync } from 'node:child_process'
import { commandLine } from './command-line.mjs'

const TEST = 'test/fuzz/paths/paths.test.ts'
/** The sequences of the test itself, which runs as many of each of its campaigns. */
const IN_SUITE = 25

const HELP = `Runs random action sequences on the light path of campaigns and on the exact one, and compares what contracts can observe.

  npm run light-path -- [--sequences N] [--seed N]

  --sequences N  how many, rounded up to a multiple of ${IN_SUITE}; default 10000
  --seed N       the seed from which all follow; default 1

Exit code: 0 no difference, 1 a difference, 2 wrong arguments.`

const { values, usage } = commandLine(HELP, {
  options: {
    sequences: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const { sequences, seed } = values
if (!/^[1-9]\d{0,8}$/.test(sequences)) usage(`--sequences ${sequences} is not an integer above 0`)
if (!/^-?\d{1,10}$/.test(seed)) usage(`--seed ${seed} is not an integer`)

const factor = Math.ceil(Number(sequences) / IN_SUITE)
console.log(`${factor * IN_SUITE} action sequences with seed ${seed} on both paths`)
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', TEST], {
  env: { ...process.env, RUNS: String(factor), SEED: seed },
  stdio: 'inherit',
})
process.exit(status === 0 ? 0 : 1)

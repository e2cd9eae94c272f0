// Runs what takes too long for every change, one after the other, and closes with one line that counts.
import { parseArgs } from 'node:util'
import { runAll } from './test/run.mjs'

/** Areas of which a sample of mutants is tried. */
const MUTANTS = ['modules/contractmanager', 'modules/ibc/packets', 'store/ics23', 'vm/gas', 'evm/execution', 'server']

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    sample: { type: 'string', default: '100' },
    help: { type: 'boolean', short: 'h' },
  },
})

const STEPS = [
  { command: 'npm run test:conformance', env: { VECTORS: 'all' }, about: 'with VECTORS=all, every recorded vector' },
  { command: 'npm run test:nodes', about: 'all tests on each release line of Node' },
  { command: 'npm run test:runners', about: 'the package in other test runners and engines' },
  { command: 'npm run schema:chains -- --check', about: 'generated tables and codecs against their published sources' },
  { command: 'npm run light-path -- --sequences 2000', about: 'random action sequences on both paths of campaigns' },
  { command: `npm run soak -- --minutes ${values.minutes}`, about: 'random tests with new seeds' },
  { command: `npm run mutants -- ${MUTANTS.join(' ')} --sample ${values.sample}`, about: 'a sample of mutants' },
]

const HELP = `Runs what takes too long for every change.

  npm run test:nightly [-- OPTIONS]

  --minutes N   how long random tests run with new seeds; 30 by default
  --sample N    how many mutants of each area are tried; 100 by default

${STEPS.map(({ command, about }) => `  ${command}: ${about}`).join('\n')}

The last line counts tests. A command that counts none is one test: it passes or fails.`

if (values.help) console.log(HELP)
else await runAll(STEPS)

// Runs all parts of the tests, one after the other, and closes with one line that counts the tests of all.
import { parseArgs } from 'node:util'
import { PARTS } from './test/parts.mjs'
import { runAll } from './test/run.mjs'

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help) console.log(`Runs all tests: ${PARTS.map(({ command }) => command).join(', ')}.`)
else await runAll(PARTS)

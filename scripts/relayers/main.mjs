// What the commands for relayers have in common: arguments, the served chains, the table.
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVE_FLAGS, startNetwork } from './network.mjs'
import { startNode } from './node.mjs'
import { QueryRelayer } from './query-relayer.mjs'
import { printTable, runScenarios } from './run.mjs'
import { relayerRows } from '../figures/rows.mjs'
import { writeRows } from '../results.mjs'

const options = ({
  file,
}) => `  --query-relayer PATH  the program of neutron-query-relayer; without it, there are no interchain queries. It needs --wasmd, which writes its keyring.
  --transfers N      each way; default 100
  --block-time TIME  of both chains; default 1s
  --only TEXT        only the first scenario, and those whose names contain it
  --write            write the rows to bench/results/${file}.json, and docs/figures.md from them

Exit code: 0 all was done, 1 something was not, 2 wrong arguments, or no program.`

/**
 * Serves two chains without a link, and has a relayer do one thing after another.
 * @param flag the option that names its program; `help` what comes before the other options; `scenarios` and `queries`, those with a query relayer; `node`
 * whether a real node, the program of `--wasmd`, takes the place of the second chain; `results` the file of bench/results and the column that `--write` writes to
 */
export async function relayBetweenServed({ flag, help, Relayer, scenarios, queries = [], node = false, results }) {
  const usage = (message) => {
    console.error(`${message}\n\n${help}\n${options(results)}`)
    process.exit(2)
  }
  const values = (() => {
    try {
      return parseArgs({
        options: {
          [flag]: { type: 'string' },
          wasmd: { type: 'string' },
          'query-relayer': { type: 'string' },
          transfers: { type: 'string', default: '100' },
          'block-time': { type: 'string', default: '1s' },
          only: { type: 'string', default: '' },
          write: { type: 'boolean', default: false },
          help: { type: 'boolean', short: 'h' },
        },
      }).values
    } catch (error) {
      return usage(error.message)
    }
  })()
  if (values.help) {
    console.log(`${help}\n${options(results)}`)
    return
  }
  const programOf = (name) => {
    const path = values[name] ?? usage(`--${name} PATH is missing`)
    return existsSync(path) ? path : usage(`there is no ${path}`)
  }
  const program = programOf(flag)
  const asks = values['query-relayer'] !== undefined
  const wasmd = node || asks ? programOf('wasmd') : undefined
  const queryProgram = asks ? programOf('query-relayer') : undefined
  const count = Number(values.transfers)
  if (!Number.isInteger(count) || count < 1) usage(`--transfers ${values.transfers} is not an integer from 1 up`)
  const blockTime = values['block-time']

  const folder = mkdtempSync(join(tmpdir(), 'sudobox-relayer-'))
  const logFile = join(folder, 'log')
  const log = createWriteStream(logFile)
  console.log(`sudobox serve ${SERVE_FLAGS(blockTime).join(' ')}\nwhat the relayer prints: ${logFile}`)
  const network = await startNetwork({ blockTime, log })
  const { mnemonic } = network
  const real = node ? await startNode({ program: wasmd, folder, mnemonic, log }) : undefined
  const { neutron: a, hub } = network.chains
  const b = real?.chain ?? hub
  const relayer = new Relayer({ program, folder, chains: [a, b], log })
  const queryRelayer = asks ? new QueryRelayer({ program: queryProgram, wasmd, folder, mnemonic, log }) : undefined
  try {
    await relayer.setUp(mnemonic)
    const ctx = { a, b, relayer, queryRelayer, count }
    const rows = await runScenarios([...scenarios, ...(asks ? queries : [])], ctx, values.only)
    process.exitCode = printTable(rows) ? 0 : 1
    if (values.write) writeRows(results.file, relayerRows(rows, results.column))
  } finally {
    for (const chain of [a, b, hub]) chain.client.disconnect()
    await network.end()
    await real?.end()
    log.end()
  }
}

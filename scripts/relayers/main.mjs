// What the commands for relayers have in common: arguments, the served chains, the table.
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVE_FLAGS, startNetwork } from './network.mjs'
import { startNode } from './node.mjs'
import { printTable, runScenarios } from './run.mjs'

const OPTIONS = `  --transfers N      each way; default 100
  --block-time TIME  of both chains; default 1s
  --only TEXT        only the first scenario, and those whose names contain it

Exit code: 0 all was done, 1 something was not, 2 wrong arguments, or no program.`

/**
 * Serves two chains without a link, and has a relayer do one thing after another.
 * @param flag the option that names its program; `help` what comes before the other options; `node` the option that names the program of a real
 * node, which takes the place of the second chain
 */
export async function relayBetweenServed({ flag, help, Relayer, scenarios, node }) {
  const usage = (message) => {
    console.error(`${message}\n\n${help}\n${OPTIONS}`)
    process.exit(2)
  }
  const values = (() => {
    try {
      return parseArgs({
        options: {
          [flag]: { type: 'string' },
          ...(node !== undefined && { [node]: { type: 'string' } }),
          transfers: { type: 'string', default: '100' },
          'block-time': { type: 'string', default: '1s' },
          only: { type: 'string', default: '' },
          help: { type: 'boolean', short: 'h' },
        },
      }).values
    } catch (error) {
      return usage(error.message)
    }
  })()
  if (values.help) {
    console.log(`${help}\n${OPTIONS}`)
    return
  }
  const programOf = (name) => {
    const path = values[name] ?? usage(`--${name} PATH is missing`)
    return existsSync(path) ? path : usage(`there is no ${path}`)
  }
  const program = programOf(flag)
  const nodeProgram = node && programOf(node)
  const count = Number(values.transfers)
  if (!Number.isInteger(count) || count < 1) usage(`--transfers ${values.transfers} is not an integer from 1 up`)
  const blockTime = values['block-time']

  const folder = mkdtempSync(join(tmpdir(), 'sudobox-relayer-'))
  const logFile = join(folder, 'log')
  const log = createWriteStream(logFile)
  console.log(`sudobox serve ${SERVE_FLAGS(blockTime).join(' ')}\nwhat the relayer prints: ${logFile}`)
  const network = await startNetwork({ blockTime, log })
  const { mnemonic } = network
  const real = nodeProgram && (await startNode({ program: nodeProgram, folder, mnemonic, log }))
  const { neutron: a, hub } = network.chains
  const b = real?.chain ?? hub
  const relayer = new Relayer({ program, folder, chains: [a, b], log })
  try {
    await relayer.setUp(mnemonic)
    const rows = await runScenarios(scenarios, { a, b, relayer, count }, values.only)
    process.exitCode = printTable(rows) ? 0 : 1
  } finally {
    for (const chain of [a, b, hub]) chain.client.disconnect()
    await network.end()
    await real?.end()
    log.end()
  }
}

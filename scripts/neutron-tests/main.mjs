// Arguments, one network and one run of Vitest for each file, the table.
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../command-line.mjs'
import { readMnemonics, startNetwork, writeNetwork } from './network.mjs'
import { printTable, readReport } from './report.mjs'
import { testFileRows } from '../figures/rows.mjs'
import { writeRows } from '../results.mjs'
import { FILES, PACKAGES, SKIPPED } from './suite.mjs'

const HELP = `Runs Neutron's integration tests (neutron-org/neutron-integration-tests, release v10), unmodified, against \`sudobox serve\`, and prints a table.

  npm run neutron-tests -- --checkout FOLDER [--only TEXT]… [--sign KIND] [--own-setup] [--block-time TIME] [--write]

  --checkout FOLDER  the suite, with its packages (yarn) and its contracts (node download_artifacts.js neutron-dev-contracts)
  --only TEXT        files whose names contain it; may be repeated
  --sign KIND        how wallets sign: secp256k1, eip191 or random, as the suite chooses by itself; default random
  --own-setup        the suite's own set-up, which funds a thousand wallets for each file and takes minutes
  --block-time TIME  of both chains; default 1s
  --write            write the rows to bench/results/neutron-tests.json, and docs/figures.md from them

Exit code: 0 no test failed, 1 some did, 2 wrong arguments, or something is missing.`

const CONFIG = fileURLToPath(new URL('vitest.config.mjs', import.meta.url))

function checkoutOf({ checkout: given }, files, usage) {
  const checkout = resolve(given ?? usage('--checkout FOLDER is missing'))
  for (const [path, what] of [
    ['src/config.json', 'is not neutron-org/neutron-integration-tests'],
    ...PACKAGES.map((name) => [`node_modules/${name}`, `lacks the package ${name}: run yarn in it`]),
    ...files.flatMap((file) => FILES[file]).map((name) => [`contracts/${name}.wasm`, `lacks contracts/${name}.wasm`]),
  ])
    if (!existsSync(join(checkout, path))) usage(`${checkout} ${what}`)
  return checkout
}

export async function runFromCommandLine() {
  const { values, usage } = commandLine(HELP, {
    options: {
      checkout: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      sign: { type: 'string', default: 'random' },
      'own-setup': { type: 'boolean' },
      'block-time': { type: 'string', default: '1s' },
      write: { type: 'boolean', default: false },
    },
  })
  const files = Object.keys(FILES).filter(
    (file) => values.only.length === 0 || values.only.some((text) => file.includes(text)),
  )
  if (files.length === 0)
    usage(`no file contains ${values.only.join(' or ')}; there are ${Object.keys(FILES).join(', ')}`)
  const checkout = checkoutOf(values, files, usage)
  const mnemonics = readMnemonics(checkout)
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-neutron-tests-'))
  console.log(`what the network and the tests print: ${folder}`)
  const rows = []
  for (const file of files) {
    const name = file.split('/').pop()
    const log = createWriteStream(join(folder, `${name}.log`))
    const config = await writeNetwork({ blockTime: values['block-time'], mnemonics })
    const network = await startNetwork({ config, log })
    if (rows.length === 0) console.log(network.command)
    const report = join(folder, `${name}.json`)
    try {
      await runTests({ checkout, file, report, sign: values.sign, own: values['own-setup'], log })
    } finally {
      await network.end()
      log.end()
    }
    const row = readReport(name, existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined)
    console.log(`${name}: ${row.passed} of ${row.tests} passed, ${row.skipped} skipped, ${row.seconds} s`)
    for (const { title, error } of row.failed) console.log(`  failed: ${title}: ${error}`)
    rows.push(row)
  }
  process.exitCode = printTable(rows) ? 0 : 1
  if (values.write) writeRows('neutron-tests', testFileRows(rows, { whole: values.only.length === 0 }))
}

/** Runs one file of the suite with its own Vitest. */
function runTests({ checkout, file, report, sign, own, log }) {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')
  const args = [
    '--run',
    '-c',
    CONFIG,
    `src/testcases/${file}.test.ts`,
    '-t',
    `^(?!.*${SKIPPED})`,
    '--reporter=verbose',
    '--reporter=json',
  ]
  const child = spawn(process.execPath, [vitest, ...args, `--outputFile.json=${report}`], {
    cwd: checkout,
    env: {
      ...process.env,
      NO_COLOR: '1',
      NO_DOCKER: '1',
      NEUTRON_TESTS: checkout,
      WALLETS_SIGN_METHOD: sign,
      NEUTRON_TESTS_FILE: file,
      ...(own && { NEUTRON_TESTS_SETUP: 'own' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  return new Promise((done) => child.once('close', done))
}

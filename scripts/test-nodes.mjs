// Runs the tests on each release line of Node that the package supports, with programs from the npm registry.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { countLine, sumOf } from './test/count.mjs'
import { PARTS } from './test/parts.mjs'

const LINES = ['20', '22', '24', '26']
/** Packages whose only content is the program; that of Apple's processors was taken under the usual name. */
const PACKAGE = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/sudobox-nodes')

const HELP = `Runs the tests on Node ${LINES.join(', ')}, one after the other, each in its newest release.

  npm run test:nodes [-- OPTIONS] [FILTER…]

  --node MAJOR   on this one alone; may be given more than once
  --part NAME    one part of them: ${PARTS.map(({ name }) => name).join(', ')}; all by default
  FILTER         only the files whose paths contain it`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true, default: LINES },
    part: { type: 'string', default: 'all' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

/** The folder of the newest program of a line. */
function install(line) {
  const folder = join(FOLDER, line)
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `${PACKAGE}@${line}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'node_modules', PACKAGE, 'bin')
}

const rows = values.node.map((line) => {
  const bin = install(line)
  const { version } = JSON.parse(readFileSync(join(bin, '../package.json'), 'utf8'))
  console.log(`Node ${version}`)
  const from = performance.now()
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { stdout, status } = spawnSync(join(bin, 'node'), ['scripts/test.mjs', '--part', values.part, ...positionals], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) console.log(stdout)
  const seconds = Math.round((performance.now() - from) / 1000)
  return { output: stdout, code: status, title: `Node ${version}, ${seconds} s` }
})
for (const row of rows) console.log(`${row.title}: ${countLine(sumOf([row]))}`)
const sum = sumOf(rows)
process.exitCode = sum.failed > 0 ? 1 : 0
console.log(countLine(sum))

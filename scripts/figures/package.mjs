// What the packed package costs: its size, an install with Vitest in an empty folder, and how its parts start.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = 5
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** The least of several runs. */
const least = (run) => Math.round(Math.min(...Array.from({ length: ROUNDS }, run)))

/** Milliseconds of the processor that a module takes, Node's own start aside. */
function ofModule(folder, code) {
  const script = `
    const before = process.cpuUsage()
    ${code}
    const { user, system } = process.cpuUsage(before)
    console.log((user + system) / 1000)`
  return () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1),
    )
}

const DEPLOY = `
  const { createSandbox } = await import('sudobox')
  const alice = createSandbox().chains.neutron.account('alice')
  const token = { name: 'Token', symbol: 'TOKEN', decimals: 6, initial_balances: [{ address: alice.address, amount: '1' }] }
  const contract = await alice.deploy('node_modules/sudobox/contracts/artifacts/cw20_base.wasm', token)
  await alice.execute(contract, { burn: { amount: '1' } })`

/** Milliseconds of the processor of a whole process, as GNU time has them; here from the children that have ended. */
function ofProcess(folder, args) {
  return () => {
    const script = `
      const { spawnSync } = require('node:child_process')
      spawnSync(process.execPath, ${JSON.stringify(args)}, { stdio: 'ignore' })
      console.log(require('node:fs').readFileSync('/proc/self/stat', 'utf8'))`
    const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' })
    const fields = stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')
    // cutime and cstime, in hundredths of a second.
    return (Number(fields[13]) + Number(fields[14])) * 10
  }
}

/** Milliseconds of the processor of `sudobox evm` until it has answered once. */
async function ofEvm(folder) {
  const child = spawn(process.execPath, ['node_modules/sudobox/dist/cli/main.js', 'evm', '--port', '0', '--json'], {
    cwd: folder,
  })
  const { url } = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(JSON.parse(data.toString()))),
  )
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
  })
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  child.kill('SIGTERM')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** @param row prints one row */
export async function packageFigures(row) {
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-figures-'))
  try {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    row('packed / unpacked', `${megabytes(packed.size)} / ${megabytes(packed.unpackedSize)}`)
    const folder = join(scratch, 'project')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const install = [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      join(scratch, packed.filename),
      'vitest@4',
    ]
    execFileSync('npm', install, { cwd: folder, stdio: 'ignore' })
    const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    const size = execFileSync('du', ['-sk', 'node_modules'], { cwd: folder, encoding: 'utf8' })
    const scripts = Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript).length
    row(
      'installed, with Vitest: size, packages, install scripts',
      `${megabytes(Number.parseInt(size, 10) * 1024)}, ${Object.keys(packages).length}, ${scripts}`,
    )
    const bare = least(ofProcess(folder, ['-e', '0']))
    const times = {
      'import of `sudobox`': least(ofModule(folder, "await import('sudobox')")),
      'import of `sudobox` to the first executed contract': least(ofModule(folder, DEPLOY)),
      '`sudobox --help`, the whole process': least(
        ofProcess(folder, ['node_modules/sudobox/dist/cli/main.js', '--help']),
      ),
    }
    for (const [what, time] of Object.entries(times)) row(what, `${time} ms of CPU`)
    let evm = Infinity
    for (let i = 0; i < ROUNDS; i++) evm = Math.min(evm, await ofEvm(folder))
    row('`sudobox evm` to its first answer, the whole process', `${evm} ms of CPU`)
    row('an empty process of Node, in the two rows of whole processes', `${bare} ms of CPU`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
